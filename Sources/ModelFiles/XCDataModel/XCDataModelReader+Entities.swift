import ModelDescription

extension XCDataModelReader {
  mutating func entity(_ node: XMLNode) throws -> EntityDescription {
    let name = node["name"] ?? ""
    if name.isEmpty { throw ModelFileError("an entity has no name", path: path) }
    var entity = EntityDescription(
      name: name, superentityName: node["parentEntity"], isAbstract: node.flag("isAbstract"),
      className: node["representedClassName"],
      codeGeneration: node["codeGenerationType"].flatMap(EntityDescription.CodeGeneration.init) ?? .manual,
      renamingIdentifier: node["elementID"], versionHashModifier: node["versionHashModifier"],
      isSyncable: node["syncable"] != "NO",
      spotlightDisplayName: node["coreSpotlightDisplayNameExpression"], userInfo: userInfo(node, of: "entity \(name)"))
    entity.remainder = remainder(
      node, form.attributes(of: entity), Vocabulary.entity, of: "entity \(name)",
      children: [
        "attribute", "relationship", "fetchedProperty", "fetchIndex", "uniquenessConstraints", "compoundIndexes",
      ])
    for child in node.children {
      switch child.name {
      case "attribute": entity.attributes.append(try attribute(child, of: name, within: []))
      case "relationship": entity.relationships.append(try relationship(child, of: name))
      case "fetchedProperty": entity.fetchedProperties.append(fetchedProperty(child, of: name))
      case "fetchIndex": entity.indexes.append(index(child, of: name))
      case "uniquenessConstraints":
        entity.uniquenessConstraints += lists(child, of: name)
      case "compoundIndexes":
        entity.compoundIndexes += lists(child, of: name)
      default: break
      }
    }
    return entity
  }

  mutating func relationship(_ node: XMLNode, of owner: String) throws -> RelationshipDescription {
    let name = node["name"] ?? ""
    if name.isEmpty { throw ModelFileError("\(owner) has a relationship without name", path: path) }
    let rules: [String: RelationshipDescription.DeleteRule] = [
      "No Action": .noAction, "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny,
    ]
    let ruleText = node["deletionRule"] ?? node["deleteRule"] ?? "Nullify"
    if rules[ruleText] == nil { warn("\(owner).\(name) has the unknown delete rule \"\(ruleText)\"") }
    var relationship = RelationshipDescription(
      name: name, destinationEntityName: node["destinationEntity"] ?? "", inverseName: node["inverseName"],
      inverseEntityName: node["inverseEntity"], isOptional: node.flag("optional"),
      isTransient: node.flag("transient"), isReadOnly: node.flag("readOnly"), isToMany: node.flag("toMany"),
      isOrdered: node.flag("ordered"), minimumCount: node["minCount"].flatMap { Int($0) } ?? 0,
      maximumCount: node["maxCount"].flatMap { Int($0) } ?? 0, deleteRule: rules[ruleText] ?? .nullify,
      renamingIdentifier: node["elementID"], versionHashModifier: node["versionHashModifier"],
      isSpotlightIndexed: node.flag("spotlightIndexingEnabled"), isStoredInTruthFile: node.flag("storedInTruthFile"),
      isIndexed: node.flag("indexed"), isSyncable: node["syncable"] != "NO",
      userInfo: userInfo(node, of: "relationship \(owner).\(name)"))
    relationship.remainder = remainder(
      node, form.attributes(of: relationship), Vocabulary.relationship, of: "relationship \(owner).\(name)",
      children: [])
    return relationship
  }

  mutating func fetchedProperty(_ node: XMLNode, of owner: String) -> FetchedPropertyDescription {
    let place = "fetched property \(owner).\(node["name"] ?? "")"
    var property = FetchedPropertyDescription(
      name: node["name"] ?? "", request: node.children.first { $0.name == "fetchRequest" }.map { request($0) },
      isOptional: node.flag("optional"), isSyncable: node["syncable"] != "NO", userInfo: userInfo(node, of: place))
    property.remainder = remainder(
      node, form.attributes(of: property), Vocabulary.fetchedProperty, of: place, children: ["fetchRequest"])
    return property
  }

  mutating func index(_ node: XMLNode, of owner: String) -> FetchIndexDescription {
    let place = "index \(node["name"] ?? "") of \(owner)"
    var index = FetchIndexDescription(
      name: node["name"] ?? "", elements: [], partialPredicate: node["partialIndexPredicate"])
    for child in node.children where child.name == "fetchIndexElement" {
      var element = FetchIndexDescription.Element(
        propertyName: child["property"], expression: child["expression"],
        kind: child["type"] == "RTree" ? .rTree : .binary, isAscending: child["order"] != "descending")
      element.remainder = remainder(
        child, form.attributes(of: element), Vocabulary.fetchIndexElement, of: place, children: [])
      index.elements.append(element)
    }
    index.remainder = remainder(
      node, form.attributes(of: index), Vocabulary.fetchIndex, of: place, children: ["fetchIndexElement"])
    return index
  }

  /// The remaining attributes of a request are its options.
  mutating func request(_ node: XMLNode) -> FetchTemplateDescription {
    let options = node.attributes.filter { !Vocabulary.fetchRequest.contains($0.name) }
    var request = FetchTemplateDescription(
      name: node["name"] ?? "", entityName: node["entity"] ?? "", predicate: node["predicateString"],
      fetchLimit: node["fetchLimit"].flatMap { Int($0) } ?? 0,
      fetchBatchSize: node["fetchBatchSize"].flatMap { Int($0) } ?? 0,
      options: Dictionary(options.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first }))
    request.remainder = remainder(
      node, form.attributes(of: request), Vocabulary.fetchRequest + options.map(\.name),
      of: "fetch request \(request.name)", children: [])
    return request
  }
}
