import Foundation
import ModelDescription

/// A default value as far as its source text alone shows it.
enum LiteralDefault {
  case value(AttributeValue?)
  /// A call or a name: what it gives, only the program knows.
  case expression

  init(_ text: String?, type: AttributeType) {
    guard let text, text != "nil" else {
      self = .value(nil)
      return
    }
    self = Self.literal(text, type).map { .value($0) } ?? .expression
  }

  private static func literal(_ text: String, _ type: AttributeType) -> AttributeValue? {
    let digits = text.filter { $0 != "_" }
    switch type {
    case .boolean: return text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
    case .integer16, .integer32, .integer64: return Int64(digits).map { .integer($0) }
    case .double: return Double(digits).map { .double($0) }
    case .float: return Float(digits).map { .float($0) }
    case .decimal:
      guard Double(digits) != nil else { return nil }
      return Decimal(string: digits, locale: Locale(identifier: "en_US_POSIX")).map { .decimal($0) }
    case .string:
      guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
      let content = text.dropFirst().dropLast()
      return content.contains("\\") || content.contains("\"") ? nil : .string(String(content))
    case .date:
      let call = "Date(timeIntervalSinceReferenceDate: "
      guard text.hasPrefix(call), text.hasSuffix(")") else { return nil }
      return Double(text.dropFirst(call.count).dropLast()).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    default: return nil
    }
  }
}
