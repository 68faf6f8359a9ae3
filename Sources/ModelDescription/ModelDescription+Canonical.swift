extension ModelDescription {
  /// The same model in the one form that does not depend on the kind of file it was read from.
  ///
  /// Two descriptions mean the same model when their canonical forms are equal: lists without meaning in their order
  /// are sorted, and what a file may leave unsaid is said (the inverse's entity, the indexes that the "Indexed"
  /// checkbox and compound indexes stand for) or left out (a former name that is the present one, how an XML file spells
  /// things).
  package func canonical() -> ModelDescription {
    var model = self
    model.entities = entities.map { $0.canonical() }.sorted { $0.name.precedesLiterally($1.name) }
    model.composites = composites.map { $0.canonical() }.sorted { $0.name.precedesLiterally($1.name) }
    model.configurations = configurations.map { $0.canonical() }.sorted { $0.name.precedesLiterally($1.name) }
    model.fetchTemplates = fetchTemplates.map { $0.canonical() }.sorted { $0.name.precedesLiterally($1.name) }
    model.source = nil
    model.remainder = remainder.withoutSpellings()
    model.versionIdentifiers.sort { $0.precedesLiterally($1) }
    return model
  }
}

extension EntityDescription {
  fileprivate func canonical() -> EntityDescription {
    var entity = self
    entity.remainder = remainder.withoutSpellings()
    entity.indexes = allIndexes.map { $0.canonical() }
    entity.compoundIndexes = []
    if renamingIdentifier == name { entity.renamingIdentifier = nil }
    if versionHashModifier == "" { entity.versionHashModifier = nil }
    entity.attributes = attributes.map { $0.canonical() }.sorted { $0.name.precedesLiterally($1.name) }
    entity.relationships = relationships.map { $0.canonical() }.sorted { $0.name.precedesLiterally($1.name) }
    entity.fetchedProperties = fetchedProperties.map { $0.canonical() }.sorted { $0.name.precedesLiterally($1.name) }
    return entity
  }
}

extension AttributeDescription {
  fileprivate func canonical() -> AttributeDescription {
    var attribute = self
    attribute.remainder = remainder.withoutSpellings()
    if renamingIdentifier == name { attribute.renamingIdentifier = nil }
    if versionHashModifier == "" { attribute.versionHashModifier = nil }
    attribute.elements = elements.map { $0.canonical() }
    return attribute
  }
}

extension RelationshipDescription {
  fileprivate func canonical() -> RelationshipDescription {
    var relationship = self
    relationship.remainder = remainder.withoutSpellings()
    if renamingIdentifier == name { relationship.renamingIdentifier = nil }
    if versionHashModifier == "" { relationship.versionHashModifier = nil }
    if inverseName != nil, inverseEntityName == nil { relationship.inverseEntityName = destinationEntityName }
    return relationship
  }
}

extension CompositeDescription {
  fileprivate func canonical() -> CompositeDescription {
    CompositeDescription(
      name: name, elements: elements.map { $0.canonical() }, remainder: remainder.withoutSpellings())
  }
}

extension ConfigurationDescription {
  fileprivate func canonical() -> ConfigurationDescription {
    var configuration = self
    configuration.entityNames.sort { $0.precedesLiterally($1) }
    configuration.remainder = remainder.withoutSpellings()
    return configuration
  }
}

extension FetchTemplateDescription {
  fileprivate func canonical() -> FetchTemplateDescription {
    var template = self
    template.remainder = remainder.withoutSpellings()
    return template
  }
}

extension FetchedPropertyDescription {
  fileprivate func canonical() -> FetchedPropertyDescription {
    var property = self
    property.request = request?.canonical()
    property.remainder = remainder.withoutSpellings()
    return property
  }
}

extension FetchIndexDescription {
  fileprivate func canonical() -> FetchIndexDescription {
    var index = self
    index.remainder = remainder.withoutSpellings()
    for position in index.elements.indices {
      index.elements[position].remainder = elements[position].remainder.withoutSpellings()
    }
    return index
  }
}
