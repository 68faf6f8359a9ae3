package import Foundation

/// A JSON document as the tool prints it: keys sorted, dates in ISO 8601 UTC, decimals as strings.
package enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The exact digits, as a string: a JSON number would pass through a `Double` in most readers.
  package static func decimal(_ value: Decimal) -> JSONValue {
    .string(NSDecimalNumber(decimal: value).description(withLocale: Locale(identifier: "en_US_POSIX")))
  }

  package static func date(_ value: Date) -> JSONValue { .string(DateText.iso8601(value)) }

  package static func uuid(_ value: UUID) -> JSONValue { .string(value.uuidString) }

  /// `null` for `nil`.
  package static func optional(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

  package static func optional(_ value: Int?) -> JSONValue { value.map { .integer(Int64($0)) } ?? .null }

  package static func strings(_ values: some Sequence<String>) -> JSONValue { .array(values.map { .string($0) }) }

  /// A verb's document: the members given, and the format number that every document carries.
  package static func document(_ members: [String: JSONValue]) -> JSONValue {
    .object(members.merging(["format": .integer(1)]) { member, _ in member })
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(nilLiteral: ()) { self = .null }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
