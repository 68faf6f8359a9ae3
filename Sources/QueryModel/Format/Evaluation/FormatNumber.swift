import Foundation

/// Numbers of formats: literals, arguments and the operands of arithmetic.
enum FormatNumber {
  /// A literal beyond 64 bits: a decimal while it is exact, else the nearest double; `nil` when neither holds it.
  static func large(_ digits: String) -> FormatValue? {
    if digits.count <= 38, let decimal = Decimal(string: digits) { return .decimal(decimal) }
    return Double(digits).flatMap { $0.isFinite ? .double($0) : nil }
  }

  /// The literal with a minus before it.
  static func negated(_ value: FormatValue) -> FormatValue? {
    switch value {
    case .integer(let value): return value == .min ? nil : .integer(-value)
    case .double(let value): return .double(-value)
    case .decimal(let value):
      // The one integer whose digits alone do not fit 64 bits.
      return "\(value)" == "9223372036854775808" ? .integer(.min) : .decimal(-value)
    default: return nil
    }
  }

  static func isDecimal(_ value: FormatValue) -> Bool { if case .decimal = value { true } else { false } }

  /// The argument of `%d` and its like.
  static func whole(_ value: FormatValue) -> FormatValue? {
    switch value {
    case .integer: value
    case .boolean(let value): .integer(value ? 1 : 0)
    case .double(let value): Int64(exactly: value).map { .integer($0) }
    case .decimal(let decimal):
      Int64("\(decimal)") == nil ? (decimal.isWhole ? value : nil) : Int64("\(decimal)").map { .integer($0) }
    default: nil
    }
  }

  /// The argument of `%f` and its like.
  static func real(_ value: FormatValue) -> FormatValue? {
    switch value {
    case .integer(let value): .double(Double(value))
    case .boolean(let value): .double(value ? 1 : 0)
    case .double: value
    case .decimal(let value): Double("\(value)").map { .double($0) }
    default: nil
    }
  }
}

extension Decimal {
  var isWhole: Bool { !isNaN && !"\(self)".contains(".") }
}
