import ObjectGraph

extension Schema {
  /// A property that refers to one or many objects.
  public final class Relationship: SchemaProperty, CustomDebugStringConvertible {
    public var name: String
    public var originalName: String
    public var keypath: AnyKeyPath?
    public var options: [Option]
    public var valueType: any Any.Type
    public var destination: String
    public var deleteRule: DeleteRule
    public var inverseName: String?
    public var inverseKeyPath: AnyKeyPath?
    public var minimumModelCount: Int?
    public var maximumModelCount: Int?
    public var hashModifier: String?

    public enum DeleteRule: String, Codable, Sendable { case noAction, nullify, cascade, deny }

    public struct Option: Codable, Hashable, Sendable, CustomDebugStringConvertible {
      private var name: String
      public static var unique: Self { Self(name: "unique") }
      public var debugDescription: String { name }
    }

    /// What `@Relationship(…)` makes; the schema fills in name, type, destination and inverse.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      name = ""
      self.originalName = originalName ?? ""
      self.options = options
      valueType = Any.self
      destination = ""
      self.deleteRule = deleteRule
      inverseKeyPath = inverse
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.hashModifier = hashModifier
    }

    public var isToOneRelationship: Bool { !(Self.unwrapped(valueType) is any ModelArray.Type) }
    public var isUnique: Bool { options.contains(.unique) }
    public var isAttribute: Bool { false }
    public var isTransient: Bool { false }

    static func unwrapped(_ type: any Any.Type) -> any Any.Type {
      (type as? any OptionalType.Type)?.wrappedType ?? type
    }

    // MARK: coding

    private enum CodingKeys: CodingKey {
      case name, originalName, options, valueType, destination, deleteRule, inverseName, minimumModelCount
      case maximumModelCount, hashModifier
    }

    /// Key paths are not coded; the names of relationship and inverse are.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      originalName = try container.decode(String.self, forKey: .originalName)
      options = try container.decode([Option].self, forKey: .options)
      valueType = try container.decode(CodedType.self, forKey: .valueType).type
      destination = try container.decode(String.self, forKey: .destination)
      deleteRule = try container.decode(DeleteRule.self, forKey: .deleteRule)
      inverseName = try container.decodeIfPresent(String.self, forKey: .inverseName)
      minimumModelCount = try container.decodeIfPresent(Int.self, forKey: .minimumModelCount)
      maximumModelCount = try container.decodeIfPresent(Int.self, forKey: .maximumModelCount)
      hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(originalName, forKey: .originalName)
      try container.encode(options, forKey: .options)
      try container.encode(CodedType(valueType), forKey: .valueType)
      try container.encode(destination, forKey: .destination)
      try container.encode(deleteRule, forKey: .deleteRule)
      try container.encodeIfPresent(inverseName, forKey: .inverseName)
      try container.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
      try container.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
      try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
    }

    public static func == (left: Relationship, right: Relationship) -> Bool {
      left === right
        || left.name == right.name && left.originalName == right.originalName && left.valueType == right.valueType
          && left.destination == right.destination && left.deleteRule == right.deleteRule
          && left.inverseName == right.inverseName && left.options == right.options
          && left.minimumModelCount == right.minimumModelCount && left.maximumModelCount == right.maximumModelCount
          && left.hashModifier == right.hashModifier
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    public var debugDescription: String { "\(name) -> \(destination)\(inverseName.map { ".\($0)" } ?? "")" }
  }
}
