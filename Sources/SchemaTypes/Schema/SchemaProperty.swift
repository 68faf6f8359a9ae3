/// An attribute or relationship of a schema, or a list of constraints or indexes.
public protocol SchemaProperty: Decodable, Encodable, Hashable {
  var name: String { get set }
  var originalName: String { get set }
  var valueType: any Any.Type { get set }
  var isAttribute: Bool { get }
  var isRelationship: Bool { get }
  var isTransient: Bool { get }
  var isOptional: Bool { get }
  var isUnique: Bool { get }
}
