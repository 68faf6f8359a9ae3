import ObjectGraph

/// A property of an entity on its way into and out of a file, with what it is.
struct CodedProperty: Codable {
  let property: any SchemaProperty

  init(_ property: any SchemaProperty) { self.property = property }

  private enum Kind: String, Codable { case attribute, composite, relationship }
  private enum Key: CodingKey { case kind, property }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .attribute: property = try container.decode(Schema.Attribute.self, forKey: .property)
    case .composite: property = try container.decode(Schema.CompositeAttribute.self, forKey: .property)
    case .relationship: property = try container.decode(Schema.Relationship.self, forKey: .property)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    let kind: Kind
    switch property {
    case is Schema.CompositeAttribute: kind = .composite
    case is Schema.Attribute: kind = .attribute
    case is Schema.Relationship: kind = .relationship
    default:
      throw EncodingError.invalidValue(
        property,
        .init(codingPath: encoder.codingPath, debugDescription: "\(type(of: property)) is no property of an entity"))
    }
    try container.encode(kind, forKey: .kind)
    try container.encode(property, forKey: .property)
  }
}
