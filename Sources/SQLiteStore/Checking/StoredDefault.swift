import Foundation
import ModelDescription

/// A model's default values as a column holds them.
enum StoredDefault {
  /// The SQL literal; `nil` where the value cannot be written as one, or is of another type than the attribute.
  static func literal(_ value: AttributeValue, of type: AttributeType) -> String? {
    switch (type, value) {
    case (.boolean, .boolean(let flag)): flag ? "1" : "0"
    case (.boolean, .integer(let number)): number == 0 ? "0" : "1"
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)), (.integer64, .integer(let number)):
      number == .min ? nil : String(number)
    case (.double, .double(let number)) where number.isFinite, (.date, .double(let number)) where number.isFinite:
      String(number)
    case (.double, .integer(let number)), (.float, .integer(let number)), (.decimal, .integer(let number)):
      number == .min ? nil : String(number)
    case (.float, .float(let number)) where number.isFinite: String(Double(number))
    case (.float, .double(let number)) where number.isFinite: String(number)
    case (.double, .float(let number)) where number.isFinite: String(Double(number))
    case (.decimal, .decimal(let number)) where !number.isNaN:
      "'" + NSDecimalNumber(decimal: number).description(withLocale: Locale(identifier: "en_US_POSIX")) + "'"
    case (.date, .date(let date)): String(date.timeIntervalSinceReferenceDate)
    case (.string, .string(let text)): text.contains("\0") ? nil : "'" + text.replacing("'", with: "''") + "'"
    case (.uri, .uri(let text)): text.contains("\0") ? nil : "'" + text.replacing("'", with: "''") + "'"
    case (.uuid, .uuid(let uuid)):
      withUnsafeBytes(of: uuid.uuid) { bytes in
        "x'" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
      }
    default: nil
    }
  }
}
