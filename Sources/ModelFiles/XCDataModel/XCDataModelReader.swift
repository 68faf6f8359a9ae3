package import Foundation
package import ModelDescription

/// Reads the XML of an `.xcdatamodel` (its `contents` file).
package struct XCDataModelReader {
  private let path: String
  private var warnings: [String] = []
  private var composites: [String: XMLNode] = [:]

  /// A model and what the reader did not understand: unknown elements and attributes, each named.
  package struct Result: Sendable {
    package var model: ModelDescription
    package var warnings: [String]
  }

  package static func read(_ data: Data, path: String) throws -> Result {
    if data.starts(with: Array("version https://git-lfs".utf8)) {
      throw ModelFileError("a Git LFS pointer, not the model itself; run git lfs pull", path: path)
    }
    if data.isEmpty { throw ModelFileError("the file is empty", path: path) }
    let root = try XMLTreeReader.read(data, path: path)
    guard root.name == "model" else {
      throw ModelFileError("its root element is <\(root.name)>, not <model>", path: path)
    }
    var reader = XCDataModelReader(path: path)
    let model = try reader.model(root)
    return Result(model: model, warnings: reader.warnings)
  }

  private init(path: String) { self.path = path }

  private mutating func model(_ root: XMLNode) throws -> ModelDescription {
    for node in root.children where node.name == "composite" { composites[node["name"] ?? ""] = node }
    var model = ModelDescription()
    if let identifier = root["userDefinedModelVersionIdentifier"] { model.versionIdentifiers = [identifier] }
    for node in root.children {
      switch node.name {
      case "entity": model.entities.append(try entity(node))
      case "composite":
        let name = node["name"] ?? ""
        model.composites.append(
          CompositeDescription(name: name, elements: try elements(ofComposite: name, within: [])))
      case "configuration":
        model.configurations.append(
          ConfigurationDescription(
            name: node["name"] ?? "",
            entityNames: node.children.filter { $0.name == "memberEntity" }.compactMap { $0["name"] },
            isUsedWithCloudKit: node.flag("usedWithCloudKit")))
      case "fetchRequest": model.fetchTemplates.append(request(node))
      default:
        if !Vocabulary.layout.contains(node.name) { warn("unknown element <\(node.name)> in <model>") }
      }
    }
    return model
  }

  private mutating func entity(_ node: XMLNode) throws -> EntityDescription {
    let name = node["name"] ?? ""
    if name.isEmpty { throw ModelFileError("an entity has no name", path: path) }
    note(node, known: Vocabulary.entity, of: "entity \(name)")
    var entity = EntityDescription(
      name: name, superentityName: node["parentEntity"], isAbstract: node.flag("isAbstract"),
      className: node["representedClassName"],
      codeGeneration: node["codeGenerationType"].flatMap(EntityDescription.CodeGeneration.init) ?? .manual,
      renamingIdentifier: node["elementID"], versionHashModifier: node["versionHashModifier"],
      isSyncable: node["syncable"] != "NO",
      spotlightDisplayName: node["coreSpotlightDisplayNameExpression"])
    for child in node.children {
      switch child.name {
      case "attribute": entity.attributes.append(try attribute(child, of: name, within: []))
      case "relationship": entity.relationships.append(try relationship(child, of: name))
      case "fetchedProperty":
        entity.fetchedProperties.append(
          FetchedPropertyDescription(
            name: child["name"] ?? "", request: child.children.first { $0.name == "fetchRequest" }.map(request),
            isOptional: child.flag("optional"), isSyncable: child["syncable"] != "NO", userInfo: userInfo(child)))
      case "fetchIndex": entity.indexes.append(index(child))
      case "uniquenessConstraints":
        entity.uniquenessConstraints += child.children.map { $0.children.compactMap { $0["value"] } }
      case "compoundIndexes":
        entity.compoundIndexes += child.children.map { $0.children.compactMap { $0["value"] } }
      case "userInfo": entity.userInfo = userInfo(node)
      default: warn("unknown element <\(child.name)> in entity \(name)")
      }
    }
    return entity
  }

  private mutating func attribute(_ node: XMLNode, of owner: String, within: [String]) throws -> AttributeDescription {
    let name = node["name"] ?? ""
    let place = "\(owner).\(name)"
    if name.isEmpty { throw ModelFileError("\(owner) has an attribute without name", path: path) }
    note(node, known: Vocabulary.attribute, of: "attribute \(place)")
    var type = AttributeType.undefined
    if let text = node["attributeType"], !text.isEmpty {
      guard let known = AttributeType(xmlName: text) else {
        throw ModelFileError("\(place) has the unknown type \"\(text)\"", path: path)
      }
      type = known
    }
    var attribute = AttributeDescription(
      name: name, type: type, isOptional: node.flag("optional"), isTransient: node.flag("transient"),
      isReadOnly: node.flag("readOnly"), renamingIdentifier: node["elementID"] ?? node["renamingIdentifier"],
      versionHashModifier: node["versionHashModifier"],
      usesScalarValueType: node["usesScalarValueType"].map { $0 == "YES" },
      valueTransformerName: node["valueTransformerName"], valueClassName: node["customClassName"],
      allowsExternalStorage: node.flag("allowsExternalBinaryDataStorage"),
      preservesValueOnDeletion: node.flag("preserveAfterDeletion"),
      allowsCloudEncryption: node.flag("allowsCloudEncryption"),
      isSpotlightIndexed: node.flag("spotlightIndexingEnabled"),
      isStoredInTruthFile: node.flag("storedInTruthFile"), isIndexed: node.flag("indexed"),
      isSyncable: node["syncable"] != "NO", userInfo: userInfo(node))
    let values = XMLAttributeValues(node, type: type, place: place)
    attribute.defaultValue = values.defaultValue
    attribute.validation = values.validation
    warnings += values.warnings.map { "\(path): \($0)" }
    if node.flag("derived") {
      attribute.derivation = DerivationDescription(expression: node["derivationExpression"] ?? "")
    }
    if type == .composite {
      attribute.compositeName = node["composite"]
      attribute.elements = try elements(ofComposite: node["composite"] ?? "", within: within)
    }
    return attribute
  }

  private mutating func elements(ofComposite name: String, within: [String]) throws -> [AttributeDescription] {
    if within.contains(name) {
      throw ModelFileError(
        "composite \(name) contains itself (\((within + [name]).joined(separator: " → ")))", path: path)
    }
    guard let node = composites[name] else {
      throw ModelFileError("the composite type \"\(name)\" is not in the model", path: path)
    }
    return try node.children.filter { $0.name == "attribute" }.map {
      try attribute($0, of: "composite \(name)", within: within + [name])
    }
  }

  private mutating func relationship(_ node: XMLNode, of owner: String) throws -> RelationshipDescription {
    let name = node["name"] ?? ""
    if name.isEmpty { throw ModelFileError("\(owner) has a relationship without name", path: path) }
    note(node, known: Vocabulary.relationship, of: "relationship \(owner).\(name)")
    let rules: [String: RelationshipDescription.DeleteRule] = [
      "No Action": .noAction, "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny,
    ]
    let ruleText = node["deletionRule"] ?? node["deleteRule"] ?? "Nullify"
    if rules[ruleText] == nil { warn("\(owner).\(name) has the unknown delete rule \"\(ruleText)\"") }
    return RelationshipDescription(
      name: name, destinationEntityName: node["destinationEntity"] ?? "", inverseName: node["inverseName"],
      inverseEntityName: node["inverseEntity"], isOptional: node.flag("optional"),
      isTransient: node.flag("transient"), isReadOnly: node.flag("readOnly"), isToMany: node.flag("toMany"),
      isOrdered: node.flag("ordered"), minimumCount: node["minCount"].flatMap { Int($0) } ?? 0,
      maximumCount: node["maxCount"].flatMap { Int($0) } ?? 0, deleteRule: rules[ruleText] ?? .nullify,
      renamingIdentifier: node["elementID"], versionHashModifier: node["versionHashModifier"],
      isSpotlightIndexed: node.flag("spotlightIndexingEnabled"), isStoredInTruthFile: node.flag("storedInTruthFile"),
      isIndexed: node.flag("indexed"), isSyncable: node["syncable"] != "NO",
      userInfo: userInfo(node))
  }

  private func index(_ node: XMLNode) -> FetchIndexDescription {
    FetchIndexDescription(
      name: node["name"] ?? "",
      elements: node.children.filter { $0.name == "fetchIndexElement" }.map { element in
        FetchIndexDescription.Element(
          propertyName: element["property"], expression: element["expression"],
          kind: element["type"] == "RTree" ? .rTree : .binary, isAscending: element["order"] != "descending")
      }, partialPredicate: node["partialIndexPredicate"])
  }

  private func request(_ node: XMLNode) -> FetchTemplateDescription {
    let known: Set<String> = ["name", "entity", "predicateString", "fetchLimit", "fetchBatchSize"]
    return FetchTemplateDescription(
      name: node["name"] ?? "", entityName: node["entity"] ?? "", predicate: node["predicateString"],
      fetchLimit: node["fetchLimit"].flatMap { Int($0) } ?? 0,
      fetchBatchSize: node["fetchBatchSize"].flatMap { Int($0) } ?? 0,
      options: node.attributes.filter { !known.contains($0.key) })
  }

  private func userInfo(_ node: XMLNode) -> UserInfo {
    let entries = node.children.filter { $0.name == "userInfo" }.flatMap(\.children).filter { $0.name == "entry" }
    return UserInfo(
      Dictionary(entries.map { ($0["key"] ?? "", $0["value"] ?? "") }, uniquingKeysWith: { first, _ in first }))
  }

  private mutating func note(_ node: XMLNode, known: Set<String>, of place: String) {
    for name in node.attributes.keys.sorted() where !known.contains(name) {
      warn("unknown attribute \"\(name)\" of \(place)")
    }
  }

  private mutating func warn(_ text: String) { warnings.append("\(path): \(text)") }
}
