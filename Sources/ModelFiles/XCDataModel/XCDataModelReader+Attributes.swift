import ModelDescription

extension XCDataModelReader {
  mutating func attribute(_ node: XMLNode, of owner: String, within: [String]) throws -> AttributeDescription {
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
      guard let composite = node["composite"], !composite.isEmpty else {
        throw ModelFileError(
          "the attribute \(place) is a composite, but names no composite type (composite=\"…\")", path: path)
      }
      attribute.compositeName = composites[composite]?.flag("causewayInline") == true ? nil : node["composite"]
      attribute.elements = try elements(ofComposite: composite, within: within)
    }
    attribute.remainder = remainder(
      node, form.attributes(of: attribute, compositeName: node["composite"]), Vocabulary.attribute,
      of: "attribute \(place)", children: [])
    return attribute
  }

  mutating func elements(ofComposite name: String, within: [String]) throws -> [AttributeDescription] {
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
}
