import Foundation
import ModelDescription

extension AttributeValue {
  /// The value as users of Core Data see it.
  var any: Any {
    switch self {
    case .boolean(let value): SharedNumbers.number(value)
    case .integer(let value): SharedNumbers.number(value)
    case .decimal(let value): NSDecimalNumber(decimal: value)
    case .double(let value): NSNumber(value: value)
    case .float(let value): NSNumber(value: value)
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .uuid(let value): value
    case .uri(let text): URL(string: text) ?? text
    }
  }

  /// A value for an attribute of the type; `nil` for one of another type or beyond the type's width.
  init?(_ value: Any, for type: AttributeType) {
    switch type {
    case .boolean:
      if let flag = ExactCast.value(value, Bool.self) {
        self = .boolean(flag)
      } else if let number = Self.number(value) {
        self = .boolean(number.boolValue)
      } else {
        return nil
      }
    case .integer16, .integer32, .integer64:
      guard let number = Self.integer(value), Self.range(of: type).contains(number) else { return nil }
      self = .integer(number)
    case .decimal:
      if let decimal = value as? Decimal {
        self = .decimal(decimal)
      } else if let number = value as? NSDecimalNumber {
        self = .decimal(number.decimalValue)
      } else if let number = Self.integer(value) {
        self = .decimal(Decimal(number))
      } else if let number = Self.number(value) {
        self = .decimal(number.decimalValue)
      } else {
        return nil
      }
    case .double:
      if let real = ExactCast.value(value, Double.self) {
        self = .double(real)
      } else if let number = Self.number(value) {
        self = .double(number.doubleValue)
      } else {
        return nil
      }
    case .float:
      guard let number = Self.number(value) else { return nil }
      self = .float(number.floatValue)
    case .string:
      guard let text = value as? String else { return nil }
      self = .string(text)
    case .date:
      guard let date = value as? Date else { return nil }
      self = .date(date)
    case .binary:
      guard let data = value as? Data else { return nil }
      self = .data(data)
    case .uuid:
      guard let uuid = value as? UUID else { return nil }
      self = .uuid(uuid)
    case .uri:
      if let url = value as? URL {
        self = .uri(url.absoluteString)
      } else if let text = value as? String {
        self = .uri(text)
      } else {
        return nil
      }
    case .undefined, .transformable, .objectID, .composite: return nil
    }
  }

  private static func integer(_ value: Any) -> Int64? {
    if let integer = ExactCast.value(value, Int.self) { return Int64(integer) }
    if let integer = ExactCast.value(value, Int64.self) { return integer }
    if let integer = value as? any BinaryInteger { return Int64(exactly: integer) }
    guard let number = number(value) else { return nil }
    let isWhole = Int64(exactly: number.doubleValue) != nil
    if number is NSDecimalNumber { return isWhole ? number.int64Value : nil }
    // The type codes of C. A Double does not say of the largest integers whether they fit.
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): return isWhole ? number.int64Value : nil
    case UInt8(ascii: "Q"): return Int64(exactly: number.uint64Value)
    default: return number.int64Value
    }
  }

  /// A number in any of the forms that Swift code writes one.
  private static func number(_ value: Any) -> NSNumber? {
    switch value {
    case let number as NSNumber: number
    case let flag as Bool: NSNumber(value: flag)
    case let integer as any BinaryInteger: Int64(exactly: integer).map { NSNumber(value: $0) }
    case let number as Double: NSNumber(value: number)
    case let number as Float: NSNumber(value: number)
    case let decimal as Decimal: NSDecimalNumber(decimal: decimal)
    default: nil
    }
  }

  private static func range(of type: AttributeType) -> ClosedRange<Int64> {
    switch type {
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    default: Int64.min...Int64.max
    }
  }
}
