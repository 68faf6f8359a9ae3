import Foundation
import ModelDescription
import ObjectGraph

/// Maps the Swift type of an attribute to what a model says of it.
struct AttributeMapping {
  private let attribute: Schema.Attribute
  private let entity: String
  private let type: any Any.Type

  init(_ attribute: Schema.Attribute, entity: String) {
    self.attribute = attribute
    self.entity = entity
    type = Schema.Relationship.unwrapped(attribute.valueType)
  }

  func description() throws -> AttributeDescription {
    var result = try typed()
    result.isOptional = attribute.isOptional
    result.isTransient = attribute.isTransient
    result.renamingIdentifier = attribute.originalName == attribute.name ? nil : attribute.originalName
    result.versionHashModifier = attribute.hashModifier
    result.allowsExternalStorage = attribute.options.contains(.externalStorage)
    result.preservesValueOnDeletion = attribute.options.contains(.preserveValueOnDeletion)
    result.allowsCloudEncryption = attribute.options.contains(.allowsCloudEncryption)
    result.isSpotlightIndexed = attribute.options.contains(.spotlight)
    return result
  }

  private func typed() throws -> AttributeDescription {
    let name = attribute.name
    if let transformer = attribute.transformerName {
      return AttributeDescription(name: name, type: .transformable, valueTransformerName: transformer)
    }
    if let plain = Self.plainType(type) {
      return AttributeDescription(name: name, type: plain, defaultValue: defaultValue(of: plain))
    }
    if let raw = Self.rawType(type) {
      guard let leaf = Self.plainType(raw) else { throw error("raw values of type \(raw) cannot be stored") }
      return AttributeDescription(
        name: name, type: .composite, elements: [AttributeDescription(name: name, type: leaf, isOptional: true)],
        userInfo: UserInfo(["EnumType": "true"]))
    }
    if type is any CodableCollection.Type {
      return AttributeDescription(
        name: name, type: .transformable, valueTransformerName: "NSSecureUnarchiveFromData",
        valueClassName: "\(type)")
    }
    throw error(
      "properties of type \(type) cannot be stored yet: use a plain type, an enum with raw values or '@Attribute(.transformable(by:))', or mark it '@Transient'"
    )
  }

  private func error(_ message: String) -> ModelError {
    ModelError(message, entity: entity, property: attribute.name)
  }

  private static func rawType(_ type: any Any.Type) -> (any Any.Type)? {
    func raw<T: RawRepresentable>(_: T.Type) -> any Any.Type { T.RawValue.self }
    return (type as? any RawRepresentable.Type).map { raw($0) }
  }

  /// The attribute type that a Swift type alone decides.
  static func plainType(_ type: any Any.Type) -> AttributeType? { plainTypes[ObjectIdentifier(type)] }

  private static let plainTypes: [ObjectIdentifier: AttributeType] = {
    let pairs: [(any Any.Type, AttributeType)] = [
      (Bool.self, .boolean), (Int.self, .integer64), (Int64.self, .integer64), (UInt.self, .integer64),
      (UInt64.self, .integer64), (UInt32.self, .integer64), (Int32.self, .integer32), (UInt16.self, .integer32),
      (Int16.self, .integer16), (Int8.self, .integer16), (UInt8.self, .integer16), (Double.self, .double),
      (Float.self, .float), (String.self, .string), (Date.self, .date), (Data.self, .binary), (UUID.self, .uuid),
      (URL.self, .uri), (Decimal.self, .decimal),
    ]
    return Dictionary(uniqueKeysWithValues: pairs.map { (ObjectIdentifier($0), $1) })
  }()

  /// The default, typed as the model types it.
  private func defaultValue(of type: AttributeType) -> AttributeValue? {
    guard var value = attribute.defaultValue else { return nil }
    if let optional = value as? any OptionalType {
      guard let wrapped = optional.wrappedValue else { return nil }
      value = wrapped
    }
    switch value {
    case let value as Bool: return .boolean(value)
    case let value as any BinaryInteger: return number(value, as: type)
    case let value as Double: return type == .float ? .float(Float(value)) : .double(value)
    case let value as Float: return .float(value)
    case let value as String: return .string(value)
    case let value as Date: return .date(value)
    case let value as Data: return .data(value)
    case let value as UUID: return .uuid(value)
    case let value as URL: return .uri(value.absoluteString)
    case let value as Decimal: return .decimal(value)
    default: return nil
    }
  }

  private func number(_ value: any BinaryInteger, as type: AttributeType) -> AttributeValue? {
    switch type {
    case .double: .double(Double(value))
    case .float: .float(Float(value))
    case .decimal: Int64(exactly: value).map { .decimal(Decimal($0)) }
    default: Int64(exactly: value).map { .integer($0) }
    }
  }
}

/// Collections that are stored as one transformable.
private protocol CodableCollection {}
extension Array: CodableCollection where Element: Codable {}
extension Set: CodableCollection where Element: Codable {}
extension Dictionary: CodableCollection where Key: Codable, Value: Codable {}
