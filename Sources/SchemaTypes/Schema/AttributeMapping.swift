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
    if attribute.isCodable, AttributeType(holding: type) == nil {
      guard type is any Codable.Type else { throw error("'.codable' needs a 'Codable' type, and \(type) is none") }
      return AttributeDescription(name: name, type: .binary)
    }
    let shape: ValueShape
    do {
      shape = try ValueShape(of: type)
    } catch {
      throw self.error(
        "properties of type \(type) cannot be stored: \(error.description). Mend the type, name a transformer by '@Attribute(.transformable(by:))', store a 'Codable' value as it is coded by '@Attribute(.codable)', or mark the property '@Transient'"
      )
    }
    if case .collection = shape {
      return AttributeDescription(
        name: name, type: .transformable, valueTransformerName: "NSSecureUnarchiveFromData",
        valueClassName: "\(type)")
    }
    return description(name, shape)
  }

  /// An attribute of that shape; the parts of a composite are optional, whatever the struct says (StoreFormat.md section 7).
  private func description(_ name: String, _ shape: ValueShape, isPart: Bool = false) -> AttributeDescription {
    func leaf(_ name: String, _ type: AttributeType) -> AttributeDescription {
      AttributeDescription(name: name, type: type, isOptional: true)
    }
    switch shape {
    case .plain(let plain):
      return AttributeDescription(
        name: name, type: plain, isOptional: isPart, defaultValue: isPart ? nil : defaultValue(of: plain))
    case .raw(let raw):
      return AttributeDescription(
        name: name, type: .composite, isOptional: isPart, elements: [leaf(name, raw)],
        userInfo: UserInfo(["EnumType": "true"]))
    case .cases(let names):
      return AttributeDescription(
        name: name, type: .composite, isOptional: isPart, elements: names.map { leaf($0, .string) },
        userInfo: UserInfo(["EnumType": "true"]))
    case .structure(let elements):
      return AttributeDescription(
        name: name, type: .composite, isOptional: isPart,
        elements: elements.map { description($0.name, $0.shape, isPart: true) })
    case .collection, .coded: return AttributeDescription(name: name, type: .binary, isOptional: isPart)
    }
  }

  private func error(_ message: String) -> ModelError {
    ModelError(message, entity: entity, property: attribute.name)
  }

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
