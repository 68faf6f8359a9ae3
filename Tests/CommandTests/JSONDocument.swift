import Foundation

/// A JSON document that tells `true` from 1, which Foundation's own objects do not on every platform.
indirect enum JSONDocument: Decodable, Hashable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONDocument])
  case object([String: JSONDocument])

  init(_ text: String) throws { self = try JSONDecoder().decode(JSONDocument.self, from: Data(text.utf8)) }

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.singleValueContainer().decode([String: JSONDocument].self) {
      self = .object(members)
    } else if let elements = try? decoder.singleValueContainer().decode([JSONDocument].self) {
      self = .array(elements)
    } else {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let flag = try? value.decode(Bool.self) {
        self = .boolean(flag)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else {
        self = .string(try value.decode(String.self))
      }
    }
  }

  subscript(key: String) -> JSONDocument? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The elements of an array; a single value as one.
  var elements: [JSONDocument] { if case .array(let elements) = self { elements } else { [self] } }

  var members: [String: JSONDocument] { if case .object(let members) = self { members } else { [:] } }

  /// The names that a schema's `type` has for it.
  var typeNames: [String] {
    switch self {
    case .null: ["null"]
    case .boolean: ["boolean"]
    case .number(let value): value == value.rounded() ? ["integer", "number"] : ["number"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }
}
