import Foundation

/// Writes binary property lists, UIDs included; the same value always gives the same bytes.
///
/// Equal texts, numbers and data stand once in the file, as in those that Foundation writes.
struct BinaryPlistWriter {
  private var objects: [[UInt8]] = []
  private var numbers: [PlistValue: Int] = [:]
  private let referenceSize: Int

  static func data(_ value: PlistValue) -> Data {
    // References take as many bytes as the largest number of objects there can be; values that repeat only lower it.
    var writer = BinaryPlistWriter(referenceSize: byteCount(count(of: value)))
    let top = writer.add(value)
    return writer.file(top: top)
  }

  private init(referenceSize: Int) { self.referenceSize = referenceSize }

  private static func count(of value: PlistValue) -> Int {
    switch value {
    case .array(let items): items.reduce(1) { $0 + count(of: $1) }
    case .dictionary(let entries): entries.values.reduce(1 + entries.count) { $0 + count(of: $1) }
    default: 1
    }
  }

  private mutating func add(_ value: PlistValue) -> Int {
    switch value {
    case .array(let items):
      let number = reserve()
      let references = items.map { add($0) }
      objects[number] = Self.sized(0xA0, items.count) + references.flatMap { Self.bigEndian($0, referenceSize) }
      return number
    case .dictionary(let entries):
      let number = reserve()
      let sorted = entries.sorted { $0.key < $1.key }
      let keys = sorted.map { add(.string($0.key)) }
      let values = sorted.map { add($0.value) }
      objects[number] =
        Self.sized(0xD0, sorted.count) + (keys + values).flatMap { Self.bigEndian($0, referenceSize) }
      return number
    default:
      if let number = numbers[value] { return number }
      let number = reserve()
      objects[number] = Self.scalar(value)
      numbers[value] = number
      return number
    }
  }

  private mutating func reserve() -> Int {
    objects.append([])
    return objects.count - 1
  }

  private static func scalar(_ value: PlistValue) -> [UInt8] {
    switch value {
    case .boolean(let flag): [flag ? 0x09 : 0x08]
    case .integer(let number): integer(number)
    case .real(let number): [0x23] + bigEndian(number.bitPattern, 8)
    case .date(let seconds): [0x33] + bigEndian(seconds.bitPattern, 8)
    case .data(let data): sized(0x40, data.count) + data
    case .string(let text):
      if text.utf8.allSatisfy({ $0 < 0x80 }) {
        sized(0x50, text.utf8.count) + text.utf8
      } else {
        sized(0x60, text.utf16.count) + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      }
    case .uid(let number):
      [0x80 | UInt8(byteCount(number) - 1)] + bigEndian(number, byteCount(number))
    case .null, .array, .dictionary: [0x00]
    }
  }

  /// Negative numbers take eight bytes; all others as few as hold them.
  private static func integer(_ number: Int64) -> [UInt8] {
    if number < 0 { return [0x13] + bigEndian(UInt64(bitPattern: number), 8) }
    let size = byteCount(Int(number))
    return [0x10 | UInt8(size.trailingZeroBitCount)] + bigEndian(UInt64(number), size)
  }

  private static func sized(_ marker: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [marker | UInt8(count)] : [marker | 0x0F] + integer(Int64(count))
  }

  /// 1, 2, 4 or 8.
  private static func byteCount(_ value: Int) -> Int {
    value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
  }

  private static func bigEndian(_ value: Int, _ size: Int) -> [UInt8] { bigEndian(UInt64(value), size) }

  private static func bigEndian(_ value: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  private func file(top: Int) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    let offsetSize = Self.byteCount(table)
    for offset in offsets { bytes += Self.bigEndian(offset, offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    bytes += Self.bigEndian(objects.count, 8) + Self.bigEndian(top, 8) + Self.bigEndian(table, 8)
    return Data(bytes)
  }
}
