import Foundation

@testable import ModelFiles

/// Writes the small binary property lists, UIDs included, that tests hand to the readers.
struct BinaryPlistFixture {
  private var objects: [[UInt8]] = []

  /// A keyed archive: `objects` follow `$null` in order, so the first of them is number 1.
  static func archive(root: Int, _ objects: [PlistValue]) -> Data {
    data(
      .dictionary([
        "$top": .dictionary(["root": .uid(root)]), "$objects": .array([.string("$null")] + objects),
      ]))
  }

  static func data(_ value: PlistValue) -> Data {
    var fixture = BinaryPlistFixture()
    let top = fixture.add(value)
    return fixture.file(top: top)
  }

  /// An array that names one text `count` times: the text stands once in the file.
  static func repeating(_ text: String, count: Int) -> Data {
    var fixture = BinaryPlistFixture()
    let number = fixture.add(.string(text))
    fixture.objects.append(sized(0xA0, count) + (0..<count).flatMap { _ in bigEndian(number, 2) })
    return fixture.file(top: 1)
  }

  private mutating func add(_ value: PlistValue) -> Int {
    let bytes: [UInt8]
    switch value {
    case .null: bytes = [0x00]
    case .boolean(let flag): bytes = [flag ? 0x09 : 0x08]
    case .integer(let number): bytes = [0x13] + Self.bigEndian(Int(number), 8)
    case .real(let number): bytes = [0x23] + Self.bigEndian(Int(bitPattern: UInt(number.bitPattern)), 8)
    case .date(let seconds): bytes = [0x33] + Self.bigEndian(Int(bitPattern: UInt(seconds.bitPattern)), 8)
    case .data(let data): bytes = Self.sized(0x40, data.count) + data
    case .string(let text): bytes = Self.sized(0x50, text.utf8.count) + text.utf8
    case .uid(let number): bytes = [0x81] + Self.bigEndian(number, 2)
    case .array(let items):
      bytes = Self.sized(0xA0, items.count) + items.flatMap { Self.bigEndian(add($0), 2) }
    case .dictionary(let entries):
      let sorted = entries.sorted { $0.key < $1.key }
      let keys = sorted.flatMap { Self.bigEndian(add(.string($0.key)), 2) }
      bytes = Self.sized(0xD0, sorted.count) + keys + sorted.flatMap { Self.bigEndian(add($0.value), 2) }
    }
    objects.append(bytes)
    return objects.count - 1
  }

  private func file(top: Int) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += Self.bigEndian(bytes.count, 4)
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 4, 2]
    bytes += Self.bigEndian(objects.count, 8) + Self.bigEndian(top, 8) + Self.bigEndian(table, 8)
    return Data(bytes)
  }

  private static func sized(_ marker: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [marker | UInt8(count)] : [marker | 0x0F, 0x12] + bigEndian(count, 4)
  }

  private static func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
