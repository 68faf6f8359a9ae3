import ObjectGraph

extension Schema {
  /// A property whose value is stored in the object's own row.
  public class Attribute: SchemaProperty, CustomDebugStringConvertible {
    public var name: String
    public var originalName: String
    public var options: [Option]
    public var valueType: any Any.Type
    public var defaultValue: Any?
    public var hashModifier: String?
    public var isOptional: Bool
    /// What an initialiser of the class takes for the property when nobody says otherwise; not part of the coded form.
    package var initialValue: (() -> Any)?

    /// What `@Attribute(…)` makes; the schema fills in name and type.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      name = ""
      self.originalName = originalName ?? ""
      self.options = options
      valueType = Any.self
      self.hashModifier = hashModifier
      isOptional = false
    }

    public init(
      name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
      defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.options = options
      self.valueType = valueType
      self.defaultValue = defaultValue
      self.hashModifier = hashModifier
      isOptional = valueType is any OptionalType.Type
    }

    public var isAttribute: Bool { true }
    public var isRelationship: Bool { false }
    public var isTransient: Bool { options.contains(.ephemeral) }
    public var isUnique: Bool { options.contains(.unique) }
    public var isTransformable: Bool { transformerName != nil }
    /// The transformer that `.transformable(by:)` names.
    package var transformerName: String? { options.lazy.compactMap(\.transformerName).first }

    /// Stored as it is coded, in one blob.
    public var isCodable: Bool { options.contains(.codable) }

    // MARK: coding

    private enum CodingKeys: CodingKey {
      case name, originalName, options, valueType, defaultValue, hashModifier, isOptional
    }

    public required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      originalName = try container.decode(String.self, forKey: .originalName)
      options = try container.decode([Option].self, forKey: .options)
      valueType = try container.decode(CodedType.self, forKey: .valueType).type
      defaultValue = try container.decodeIfPresent(CodedDefault.self, forKey: .defaultValue)?.value
      hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
      isOptional = try container.decode(Bool.self, forKey: .isOptional)
    }

    /// A default value goes along when it is of one of the types that have a column of their own.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(originalName, forKey: .originalName)
      try container.encode(options, forKey: .options)
      try container.encode(CodedType(valueType), forKey: .valueType)
      try container.encodeIfPresent(defaultValue.flatMap { CodedDefault($0) }, forKey: .defaultValue)
      try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
      try container.encode(isOptional, forKey: .isOptional)
    }

    public static func == (left: Attribute, right: Attribute) -> Bool {
      left === right
        || left.name == right.name && left.originalName == right.originalName && left.options == right.options
          && left.valueType == right.valueType && left.hashModifier == right.hashModifier
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    public var debugDescription: String { "\(name): \(valueType)" }
  }
}
