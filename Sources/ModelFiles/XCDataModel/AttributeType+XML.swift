import ModelDescription

extension AttributeType {
  private static let xmlNames: [(AttributeType, String)] = [
    (.integer16, "Integer 16"), (.integer32, "Integer 32"), (.integer64, "Integer 64"), (.decimal, "Decimal"),
    (.double, "Double"), (.float, "Float"), (.string, "String"), (.boolean, "Boolean"), (.date, "Date"),
    (.binary, "Binary"), (.uuid, "UUID"), (.uri, "URI"), (.transformable, "Transformable"), (.objectID, "ObjectID"),
    (.composite, "Composite"), (.undefined, "Undefined"),
  ]

  /// The name in a model's XML.
  var xmlName: String { Self.xmlNames.first { $0.0 == self }?.1 ?? "Undefined" }

  init?(xmlName: String) {
    guard let match = Self.xmlNames.first(where: { $0.1 == xmlName }) else { return nil }
    self = match.0
  }
}
