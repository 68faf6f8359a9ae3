package import Foundation

/// The plain value in a keyed archive, as far as it is plain: what a transformable attribute mostly holds.
package indirect enum ArchivedValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case date(Date)
  case uuid(UUID)
  case data(Data)
  case list([ArchivedValue])
  /// Entries in the archive's order; keys that are no texts are spelled out.
  case dictionary([Entry])
  /// An object of a class that has no plain value.
  case object(className: String)

  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: ArchivedValue

    package init(key: String, value: ArchivedValue) {
      self.key = key
      self.value = value
    }
  }

  /// - Returns: `nil` for bytes that are no keyed archive.
  package static func read(_ data: Data) -> ArchivedValue? {
    guard data.starts(with: Array("bplist".utf8)), let archive = try? KeyedArchive(data) else { return nil }
    var budget = nodeLimit
    return ArchivedValueReader(archive: archive).value(of: archive.root, depth: 0, budget: &budget)
  }

  /// An archive may refer to one object many times: how many values are read before the rest is only named.
  private static let nodeLimit = 10_000
}

private struct ArchivedValueReader {
  let archive: KeyedArchive

  private static let depthLimit = 32

  func value(of object: KeyedArchive.Object, depth: Int, budget: inout Int) -> ArchivedValue {
    budget -= 1
    guard depth < Self.depthLimit, budget > 0 else { return .object(className: object.className) }
    switch object.className {
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet":
      return .list(items("NS.objects", of: object).map { value($0, depth: depth + 1, budget: &budget) })
    case "NSDictionary", "NSMutableDictionary":
      let keys = items("NS.keys", of: object).map { value($0, depth: depth + 1, budget: &budget) }
      let values = items("NS.objects", of: object).map { value($0, depth: depth + 1, budget: &budget) }
      return .dictionary(zip(keys, values).map { .init(key: Self.key($0), value: $1) })
    case "NSDate":
      if case .real(let seconds)? = archive.plain(object.fields["NS.time"]) {
        return .date(Date(timeIntervalSinceReferenceDate: seconds))
      }
    case "NSUUID":
      if case .data(let bytes)? = archive.plain(object.fields["NS.uuidbytes"]), let uuid = UUID(bytes: bytes) {
        return .uuid(uuid)
      }
    case "NSData", "NSMutableData":
      if case .data(let bytes)? = archive.plain(object.fields["NS.data"]) { return .data(bytes) }
    case "NSURL": if let text = archive.string("NS.relative", of: object) { return .text(text) }
    case "NSDecimalNumber", "NSDecimalNumberPlaceholder":
      if let text = DecimalArchive.text(object.fields) { return .text(text) }
    case "NSNull": return .null
    default: if let text = archive.string("NS.string", of: object) { return .text(text) }
    }
    return .object(className: object.className)
  }

  private func items(_ key: String, of object: KeyedArchive.Object) -> [PlistValue] {
    if case .array(let items)? = archive.plain(object.fields[key]) { items } else { [] }
  }

  private func value(_ stored: PlistValue, depth: Int, budget: inout Int) -> ArchivedValue {
    if let object = archive.object(stored) { return value(of: object, depth: depth, budget: &budget) }
    switch archive.plain(stored) {
    case .boolean(let value)?: return .boolean(value)
    case .integer(let value)?: return .integer(value)
    case .real(let value)?: return .real(value)
    case .string(let value)?: return .text(value)
    case .date(let seconds)?: return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let value)?: return .data(value)
    case nil, .null?: return .null
    case .uid?, .array?, .dictionary?: return .object(className: "unknown")
    }
  }

  private static func key(_ value: ArchivedValue) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): String(number)
    case .uuid(let uuid): uuid.uuidString
    default: "\(value)"
    }
  }
}

extension UUID {
  /// From exactly 16 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    let b = Array(bytes)
    self.init(
      uuid: (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]))
  }
}
