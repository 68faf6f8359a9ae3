import SourceModel

/// The elements of `schemaMetadata`: one a property, then the constraints and indexes.
struct MetadataItems {
  let entity: SourceEntity

  init(_ entity: SourceEntity) { self.entity = entity }

  var texts: [String] {
    let constraints = entity.uniqueArguments.map { list(name: "_$unique", type: "Unique", arguments: $0) }
    let indexes = entity.indexArguments.map { list(name: "_$index", type: "Index", arguments: $0) }
    return entity.properties.map(item) + constraints + indexes
  }

  private func item(_ property: SourceProperty) -> String {
    let metadata =
      if let relationship = property.relationship {
        "SwiftData.Schema.Relationship(\(relationship.arguments))"
      } else if let attribute = property.attribute {
        "SwiftData.Schema.Attribute(\(attribute.arguments))"
      } else {
        "nil"
      }
    return text(
      name: property.name, keyPath: "\\\(entity.spelling).\(property.spelling)", value: defaultText(property),
      metadata: metadata, more: initialText(property))
  }

  /// The initial value, with its type where only the annotation gives one (`[]`, `.novel`).
  private func defaultText(_ property: SourceProperty) -> String {
    guard let text = property.defaultText, text != "nil" else { return "nil" }
    guard let type = property.typeText, !property.isTypeInferred else { return text }
    return "(\(text)) as \(property.isOptional ? "(\(type))?" : type)"
  }

  /// What rows of older versions get for a property that must have a value and declares none.
  private func initialText(_ property: SourceProperty) -> String {
    guard property.defaultText == nil, !property.isOptional, property.relationship == nil,
      let argument = property.initializerDefault
    else { return "" }
    return ", _initial: (\(argument.text)) as \(argument.typeText)"
  }

  /// Constraints and indexes are the class's own and have its identity as key path.
  private func list(name: String, type: String, arguments: String) -> String {
    text(
      name: name, keyPath: "\\\(entity.spelling).self", value: "nil",
      metadata: "SwiftData.Schema.\(type)<\(entity.spelling)>(\(arguments))")
  }

  private func text(name: String, keyPath: String, value: String, metadata: String, more: String = "") -> String {
    "SwiftData.Schema.PropertyMetadata(name: \"\(name)\", keypath: \(keyPath), defaultValue: \(value), metadata: \(metadata)\(more))"
  }
}
