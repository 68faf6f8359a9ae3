internal import Foundation
internal import ModelDescription

/// Values as SQL has them, for columns of an attribute (StoreFormat.md section 2).
enum SQLLiteral {
  /// `nil` for a value that is not of the attribute's type.
  static func value(_ value: AttributeValue, for attribute: AttributeDescription) -> String? {
    switch (attribute.type, value) {
    case (.boolean, .boolean(let flag)): flag ? "1" : "0"
    case (.boolean, .integer(let number)): number == 0 ? "0" : "1"
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)), (.integer64, .integer(let number)):
      String(number)
    case (.integer16, .boolean(let flag)), (.integer32, .boolean(let flag)), (.integer64, .boolean(let flag)):
      flag ? "1" : "0"
    case (.double, .double(let number)), (.float, .double(let number)): real(number)
    case (.double, .float(let number)), (.float, .float(let number)): real(Double(number))
    case (.double, .integer(let number)), (.float, .integer(let number)): real(Double(number))
    case (.double, .decimal(let number)), (.float, .decimal(let number)):
      Double("\(number)").flatMap { real($0) }
    case (.decimal, .decimal(let number)): text("\(number)")
    case (.decimal, .integer(let number)): text(String(number))
    case (.decimal, .double(let number)): number.isFinite ? text("\(number)") : nil
    case (.string, .string(let string)): text(string)
    case (.uri, .uri(let string)), (.uri, .string(let string)): text(string)
    case (.date, .date(let date)): real(date.timeIntervalSinceReferenceDate)
    case (.uuid, .uuid(let identifier)): blob(withUnsafeBytes(of: identifier.uuid) { Array($0) })
    case (.binary, .data(let data)), (.transformable, .data(let data)):
      blob((attribute.allowsExternalStorage ? [1] : []) + Array(data))
    default: nil
    }
  }

  /// Zero, an empty text or `false`; `nil` for types without such a value.
  static func zero(for attribute: AttributeDescription) -> (literal: String, words: String)? {
    switch attribute.type {
    case .integer16, .integer32, .integer64: ("0", "0")
    case .boolean: ("0", "false")
    case .double, .float: ("0.0", "0.0")
    case .decimal: ("0", "0")
    case .date: ("0", Date(timeIntervalSinceReferenceDate: 0).ISO8601Format())
    case .string: ("''", "\"\"")
    case .binary: (blob(attribute.allowsExternalStorage ? [1] : []), "0 bytes")
    case .undefined, .uuid, .uri, .transformable, .objectID, .composite: nil
    }
  }

  static func text(_ string: String) -> String {
    // A NUL would end the statement.
    guard !string.utf8.contains(0) else { return "CAST(\(blob(Array(string.utf8))) AS TEXT)" }
    return "'" + string.replacingOccurrences(of: "'", with: "''") + "'"
  }

  private static func real(_ number: Double) -> String? { number.isFinite ? String(number) : nil }

  private static func blob(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return "X'" + String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self) + "'"
  }
}
