import Foundation

/// SwiftData's collections for who has no Swift type for them: lists and dictionaries of what JSON knows.
///
/// Core Data reads them so. Sets are lists in the order in which they are stored; dates, data, identifiers and URLs are
/// the numbers and texts that `JSONEncoder` makes of them. What is read can be written back with nothing lost. Apple's
/// Core Data reads the archive as it is: the JSON's `Data` on iOS 17, and a list later; `Data` is therefore written too.
enum JSONCollection {
  /// The JSON of a collection: as `JSONEncoder` writes Swift's own, and Foundation's in the same form.
  ///
  /// - Parameter value: A collection, or JSON itself.
  static func data(of value: Any) throws -> Data {
    if let json = value as? Data { return json }
    let json = try JSONEncoder().encode(Node(value: value))
    guard let first = json.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
      throw TransformableCoding.Failure(description: "a value of type \(type(of: value)) is no collection")
    }
    return json
  }

  /// The collection in JSON; `nil` for other bytes.
  static func value(in json: Data) -> Any? {
    (try? JSONSerialization.jsonObject(with: json)).map { shown($0) }
  }

  /// The same value with numbers that cast to every Swift type they fit, at any depth.
  static func shown(_ value: Any) -> Any {
    if let number = value as? NSNumber { return self.number(number) }
    switch value {
    case let list as [Any]: return list.map { shown($0) }
    case let entries as [String: Any]: return entries.mapValues { shown($0) }
    default: return value
    }
  }

  /// JSONSerialization makes a decimal of a real number of many digits, which does not cast to Double.
  private static func number(_ number: NSNumber) -> NSNumber {
    guard let decimal = (number as? NSDecimalNumber)?.decimalValue, let real = Double(decimal.description),
      Decimal(string: "\(real)") == decimal
    else { return number }
    return NSNumber(value: real)
  }

  /// One value inside a collection.
  private struct Node: Encodable {
    let value: Any

    func encode(to encoder: any Encoder) throws {
      if let coded = value as? any Encodable {
        // Through the container, which has JSON's own forms of dates, data, URLs and decimals.
        var container = encoder.singleValueContainer()
        return try container.encode(coded)
      }
      if value is NSNull {
        var container = encoder.singleValueContainer()
        return try container.encodeNil()
      }
      if let number = value as? NSNumber { return try Self.encode(number, to: encoder) }
      if let list = Self.list(value) {
        var container = encoder.unkeyedContainer()
        for item in list { try container.encode(Node(value: item)) }
        return
      }
      if let entries = value as? [AnyHashable: Any] {
        var container = encoder.container(keyedBy: Name.self)
        for (key, value) in entries { try container.encode(Node(value: value), forKey: Name(key)) }
        return
      }
      guard let coded = Self.swift(value) else {
        throw TransformableCoding.Failure(description: "a value of type \(type(of: value)) is not 'Encodable'")
      }
      var container = encoder.singleValueContainer()
      try container.encode(coded)
    }

    private static func list(_ value: Any) -> [Any]? {
      if let ordered = value as? NSOrderedSet { return ordered.array }
      if let set = value as? Set<AnyHashable> { return set.map(\.base) }
      return value as? [Any]
    }

    /// The Swift value of an object of Foundation.
    private static func swift(_ value: Any) -> (any Encodable)? {
      switch value {
      case let text as String: text
      case let date as Date: date
      case let data as Data: data
      case let id as UUID: id
      case let url as URL: url
      default: nil
      }
    }

    private static func encode(_ number: NSNumber, to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let decimal = number as? NSDecimalNumber { return try container.encode(decimal.decimalValue) }
      // Foundation keeps one object for each truth value.
      if number === NSNumber(value: true) || number === NSNumber(value: false) {
        return try container.encode(number.boolValue)
      }
      // The type codes of C.
      switch UInt8(bitPattern: number.objCType.pointee) {
      case UInt8(ascii: "d"): try container.encode(number.doubleValue)
      case UInt8(ascii: "f"): try container.encode(number.floatValue)
      case UInt8(ascii: "Q"): try container.encode(number.uint64Value)
      default: try container.encode(number.int64Value)
      }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ key: AnyHashable) throws {
      if let text = key as? String {
        stringValue = text
      } else if let number = key as? NSNumber {
        stringValue = number.stringValue
      } else {
        throw TransformableCoding.Failure(description: "a key of type \(type(of: key.base)) has no name in JSON")
      }
    }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}
