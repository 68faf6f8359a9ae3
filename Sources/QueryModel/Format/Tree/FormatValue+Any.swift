import Foundation

extension FormatValue {
  /// A value of the language as the format tree holds it: optionals unwrapped, enums by raw value, the rest as objects.
  package init(_ any: Any?) {
    guard let any else {
      self = .null
      return
    }
    switch any {
    case let optional as any OptionalValue: self = FormatValue(optional.unwrapped)
    // Foundation's numbers bridge to every Swift number, so they come first.
    case let number as NSNumber where type(of: any) is NSNumber.Type: self = FormatValue(number: number)
    case let value as FormatValue: self = value
    case let value as Bool: self = .boolean(value)
    case let value as String: self = .string(value)
    case let value as Double: self = .double(value)
    case let value as any BinaryInteger: self = FormatValue(integer: value)
    case let value as any BinaryFloatingPoint: self = .double(Double(value))
    case let value as Decimal: self = .decimal(value)
    case let value as Date: self = .date(value)
    case let value as Data: self = .data(value)
    case let value as UUID: self = .uuid(value)
    case let value as URL: self = .url(value)
    case let value as Substring: self = .string(String(value))
    case let value as Character: self = .string(String(value))
    case is NSNull: self = .null
    case let value as any RawRepresentable: self = FormatValue(value.rawValue)
    case is [String: Any], is NSDictionary: self = .object(FormatObject(any))
    case let values as NSOrderedSet: self = .collection(values.map { FormatValue($0) })
    case let values as [Any]: self = .collection(values.map { FormatValue($0) })
    case let values as Set<AnyHashable>: self = .collection(values.map { FormatValue($0.base) })
    case let values as NSSet: self = .collection(values.map { FormatValue($0) })
    default: self = .object(FormatObject(any))
    }
  }

  private init(number: NSNumber) {
    if let decimal = number as? NSDecimalNumber {
      self = .decimal(decimal.decimalValue)
    } else {
      switch String(cString: number.objCType) {
      // A Boolean and a small integer both say "c", and 0 and 1 mean the same either way.
      case "B", "c":
        let value = number.int64Value
        self = value == 0 || value == 1 ? .boolean(value == 1) : .integer(value)
      case "f", "d": self = .double(number.doubleValue)
      case "Q": self = FormatValue(integer: number.uint64Value)
      default: self = .integer(number.int64Value)
      }
    }
  }

  private init(integer: any BinaryInteger) {
    if let value = Int64(exactly: integer) {
      self = .integer(value)
    } else {
      self = Decimal(string: "\(integer)").map { .decimal($0) } ?? .double(Double(integer))
    }
  }

  /// The value as the language and Foundation hold it.
  package var any: Any? {
    switch self {
    case .null: nil
    case .boolean(let value): value
    case .integer(let value): Int(exactly: value) ?? value
    case .double(let value): value
    case .decimal(let value): value
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .uuid(let value): value
    case .url(let value): value
    case .collection(let values): values.map { $0.any ?? NSNull() }
    case .object(let object): object.value
    }
  }
}

/// An optional of any type, so that one inside an `Any` can be opened.
private protocol OptionalValue {
  var unwrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var unwrapped: Any? { self }
}
