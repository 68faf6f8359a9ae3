import Foundation
import ModelDescription
import ModelFiles

/// One value of a row as a report shows it.
indirect enum DecodedValue: Hashable {
  case null
  /// Not shown, by `--redact`.
  case hidden
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  /// The digits as text.
  case decimal(String)
  case text(String)
  case date(Date)
  case uuid(UUID)
  /// A to-one: `Author/p3`.
  case reference(String)
  /// The members of a to-many, in its order.
  case references([String])
  case bytes(Int)
  /// Bytes in a file of their own that is not there.
  case missingFile(String)
  /// A transformable: its size, and its content where that is plain.
  case archive(Int, ArchivedValue?)
  /// A composite with a value, by element.
  case composite([Member])

  struct Member: Hashable {
    var name: String
    var value: DecodedValue
  }

  /// The value without its content; that there is none is no secret, nor is a size or an object id.
  var redacted: DecodedValue {
    switch self {
    case .null, .hidden, .reference, .references, .bytes, .missingFile: self
    case .archive(let count, _): .bytes(count)
    case .composite(let members):
      .composite(members.map { Member(name: $0.name, value: $0.value.redacted) })
    default: .hidden
    }
  }

  var json: JSONValue {
    switch self {
    case .null: .null
    case .hidden: "(hidden)"
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .real(let value): .number(value)
    case .decimal(let digits): .string(digits)
    case .text(let text): .string(text)
    case .date(let date): .date(date)
    case .uuid(let uuid): .uuid(uuid)
    case .reference(let id): .string(id)
    case .references(let ids): .strings(ids)
    case .bytes(let count): ["bytes": .integer(Int64(count))]
    case .missingFile(let name): ["missingFile": .string(name)]
    case .archive(let count, nil): ["bytes": .integer(Int64(count))]
    case .archive(let count, .object(let name)?): ["bytes": .integer(Int64(count)), "class": .string(name)]
    case .archive(let count, let value?): ["bytes": .integer(Int64(count)), "value": value.json]
    case .composite(let members):
      .object(Dictionary(members.map { ($0.name, $0.value.json) }) { first, _ in first })
    }
  }

  /// One line for a terminal; control characters are for the caller to remove.
  var words: String {
    switch self {
    case .null: "–"
    case .hidden: "(hidden)"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): "\(value)"
    case .decimal(let digits): digits
    case .text(let text): "\"\(text)\""
    case .date(let date): DateText.iso8601(date)
    case .uuid(let uuid): uuid.uuidString
    case .reference(let id): id
    case .references(let ids): Self.list(ids)
    case .bytes(let count): Self.size(count)
    case .missingFile(let name): "in the file \(name), which is missing"
    case .archive(let count, nil): Self.size(count)
    case .archive(let count, .object(let name)?): "\(name), \(Self.size(count))"
    case .archive(let count, let value?): "\(value.words), \(Self.size(count))"
    case .composite(let members):
      "{ " + members.map { "\($0.name): \($0.value.words)" }.joined(separator: ", ") + " }"
    }
  }

  /// The first few of many, and how many there are.
  private static func list(_ ids: [String]) -> String {
    let shown = ids.count > 6 ? Array(ids.prefix(5)) + ["… \(ids.count) in all"] : ids
    return "[" + shown.joined(separator: ", ") + "]"
  }

  static func size(_ count: Int) -> String { count.counted("byte") }
}

extension ArchivedValue {
  var json: JSONValue {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .real(let value): .number(value)
    case .text(let text): .string(text)
    case .date(let date): .date(date)
    case .uuid(let uuid): .uuid(uuid)
    case .data(let data): ["bytes": .integer(Int64(data.count))]
    case .list(let values): .array(values.map(\.json))
    case .dictionary(let entries): .object(Dictionary(entries.map { ($0.key, $0.value.json) }) { first, _ in first })
    case .object(let name): ["class": .string(name)]
    }
  }

  var words: String {
    switch self {
    case .null: "–"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): "\(value)"
    case .text(let text): "\"\(text)\""
    case .date(let date): DateText.iso8601(date)
    case .uuid(let uuid): uuid.uuidString
    case .data(let data): DecodedValue.size(data.count)
    case .list(let values): "[" + values.map(\.words).joined(separator: ", ") + "]"
    case .dictionary(let entries): "[" + entries.map { "\($0.key): \($0.value.words)" }.joined(separator: ", ") + "]"
    case .object(let name): name
    }
  }
}
