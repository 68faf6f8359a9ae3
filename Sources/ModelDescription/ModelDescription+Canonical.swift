extension ModelDescription {
  /// The same model in the one form that does not depend on the kind of file it was read from.
  ///
  /// Two descriptions mean the same model when their canonical forms are equal: lists without meaning in their order
  /// are sorted, and what a file may leave unsaid is said (the inverse's entity, the indexes that the "Indexed"
  /// checkbox and compound indexes stand for) or left out (a former name that is the present one).
  package func canonical() -> ModelDescription {
    var model = self
    model.entities = entities.map { $0.canonical() }.sorted { $0.name.precedesLiterally($1.name) }
    model.composites.sort { $0.name.precedesLiterally($1.name) }
    for index in model.composites.indices {
      model.composites[index].elements = model.composites[index].elements.map { $0.canonical() }
    }
    for index in model.configurations.indices {
      model.configurations[index].entityNames.sort { $0.precedesLiterally($1) }
    }
    model.configurations.sort { $0.name.precedesLiterally($1.name) }
    model.fetchTemplates.sort { $0.name.precedesLiterally($1.name) }
    model.versionIdentifiers.sort { $0.precedesLiterally($1) }
    return model
  }
}

extension EntityDescription {
  fileprivate func canonical() -> EntityDescription {
    var entity = self
    entity.indexes = allIndexes
    entity.compoundIndexes = []
    if renamingIdentifier == name { entity.renamingIdentifier = nil }
    if versionHashModifier == "" { entity.versionHashModifier = nil }
    entity.attributes = attributes.map { $0.canonical() }.sorted { $0.name.precedesLiterally($1.name) }
    entity.relationships = relationships.map { $0.canonical() }.sorted { $0.name.precedesLiterally($1.name) }
    entity.fetchedProperties.sort { $0.name.precedesLiterally($1.name) }
    return entity
  }
}

extension AttributeDescription {
  fileprivate func canonical() -> AttributeDescription {
    var attribute = self
    if renamingIdentifier == name { attribute.renamingIdentifier = nil }
    if versionHashModifier == "" { attribute.versionHashModifier = nil }
    attribute.elements = elements.map { $0.canonical() }
    return attribute
  }
}

extension RelationshipDescription {
  fileprivate func canonical() -> RelationshipDescription {
    var relationship = self
    if renamingIdentifier == name { relationship.renamingIdentifier = nil }
    if versionHashModifier == "" { relationship.versionHashModifier = nil }
    if inverseName != nil, inverseEntityName == nil { relationship.inverseEntityName = destinationEntityName }
    return relationship
  }
}
