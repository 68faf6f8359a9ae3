import Foundation
import ModelDescription
import ObjectGraph

extension Schema {
  /// An attribute of a struct, whose stored properties have columns of their own.
  public final class CompositeAttribute: Attribute {
    public var properties: [Attribute] = []

    public override init(
      name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
      defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      super.init(
        name: name, originalName: originalName, options: options, valueType: valueType, defaultValue: defaultValue,
        hashModifier: hashModifier)
    }

    private enum CodingKeys: CodingKey { case properties }

    public required init(from decoder: any Decoder) throws {
      properties = try decoder.container(keyedBy: CodingKeys.self)
        .decode([CodedProperty].self, forKey: .properties).compactMap { $0.property as? Attribute }
      try super.init(from: decoder)
    }

    public override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(properties.map { CodedProperty($0) }, forKey: .properties)
    }

    public override var debugDescription: String {
      "\(name): \(valueType)(\(properties.map(\.name).joined(separator: ", ")))"
    }
  }
}

extension Schema.Attribute {
  /// A part of a struct, with the type that its column stands for; the parts of a struct in it are not shown.
  convenience init(part element: ValueShape.Element) {
    self.init(name: element.name, valueType: element.shape.swiftType)
    isOptional = element.isOptional
  }
}

extension ValueShape {
  fileprivate var swiftType: any Any.Type {
    switch self {
    case .plain(let type), .raw(let type): type.swiftType
    case .cases: String.self
    case .structure: [String: Any].self
    case .collection, .coded: Data.self
    }
  }
}

extension AttributeType {
  fileprivate var swiftType: any Any.Type {
    switch self {
    case .integer16: Int16.self
    case .integer32: Int32.self
    case .integer64: Int64.self
    case .boolean: Bool.self
    case .double: Double.self
    case .float: Float.self
    case .string: String.self
    case .date: Date.self
    case .uuid: UUID.self
    case .uri: URL.self
    case .decimal: Decimal.self
    case .binary, .transformable: Data.self
    case .undefined, .composite, .objectID: Any.self
    }
  }
}
