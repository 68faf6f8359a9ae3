/// The models of a store.
public final class Schema: @unchecked Sendable {
  // Unchecked because Apple's entities are classes with setters; a schema in use is not changed.
  public let version: Version
  public let entities: [Entity]
  public let entitiesByName: [String: Entity]
  /// The classes, by entity name; empty for a schema made of entities.
  package let types: [String: any PersistentModel.Type]
  /// What was wrong with the classes; thrown where the schema is used, since the initialisers cannot throw.
  package let problems: [SchemaProblem]

  public init() {
    version = Version(1, 0, 0)
    entities = []
    entitiesByName = [:]
    types = [:]
    problems = []
  }

  public init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.version = version
    self.entities = entities
    entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    types = [:]
    problems = []
  }

  /// A schema of these models and every model that they reach through relationships.
  public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
    var builder = SchemaBuilder()
    builder.add(types)
    self.version = version
    entities = builder.entities
    entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.types = builder.types
    problems = builder.problems
  }

  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  public func entity<T>(for type: T.Type) -> Entity? where T: PersistentModel {
    entitiesByName[Self.entityName(for: type)]
  }

  /// The class's own name, without the types that it is nested in.
  public static func entityName<T>(for type: T.Type) -> String where T: PersistentModel { String(describing: type) }
}

extension Schema: Hashable {
  public static func == (left: Schema, right: Schema) -> Bool {
    left.version == right.version && left.entitiesByName == right.entitiesByName
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(entitiesByName)
  }
}

extension Schema: CustomDebugStringConvertible {
  public var debugDescription: String { "Schema \(version): \(entities.map(\.name).joined(separator: ", "))" }
}
