package import Foundation
package import ModelDescription

/// Reads the XML of an `.xcdatamodel` (its `contents` file).
///
/// What the reader does not understand is named in a warning and kept in the description's remainders, from where
/// `XCDataModelWriter` writes it back.
package struct XCDataModelReader {
  let path: String
  private(set) var warnings: [String] = []
  private var composites: [String: XMLNode] = [:]
  private var form = XMLForm(saysSyncable: false)
  /// Composites inside composites; the reader descends by recursion, so a file must not choose how far.
  private static let deepestNesting = 16
  /// Elements of composites still to be read: one that lists another twice would otherwise double at every level.
  private var budget = 100_000

  /// A model and what the reader did not understand: unknown elements and attributes, each named.
  package struct Result: Sendable {
    package var model: ModelDescription
    package var warnings: [String]
  }

  package static func read(_ data: Data, path: String) throws -> Result {
    if data.isEmpty { throw ModelFileError("the file is empty", path: path) }
    if FileKind.isGitPointer(data) { throw ModelFileError(FileKind.gitPointerMessage, path: path) }
    var result = try read(XMLTreeReader.read(data, path: path), path: path)
    result.model.source?.endsWithNewline = data.last == 0x0A
    return result
  }

  static func read(_ root: XMLNode, path: String) throws -> Result {
    guard root.name == "model" else {
      throw ModelFileError("its root element is <\(root.name)>, not <model>", path: path)
    }
    var reader = XCDataModelReader(path: path)
    let model = try reader.model(root)
    return Result(model: model, warnings: reader.warnings)
  }

  private init(path: String) { self.path = path }

  // MARK: the model

  private mutating func model(_ root: XMLNode) throws -> ModelDescription {
    for node in root.children where node.name == "composite" { composites[node["name"] ?? ""] = node }
    var source = ModelSource()
    source.saysSyncable = root.children.contains { node in
      node["syncable"] == "YES" || node.children.contains { $0["syncable"] == "YES" }
    }
    form = XMLForm(saysSyncable: source.saysSyncable)
    var model = ModelDescription()
    var number = 1
    if let identifier = root["userDefinedModelVersionIdentifier"] { model.versionIdentifiers = [identifier] }
    while let identifier = root[Vocabulary.versionIdentifier(number)] {
      model.versionIdentifiers.append(identifier)
      number += 1
    }
    for attribute in root.attributes {
      if Vocabulary.isKnown(attribute.name, in: Vocabulary.model) {
        source.documentAttributes.append(attribute)
      } else {
        warn("unknown attribute \"\(attribute.name)\" of <model>")
        model.remainder.attributes.append(attribute)
      }
    }
    for node in root.children {
      switch node.name {
      case "entity": model.entities.append(try entity(node))
      case "composite": if let composite = try composite(node) { model.composites.append(composite) }
      case "configuration": model.configurations.append(configuration(node))
      case "fetchRequest": model.fetchTemplates.append(request(node))
      case "elements" where source.layout == nil: source.layout = node.children.map(\.element)
      default:
        warn("unknown element <\(node.name)> in <model>")
        model.remainder.elements.append(node.element)
      }
    }
    model.source = source
    return model
  }

  private mutating func composite(_ node: XMLNode) throws -> CompositeDescription? {
    if node.flag("causewayInline") { return nil }
    let name = node["name"] ?? ""
    var composite = CompositeDescription(name: name, elements: try elements(ofComposite: name, within: []))
    composite.remainder = remainder(
      node, [SourceAttribute("name", name)], Vocabulary.composite, of: "composite \(name)", children: ["attribute"])
    return composite
  }

  private mutating func configuration(_ node: XMLNode) -> ConfigurationDescription {
    let members = node.children.filter { $0.name == "memberEntity" }
    noteLoss(members, attributes: ["name"], in: "configuration \(node["name"] ?? "")")
    var configuration = ConfigurationDescription(
      name: node["name"] ?? "", entityNames: members.compactMap { $0["name"] },
      isUsedWithCloudKit: node.flag("usedWithCloudKit"))
    configuration.remainder = remainder(
      node, form.attributes(of: configuration), Vocabulary.configuration, of: "configuration \(configuration.name)",
      children: ["memberEntity"])
    return configuration
  }

  // MARK: entities

  private mutating func entity(_ node: XMLNode) throws -> EntityDescription {
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

  /// The names in constraints or compound indexes: lists of elements with one attribute each.
  private mutating func lists(_ node: XMLNode, of owner: String) -> [[String]] {
    noteLoss([node] + node.children, attributes: [], in: "entity \(owner)")
    for list in node.children { noteLoss(list.children, attributes: ["value"], in: "entity \(owner)") }
    return node.children.map { $0.children.compactMap { $0["value"] } }
  }

  private mutating func attribute(_ node: XMLNode, of owner: String, within: [String]) throws -> AttributeDescription {
    budget -= 1
    if budget < 0 { throw ModelFileError("its composites list each other too often", path: path) }
    let name = node["name"] ?? ""
    let place = "\(owner).\(name)"
    if name.isEmpty { throw ModelFileError("\(owner) has an attribute without name", path: path) }
    var type = AttributeType.undefined
    if let text = node["attributeType"], !text.isEmpty {
      guard let known = AttributeType(xmlName: text) else {
        throw ModelFileError("\(place) has the unknown type \"\(text)\"", path: path)
      }
      type = known
    }
    var attribute = AttributeDescription(
      name: name, type: type, isOptional: node.flag("optional"), isTransient: node.flag("transient"),
      // Derived attributes are read-only in archives too (CoreDataPlus).
      isReadOnly: node.flag("readOnly") || node.flag("derived"),
      renamingIdentifier: node["elementID"] ?? node["renamingIdentifier"],
      versionHashModifier: node["versionHashModifier"],
      usesScalarValueType: node["usesScalarValueType"].map { $0 == "YES" },
      valueTransformerName: node["valueTransformerName"], valueClassName: node["customClassName"],
      allowsExternalStorage: node.flag("allowsExternalBinaryDataStorage"),
      preservesValueOnDeletion: node.flag("preserveAfterDeletion"),
      allowsCloudEncryption: node.flag("allowsCloudEncryption"),
      isSpotlightIndexed: node.flag("spotlightIndexingEnabled"),
      isStoredInTruthFile: node.flag("storedInTruthFile"), isIndexed: node.flag("indexed"),
      isSyncable: node["syncable"] != "NO", userInfo: userInfo(node, of: "attribute \(place)"))
    let values = XMLAttributeValues(node, type: type, place: place)
    attribute.defaultValue = values.defaultValue
    attribute.validation = values.validation
    values.warnings.forEach { warn($0) }
    if node.flag("derived") {
      attribute.derivation = DerivationDescription(
        expression: node["derivationExpression"] ?? "", filter: node["causewayFilter"])
    }
    if type == .composite {
      let composite = node["composite"] ?? ""
      attribute.compositeName = composites[composite]?.flag("causewayInline") == true ? nil : node["composite"]
      attribute.elements = try elements(ofComposite: composite, within: within)
    }
    attribute.remainder = remainder(
      node, form.attributes(of: attribute, compositeName: node["composite"]), Vocabulary.attribute,
      of: "attribute \(place)", children: [])
    return attribute
  }

  private mutating func elements(ofComposite name: String, within: [String]) throws -> [AttributeDescription] {
    if within.contains(name) {
      throw ModelFileError(
        "composite \(name) contains itself (\((within + [name]).joined(separator: " → ")))", path: path)
    }
    if within.count > Self.deepestNesting {
      throw ModelFileError("composite \(name) stands more than \(Self.deepestNesting) deep in others", path: path)
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

  private mutating func fetchedProperty(_ node: XMLNode, of owner: String) -> FetchedPropertyDescription {
    let place = "fetched property \(owner).\(node["name"] ?? "")"
    var property = FetchedPropertyDescription(
      name: node["name"] ?? "", request: node.children.first { $0.name == "fetchRequest" }.map { request($0) },
      isOptional: node.flag("optional"), isSyncable: node["syncable"] != "NO", userInfo: userInfo(node, of: place))
    property.remainder = remainder(
      node, form.attributes(of: property), Vocabulary.fetchedProperty, of: place, children: ["fetchRequest"])
    return property
  }

  private mutating func index(_ node: XMLNode, of owner: String) -> FetchIndexDescription {
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
  private mutating func request(_ node: XMLNode) -> FetchTemplateDescription {
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

  // MARK: what is not understood

  private mutating func userInfo(_ node: XMLNode, of place: String) -> UserInfo {
    let elements = node.children.filter { $0.name == "userInfo" }
    let entries = elements.flatMap(\.children)
    noteLoss(elements, attributes: [], in: place)
    noteLoss(entries, attributes: ["key", "value"], in: place)
    var info = UserInfo()
    for entry in entries where entry.name == "entry" {
      if info.entries.updateValue(entry["value"] ?? "", forKey: entry["key"] ?? "") != nil {
        warn("user info of \(place) has the key \"\(entry["key"] ?? "")\" twice; the last one counts")
      }
    }
    return info
  }

  private mutating func remainder(
    _ node: XMLNode, _ written: [SourceAttribute], _ known: [String], of place: String, children: Set<String>
  ) -> SourceRemainder {
    var remainder = SourceRemainder(node.attributes, written: written, known: known)
    for attribute in remainder.attributes.sorted(by: { $0.name < $1.name }) {
      warn("unknown attribute \"\(attribute.name)\" of \(place)")
    }
    for child in node.children where !children.contains(child.name) {
      if child.name == "userInfo" {
        if child.children.isEmpty { remainder.hasEmptyUserInfo = true }
      } else {
        warn("unknown element <\(child.name)> in \(place)")
        remainder.elements.append(child.element)
      }
    }
    return remainder
  }

  /// Attributes that nobody understands on elements which a description does not hold one by one.
  private mutating func noteLoss(_ nodes: [XMLNode], attributes: [String], in place: String) {
    for node in nodes {
      for attribute in node.attributes where !attributes.contains(attribute.name) {
        warn("unknown attribute \"\(attribute.name)\" of <\(node.name)> in \(place), which is not kept")
      }
    }
  }

  private mutating func warn(_ text: String) { warnings.append("\(path): \(text)") }
}
