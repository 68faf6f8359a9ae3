extension Schema {
  /// One model's entity.
  public final class Entity: Codable, Hashable, CustomDebugStringConvertible {
    public var name: String
    public var subentities: Set<Entity> = []
    public var superentityName: String?
    /// Held weakly: an entity holds those below it.
    public weak var superentity: Entity? {
      didSet { if let superentity { superentityName = superentity.name } }
    }
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
      for entity in subentities { entity.superentity = self }
    }

    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }
    /// The entity's own; setting them replaces them, in the order of their names.
    public var attributes: Set<Attribute> {
      get { Set(attributeList) }
      set { storedProperties = newValue.sorted { $0.name < $1.name } + relationshipList }
    }
    public var relationships: Set<Relationship> {
      get { Set(relationshipList) }
      set {
        let list = newValue.sorted { $0.name < $1.name }
        storedProperties = attributeList.map { $0 as any SchemaProperty } + list
      }
    }
    public var attributesByName: [String: Attribute] {
      get { Self.table(attributeList, \.name) }
      set { attributes = Set(newValue.values) }
    }
    public var relationshipsByName: [String: Relationship] {
      get { Self.table(relationshipList, \.name) }
      set { relationships = Set(newValue.values) }
    }
    public var storedPropertiesByName: [String: any SchemaProperty] {
      get { Self.table(storedProperties, \.name) }
      set { storedProperties = newValue.sorted { $0.key < $1.key }.map(\.value) }
    }
    public var inheritedPropertiesByName: [String: any SchemaProperty] {
      get { Self.table(inheritedProperties, \.name) }
      set { inheritedProperties = newValue.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Own attributes in declared order.
    package var attributeList: [Attribute] { storedProperties.compactMap { $0 as? Attribute } }
    /// Own relationships in declared order.
    package var relationshipList: [Relationship] { storedProperties.compactMap { $0 as? Relationship } }

    private static func table<T>(_ values: [T], _ name: (T) -> String) -> [String: T] {
      Dictionary(values.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: coding

    private enum CodingKeys: CodingKey {
      case name, superentityName, subentities, storedProperties, inheritedProperties, uniquenessConstraints, indices
      case locationIndices
    }

    /// Entities below this one come without their own place in a schema; a schema that is read has each entity once.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      superentityName = try container.decodeIfPresent(String.self, forKey: .superentityName)
      storedProperties = try container.decode([CodedProperty].self, forKey: .storedProperties).map(\.property)
      inheritedProperties = try container.decode([CodedProperty].self, forKey: .inheritedProperties).map(\.property)
      uniquenessConstraints = try container.decode([[String]].self, forKey: .uniquenessConstraints)
      indices = try container.decode([[String]].self, forKey: .indices)
      locationIndices = try container.decode([[String]].self, forKey: .locationIndices)
      subentities = Set(try container.decode([Entity].self, forKey: .subentities))
      for entity in subentities { entity.superentity = self }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(superentityName, forKey: .superentityName)
      try container.encode(storedProperties.map { CodedProperty($0) }, forKey: .storedProperties)
      try container.encode(inheritedProperties.map { CodedProperty($0) }, forKey: .inheritedProperties)
      try container.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
      try container.encode(indices, forKey: .indices)
      try container.encode(locationIndices, forKey: .locationIndices)
      try container.encode(subentities.sorted { $0.name < $1.name }, forKey: .subentities)
    }

    /// The entity and all below it.
    var family: [Entity] { [self] + subentities.sorted { $0.name < $1.name }.flatMap(\.family) }

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
