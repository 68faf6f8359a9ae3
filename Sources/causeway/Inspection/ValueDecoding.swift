import Foundation
import ModelDescription
import ModelEvolution
import ModelFiles
import SQLiteDriver
import SQLiteStore

/// Reads one attribute's column as its type says (StoreFormat.md sections 2, 5 and 6).
struct ValueDecoding {
  let attribute: AttributeDescription
  /// It is part of a composite: what SwiftData has no column type for is JSON there (StoreFormat.md section 7).
  var isElement = false
  let files: ExternalData

  /// What a column holds in place of what belongs there.
  struct Mismatch: Error {
    var words: String
  }

  func value(_ stored: SQLiteValue) throws -> DecodedValue {
    switch (attribute.type, stored.kind) {
    case (_, .null): return .null
    case (.integer16, .integer), (.integer32, .integer), (.integer64, .integer): return .integer(stored.integer)
    case (.boolean, .integer): return .boolean(stored.integer != 0)
    case (.double, .integer), (.double, .real): return .real(stored.real)
    case (.float, .integer), (.float, .real): return .real(Self.shortest(stored.real))
    case (.decimal, .integer): return .decimal(String(stored.integer))
    case (.decimal, .real): return .decimal(Self.digits(stored.real))
    case (.decimal, .text): return .decimal(Self.text(stored))
    case (.date, .integer), (.date, .real):
      return .date(Date(timeIntervalSinceReferenceDate: stored.real))
    case (.string, .text), (.uri, .text): return .text(Self.text(stored))
    case (.uuid, .blob):
      guard let uuid = UUID(bytes: stored.blob) else { throw mismatch(stored) }
      return .uuid(uuid)
    case (.binary, .blob), (.transformable, .blob): return bytes(stored.blob)
    default: throw mismatch(stored)
    }
  }

  private func bytes(_ stored: UnsafeRawBufferPointer) -> DecodedValue {
    guard attribute.allowsExternalStorage else { return content(Data(stored)) }
    switch ExternalData.form(of: stored) {
    case .inline(let bytes): return content(Data(bytes))
    case .file(let name): return files.contents(ofFile: name).map(content) ?? .missingFile(name)
    }
  }

  private func content(_ data: Data) -> DecodedValue {
    guard attribute.type == .transformable else {
      return isElement ? Self.json(data).map { .archive(data.count, $0) } ?? .bytes(data.count) : .bytes(data.count)
    }
    switch ArchivedValue.read(data) {
    // Early SwiftData archives the JSON of a collection as data (StoreFormat.md section 7).
    case .data(let inner)?: return .archive(data.count, Self.json(inner, isWhole: true) ?? .data(inner))
    case let value?: return .archive(data.count, value)
    case nil: return .archive(data.count, Self.json(data))
    }
  }

  /// - Parameter isWhole: what is neither a list nor an object counts too: nothing else is known to be kept so.
  private static func json(_ data: Data, isWhole: Bool = false) -> ArchivedValue? {
    guard let first = data.first, isWhole || first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
      let value = try? JSONDecoder().decode(JSONContent.self, from: data)
    else { return nil }
    return value.value
  }

  private func mismatch(_ stored: SQLiteValue) -> Mismatch {
    let found =
      switch stored.kind {
      case .integer: "the integer \(stored.integer)"
      case .real: "the number \(stored.real)"
      case .text: "a text"
      case .blob: "\(DecodedValue.size(stored.blob.count)) of data"
      case .null: "nothing"
      }
    return Mismatch(words: "holds \(found), which is no value of the type \(attribute.type.words)")
  }

  private static func text(_ stored: SQLiteValue) -> String { String(decoding: stored.text, as: UTF8.self) }

  /// A Float is kept as a Double; its own shortest digits are what was meant.
  private static func shortest(_ value: Double) -> Double {
    let float = Float(value)
    return Double(float) == value ? Double("\(float)") ?? value : value
  }

  private static func digits(_ value: Double) -> String {
    guard value.isFinite else { return "\(value)" }
    return Decimal(string: "\(value)", locale: Locale(identifier: "en_US_POSIX"))?.description ?? "\(value)"
  }
}

/// Any JSON value, as an archived one.
private struct JSONContent: Decodable {
  let value: ArchivedValue

  init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: Key.self) {
      value = .dictionary(
        try keyed.allKeys.sorted { $0.stringValue < $1.stringValue }.map {
          .init(key: $0.stringValue, value: try keyed.decode(JSONContent.self, forKey: $0).value)
        })
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [ArchivedValue] = []
      while !list.isAtEnd { values.append(try list.decode(JSONContent.self).value) }
      value = .list(values)
    } else {
      let single = try decoder.singleValueContainer()
      if single.decodeNil() {
        value = .null
      } else if let flag = try? single.decode(Bool.self) {
        value = .boolean(flag)
      } else if let number = try? single.decode(Int64.self) {
        value = .integer(number)
      } else if let number = try? single.decode(Double.self) {
        value = .real(number)
      } else {
        value = .text(try single.decode(String.self))
      }
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
