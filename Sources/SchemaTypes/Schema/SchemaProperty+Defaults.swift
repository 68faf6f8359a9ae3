import ObjectGraph

extension SchemaProperty {
  public var isAttribute: Bool { self is Schema.Attribute }
  public var isRelationship: Bool { self is Schema.Relationship }
  public var isTransient: Bool { false }
  public var isOptional: Bool { valueType is any OptionalType.Type }
}
