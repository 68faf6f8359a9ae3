import Foundation

/// `CAST(value, "Type")`
enum FormatCasting {
  static func value(_ value: FormatValue, _ type: String, _ expression: FormatExpression) throws -> FormatValue {
    if value == .null { return .null }
    let result: FormatValue?
    switch type {
    case "NSNumber": result = number(value)
    case "NSDecimalNumber": result = decimal(value)
    case "NSString": result = text(value).map { .string($0) }
    case "NSDate": result = date(value)
    case "NSUUID": result = value.text.flatMap { UUID(uuidString: $0) }.map { .uuid($0) } ?? same(value, .uuid(UUID()))
    case "NSURL": result = value.text.flatMap { URL(string: $0) }.map { .url($0) }
    case "NSData":
      result = value.text.flatMap { Data(base64Encoded: $0) }.map { .data($0) } ?? same(value, .data(Data()))
    default:
      throw FormatError(
        .unsupported,
        "nothing can be cast to \"\(type)\"; the types are NSNumber, NSDecimalNumber, NSString, NSDate, NSUUID, NSURL, NSData",
        text: "\(expression)")
    }
    guard let result else {
      throw FormatError(.mismatch, "\(FormatPrinter.text(value)) cannot be cast to \(type)", text: "\(expression)")
    }
    return result
  }

  /// The value when it is of that kind already.
  private static func same(_ value: FormatValue, _ kind: FormatValue) -> FormatValue? {
    switch (value, kind) {
    case (.uuid, .uuid), (.data, .data): value
    default: nil
    }
  }

  private static func number(_ value: FormatValue) -> FormatValue? {
    switch value {
    case .integer, .double, .decimal, .boolean: value
    case .date(let date): .double(date.timeIntervalSinceReferenceDate)
    case .string(let text): Int64(text).map { .integer($0) } ?? Double(text).map { .double($0) }
    default: nil
    }
  }

  private static func decimal(_ value: FormatValue) -> FormatValue? {
    switch value {
    case .decimal: value
    case .integer(let value): .decimal(Decimal(value))
    case .boolean(let value): .decimal(value ? 1 : 0)
    case .double(let value): Decimal(string: "\(value)").map { .decimal($0) }
    case .string(let text): Decimal(string: text).map { .decimal($0) }
    default: nil
    }
  }

  static func text(_ value: FormatValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let value): "\(value)"
    case .boolean(let value): value ? "1" : "0"
    // As NSNumber's text: a whole number has no fraction.
    case .double(let value): Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    case .decimal(let value): "\(value)"
    case .uuid(let value): value.uuidString
    case .url(let value): value.absoluteString
    case .date(let value): value.formatted(.iso8601)
    default: nil
    }
  }

  /// Seconds since the start of 2001, or a text in ISO 8601, as Munki's conditions write it.
  private static func date(_ value: FormatValue) -> FormatValue? {
    switch value {
    case .date: return value
    case .string(let text): return (try? Date(text, strategy: .iso8601)).map { .date($0) }
    default:
      guard case .double(let seconds)? = FormatNumber.real(value) else { return nil }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    }
  }
}
