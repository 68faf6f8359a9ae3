package import Foundation
import FoundationAdditions
package import ModelDescription
import ObjectGraph

/// Transformable attributes: through the transformer that the attribute names, or as archives of collections.
///
/// A collection that is a property of the model itself is a transformable of SwiftData's own, whose value class is its
/// Swift type. On iOS 17 its bytes are an archive of JSON (iOS-ChefTime's store), later an archive of an array; the first
/// form is the one that is written, since a store shows it, and all are read (StoreFormat.md section 7). Who has no Swift
/// type for it, as users of Core Data, reads and writes the collection as `JSONCollection` says.
///
/// Values without a layout of Apple's that is known (enums with associated values, option sets, `.codable`) are JSON in a
/// binary attribute: a form of our own, in which Apple's frameworks keep what lies inside a composite.
package struct TransformableCoding: ValueCoding {
  package init() {}

  package func data(of value: Any, for attribute: AttributeDescription) throws -> Data {
    if attribute.type == .binary {
      guard let coded = value as? any Encodable else {
        throw Failure(description: "a value of type \(type(of: value)) is not 'Encodable'")
      }
      return try JSONEncoder().encode(coded)
    }
    if attribute.holdsCollection {
      return try NSSecureUnarchiveFromDataTransformer.archive(of: JSONCollection.data(of: value))
    }
    guard let transformer = try transformer(of: attribute) else {
      return try NSSecureUnarchiveFromDataTransformer.archive(of: value)
    }
    let result =
      transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
    guard let data = result as? Data else {
      throw Failure(
        description: "the value transformer \(type(of: transformer)) makes no data of a \(type(of: value))")
    }
    return data
  }

  package func value(in data: Data, for attribute: AttributeDescription, as type: Any.Type) throws -> Any {
    if attribute.type == .binary {
      guard let coded = type as? any Decodable.Type else { throw Failure(description: "\(type) is not 'Decodable'") }
      return try JSONDecoder().decode(coded, from: data)
    }
    if attribute.holdsCollection {
      let bytes = try CollectionBytes(data)
      if let coded = type as? any Decodable.Type { return try bytes.value(coded) }
      if let value = bytes.untyped.flatMap({ Fitting.value($0, as: type) }) { return value }
    }
    let result: Any?
    if let transformer = try transformer(of: attribute) {
      result =
        transformer is NSSecureUnarchiveFromDataTransformer
        ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
      guard result != nil else {
        // Says why, where it can.
        if let secure = transformer as? NSSecureUnarchiveFromDataTransformer { _ = try secure.readValue(in: data) }
        throw Failure(
          description: "the value transformer \(Swift.type(of: transformer)) makes nothing of the \(data.count) bytes")
      }
    } else {
      result = try NSSecureUnarchiveFromDataTransformer.value(in: data, of: type as? AnyClass)
    }
    guard let value = result.flatMap({ Fitting.value($0, as: type) }) else {
      throw Failure(description: "the bytes hold a \(result.map { "\(Swift.type(of: $0))" } ?? "nil"), no \(type)")
    }
    return value
  }

  /// `nil` stands for the frameworks' own, which reads archives of property lists.
  private func transformer(of attribute: AttributeDescription) throws -> ValueTransformer? {
    guard let name = attribute.valueTransformerName, !name.isEmpty else { return nil }
    if let found = ValueTransformer.transformer(named: name) { return found }
    let own: [NSValueTransformerName] = [
      .secureUnarchiveFromDataTransformerName, .unarchiveFromDataTransformerName,
      .keyedUnarchiveFromDataTransformerName,
    ]
    guard own.contains(where: { $0.isMeant(by: name) }) else {
      throw Failure(
        description:
          "no value transformer named \(name) is registered; call 'ValueTransformer.setValueTransformer(_:forName:)' first"
      )
    }
    return nil
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

extension AttributeDescription {
  /// The value class is a Swift collection, and no transformer of the program's own is named: SwiftData's own way with
  /// them.
  fileprivate var holdsCollection: Bool {
    guard let valueClassName, ["Array<", "Set<", "Dictionary<"].contains(where: { valueClassName.hasPrefix($0) })
    else { return false }
    guard let valueTransformerName, !valueTransformerName.isEmpty else { return true }
    return NSValueTransformerName.secureUnarchiveFromDataTransformerName.isMeant(by: valueTransformerName)
  }
}

/// The bytes of a collection in any of the forms that are known.
private struct CollectionBytes {
  private let json: Data?
  private let list: Any?

  init(_ data: Data) throws {
    guard data.starts(with: Data("bplist".utf8)) else {
      (json, list) = (data, nil)
      return
    }
    let value = try NSSecureUnarchiveFromDataTransformer.value(in: data)
    json = value as? Data
    list = json == nil ? value : nil
  }

  /// The collection without its Swift type; `nil` where the bytes hold none.
  var untyped: Any? {
    if let json { return JSONCollection.value(in: json) }
    return list.map { JSONCollection.shown($0) }
  }

  func value<T: Decodable>(_ type: T.Type) throws -> Any {
    if let json { return try JSONDecoder().decode(type, from: json) }
    guard let value = list.flatMap({ Fitting.value($0, as: type) }) else {
      throw TransformableCoding.Failure(
        description: "the archive holds a \(list.map { "\(Swift.type(of: $0))" } ?? "nil"), no \(type)")
    }
    return value
  }
}

/// Values of archives in the Swift types that properties have.
private enum Fitting {
  static func value(_ value: Any, as type: Any.Type) -> Any? {
    func open<T>(_: T.Type) -> Any? { value as? T }
    if let same = _openExistential(type, do: open) { return same }
    if let list = type as? any FittingCollection.Type { return list.fitting(value) }
    if let number = type as? any FittingNumber.Type { return number.fitting(value) }
    return nil
  }
}

private protocol FittingCollection { static func fitting(_ value: Any) -> Any? }

extension Array: FittingCollection {
  fileprivate static func fitting(_ value: Any) -> Any? {
    guard let list = value as? [Any] else { return nil }
    var elements: [Element] = []
    for item in list {
      guard let element = Fitting.value(item, as: Element.self) as? Element else { return nil }
      elements.append(element)
    }
    return elements
  }
}

extension Set: FittingCollection {
  fileprivate static func fitting(_ value: Any) -> Any? {
    guard let elements = [Element].fitting(value) as? [Element] else { return nil }
    return Set(elements)
  }
}

extension Dictionary: FittingCollection {
  fileprivate static func fitting(_ value: Any) -> Any? {
    guard let entries = value as? [String: Any] else { return nil }
    var result: [Key: Value] = [:]
    for (key, value) in entries {
      guard let key = key as? Key, let value = Fitting.value(value, as: Value.self) as? Value else { return nil }
      result[key] = value
    }
    return result
  }
}

/// Archives know one integer and one real type.
private protocol FittingNumber { static func fitting(_ value: Any) -> Any? }

extension FittingNumber where Self: BinaryInteger {
  fileprivate static func fitting(_ value: Any) -> Any? { (value as? Int64).flatMap { Self(exactly: $0) } }
}

extension FittingNumber where Self: BinaryFloatingPoint {
  fileprivate static func fitting(_ value: Any) -> Any? {
    (value as? Double).map { Self($0) } ?? (value as? Int64).map { Self($0) }
  }
}

extension Int: FittingNumber {}
extension Int8: FittingNumber {}
extension Int16: FittingNumber {}
extension Int32: FittingNumber {}
extension UInt: FittingNumber {}
extension UInt8: FittingNumber {}
extension UInt16: FittingNumber {}
extension UInt32: FittingNumber {}
extension UInt64: FittingNumber {}
extension Float: FittingNumber {}
extension Double: FittingNumber {}
