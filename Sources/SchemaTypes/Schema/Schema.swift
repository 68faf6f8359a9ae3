/// The models of a store.
public final class Schema: Codable, @unchecked Sendable {
  // Unchecked because Apple's entities are classes with setters; a schema in use is not changed.
  /// That of the coded form.
  public static let schemaEncodingVersion = Version(1, 0, 0)
  public let encodingVersion: Version
  public let version: Version
  public let entities: [Entity]
  public let entitiesByName: [String: Entity]
  /// The classes, by entity name; empty for a schema made of entities.
  package let types: [String: any PersistentModel.Type]
  /// What was wrong with the classes; thrown where the schema is used, since the initialisers cannot throw.
  package let problems: [SchemaProblem]

  public init() {
    encodingVersion = Self.schemaEncodingVersion
    version = Version(1, 0, 0)
    entities = []
    entitiesByName = [:]
    types = [:]
    problems = []
  }

  public init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    encodingVersion = Self.schemaEncodingVersion
    self.version = version
    self.entities = entities.flatMap(\.family)
    entitiesByName = Dictionary(self.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    types = [:]
    problems = []
  }

  /// A schema of these models and every model that they reach through relationships.
  public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
    var builder = SchemaBuilder()
    builder.add(types)
    encodingVersion = Self.schemaEncodingVersion
    self.version = version
    entities = builder.entities
    entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.types = builder.types
    problems = builder.problems
  }

  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  init(
    encodingVersion: Version, version: Version, entities: [Entity], types: [String: any PersistentModel.Type]
  ) {
    self.encodingVersion = encodingVersion
    self.version = version
    self.entities = entities
    entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.types = types
    problems = []
  }

  private enum CodingKeys: CodingKey { case encodingVersion, version, entities, classes }

  /// Classes that the program does not have are left out; the entities are all there.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let roots = try container.decode([Entity].self, forKey: .entities)
    let names = try container.decodeIfPresent([String: String].self, forKey: .classes) ?? [:]
    self.init(
      encodingVersion: try container.decode(Version.self, forKey: .encodingVersion),
      version: try container.decode(Version.self, forKey: .version), entities: roots.flatMap(\.family),
      types: names.compactMapValues { _typeByName($0) as? any PersistentModel.Type })
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(encodingVersion, forKey: .encodingVersion)
    try container.encode(version, forKey: .version)
    let below = Set(entities.flatMap(\.subentities).map(\.name))
    try container.encode(entities.filter { !below.contains($0.name) }, forKey: .entities)
    try container.encode(types.compactMapValues { _mangledTypeName($0) }, forKey: .classes)
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
