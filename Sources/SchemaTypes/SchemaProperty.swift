/// An attribute or relationship of a schema.
public protocol SchemaProperty {}
