import Foundation

/// `CAST` of a literal, which is how the printed form spells constants that have no literal of their own.
package enum FormatCast {
  /// The constant that the cast of a literal stands for, else the cast itself.
  static func folded(_ value: FormatExpression, _ type: String) -> FormatExpression {
    guard case .constant(let literal) = value, let constant = constant(literal, type) else { return .cast(value, type) }
    return .constant(constant)
  }

  private static func constant(_ literal: FormatValue, _ type: String) -> FormatValue? {
    switch (literal, type) {
    case (.integer(let seconds), "NSDate"): .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.double(let seconds), "NSDate"): .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.string(let text), "NSDecimalNumber"): Decimal(string: text).map { .decimal($0) }
    case (.string(let text), "NSUUID"): UUID(uuidString: text).map { .uuid($0) }
    case (.string(let text), "NSURL"): URL(string: text).map { .url($0) }
    case (.string(let text), "NSData"): Data(base64Encoded: text).map { .data($0) }
    case (.string("nan"), "NSNumber"): .double(.nan)
    case (.string("inf"), "NSNumber"): .double(.infinity)
    case (.string("-inf"), "NSNumber"): .double(-.infinity)
    default: nil
    }
  }
}
