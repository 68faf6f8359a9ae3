extension Schema {
  /// One model's entity.
  public final class Entity: Hashable, CustomDebugStringConvertible {
    public var name: String
    public var subentities: Set<Entity> = []
    public var superentityName: String?
    public var storedProperties: [any SchemaProperty]
    public var inheritedProperties: [any SchemaProperty] = []
    public var uniquenessConstraints: [[String]] = []
    /// Property names of each index.
    public var indices: [[String]] = []

    /// Property names of each R-tree index.
    package var locationIndices: [[String]] = []

    public init(_ name: String) {
      self.name = name
      storedProperties = []
    }

    public init(_ name: String, properties: any SchemaProperty...) {
      self.name = name
      storedProperties = properties
    }

    public init(_ name: String, subentities: Entity..., properties: any SchemaProperty...) {
      self.name = name
      storedProperties = properties
      self.subentities = Set(subentities)
      for entity in subentities { entity.superentityName = name }
    }

    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }
    public var attributes: Set<Attribute> { Set(attributeList) }
    public var relationships: Set<Relationship> { Set(relationshipList) }
    public var attributesByName: [String: Attribute] { Self.table(attributeList, \.name) }
    public var relationshipsByName: [String: Relationship] { Self.table(relationshipList, \.name) }
    public var storedPropertiesByName: [String: any SchemaProperty] { Self.table(storedProperties, \.name) }
    public var inheritedPropertiesByName: [String: any SchemaProperty] { Self.table(inheritedProperties, \.name) }

    /// Own attributes in declared order.
    package var attributeList: [Attribute] { storedProperties.compactMap { $0 as? Attribute } }
    /// Own relationships in declared order.
    package var relationshipList: [Relationship] { storedProperties.compactMap { $0 as? Relationship } }

    private static func table<T>(_ values: [T], _ name: (T) -> String) -> [String: T] {
      Dictionary(values.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    public static func == (left: Entity, right: Entity) -> Bool {
      left === right
        || left.name == right.name && left.superentityName == right.superentityName
          && left.attributesByName == right.attributesByName && left.relationshipsByName == right.relationshipsByName
          && left.uniquenessConstraints == right.uniquenessConstraints && left.indices == right.indices
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    public var debugDescription: String { "\(name)(\(storedProperties.map { $0.name }.joined(separator: ", ")))" }
  }
}
