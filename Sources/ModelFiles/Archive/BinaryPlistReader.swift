package import Foundation

/// Reads binary property lists, UIDs included, without trusting a byte of them.
///
/// Foundation's reader gives no access to UIDs on Linux. The format: an 8-byte magic, objects, a table of their offsets,
/// a 32-byte trailer.
package struct BinaryPlistReader {
  private let bytes: [UInt8]
  private let offsets: [Int]
  private let referenceSize: Int
  private let top: Int
  /// Objects and bytes still to be read; a hostile file can name one long object many times, so the work is bounded.
  private var budget: Int

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  package static func read(_ data: Data) throws -> PlistValue {
    var reader = try BinaryPlistReader(data)
    return try reader.object(reader.top, depth: 0)
  }

  private init(_ data: Data) throws {
    bytes = [UInt8](data)
    guard bytes.count >= 40, bytes.starts(with: Array("bplist".utf8)) else {
      throw Failure(description: "not a binary property list")
    }
    let trailer = bytes.count - 32
    let offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard
      let count = Self.integer(bytes, at: trailer + 8, size: 8),
      let top = Self.integer(bytes, at: trailer + 16, size: 8),
      let table = Self.integer(bytes, at: trailer + 24, size: 8),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize), count > 0, top < count, table < trailer,
      count <= (trailer - table) / offsetSize
    else { throw Failure(description: "its trailer is broken") }
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for index in 0..<count {
      guard let offset = Self.integer(bytes, at: table + index * offsetSize, size: offsetSize), offset < table else {
        throw Failure(description: "its offset table is broken")
      }
      offsets.append(offset)
    }
    self.offsets = offsets
    self.top = top
    budget = max(1_000_000, bytes.count * 64)
  }

  /// Big-endian and unsigned; `nil` outside the file or beyond `Int`.
  private static func integer(_ bytes: [UInt8], at position: Int, size: Int) -> Int? {
    guard position >= 0, size > 0, position <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for byte in bytes[position..<(position + size)] { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }

  private mutating func object(_ number: Int, depth: Int) throws -> PlistValue {
    budget -= 1
    guard budget > 0 else { throw Failure(description: "it refers to itself too often") }
    guard depth < 64 else { throw Failure(description: "it is nested too deeply") }
    guard offsets.indices.contains(number) else { throw Failure(description: "it refers to an object it lacks") }
    let position = offsets[number]
    let marker = bytes[position]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0: return marker == 0x08 ? .boolean(false) : marker == 0x09 ? .boolean(true) : .null
    case 0x1: return .integer(try signed(at: position + 1, size: 1 << min(low, 4)))
    case 0x2: return .real(try real(at: position + 1, size: 1 << min(low, 4)))
    case 0x3: return .date(try real(at: position + 1, size: 8))
    case 0x4:
      let (start, count) = try extent(at: position, low: low, width: 1)
      try charge(count)
      return .data(Data(bytes[start..<(start + count)]))
    case 0x5:
      let (start, count) = try extent(at: position, low: low, width: 1)
      try charge(count)
      return .string(String(decoding: bytes[start..<(start + count)], as: UTF8.self))
    case 0x6:
      let (start, count) = try extent(at: position, low: low, width: 2)
      try charge(2 * count)
      let units = (0..<count).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
      return .string(String(decoding: units, as: UTF16.self))
    case 0x8:
      guard let uid = Self.integer(bytes, at: position + 1, size: low + 1) else {
        throw Failure(description: "a reference is broken")
      }
      return .uid(uid)
    case 0xA, 0xB, 0xC:
      let (start, count) = try extent(at: position, low: low, width: referenceSize)
      return .array(try references(at: start, count: count).map { try object($0, depth: depth + 1) })
    case 0xD:
      let (start, count) = try extent(at: position, low: low, width: 2 * referenceSize)
      let keys = try references(at: start, count: count)
      let values = try references(at: start + count * referenceSize, count: count)
      var entries: [String: PlistValue] = [:]
      for (key, value) in zip(keys, values) {
        guard case .string(let name) = try object(key, depth: depth + 1) else {
          throw Failure(description: "a dictionary key is no text")
        }
        entries[name] = try object(value, depth: depth + 1)
      }
      return .dictionary(entries)
    default: throw Failure(description: "it holds an object of an unknown kind")
    }
  }

  /// Start and element count of a sized object, checked against the file's end.
  private func extent(at position: Int, low: Int, width: Int) throws -> (start: Int, count: Int) {
    var (start, count) = (position + 1, low)
    if low == 0x0F {
      guard start < bytes.count, bytes[start] >> 4 == 0x1 else { throw Failure(description: "a length is broken") }
      let size = 1 << min(Int(bytes[start] & 0x0F), 3)
      guard let length = Self.integer(bytes, at: start + 1, size: size) else {
        throw Failure(description: "a length is broken")
      }
      (start, count) = (start + 1 + size, length)
    }
    guard start <= bytes.count, count <= (bytes.count - start) / width else {
      throw Failure(description: "an object runs over the end")
    }
    return (start, count)
  }

  private mutating func charge(_ bytes: Int) throws {
    budget -= bytes
    guard budget > 0 else { throw Failure(description: "it refers to itself too often") }
  }

  private func references(at start: Int, count: Int) throws -> [Int] {
    try (0..<count).map {
      guard let number = Self.integer(bytes, at: start + $0 * referenceSize, size: referenceSize) else {
        throw Failure(description: "a reference is broken")
      }
      return number
    }
  }

  private func signed(at position: Int, size: Int) throws -> Int64 {
    // Sixteen-byte integers hold unsigned 64-bit values in their low half.
    let (start, width) = size == 16 ? (position + 8, 8) : (position, size)
    guard start <= bytes.count - width else { throw Failure(description: "a number runs over the end") }
    var value: UInt64 = 0
    for byte in bytes[start..<(start + width)] { value = value << 8 | UInt64(byte) }
    return Int64(bitPattern: value)
  }

  private func real(at position: Int, size: Int) throws -> Double {
    guard position <= bytes.count - size, size == 4 || size == 8 else {
      throw Failure(description: "a number is broken")
    }
    let bits = UInt64(bitPattern: try signed(at: position, size: size))
    return size == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }
}
