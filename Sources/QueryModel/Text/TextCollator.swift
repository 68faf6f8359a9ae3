import Foundation

/// The order of texts in lists: that of ICU for a language of no country, numbers inside texts by their value.
///
/// Of letters with and without marks, digits, punctuation and emoji it is the order of Foundation's
/// `localizedStandardCompare`; where that is no order (full-width forms, ligatures, control characters: a < b < c < a), ICU's
/// holds. Texts that ICU calls equal are ordered by their length, then by their bytes.
///
/// ICU comes with Foundation, which does not show it: its functions are found by name when first asked for. A program that
/// is linked without them by name has Foundation's comparison instead.
package final class TextCollator: @unchecked Sendable {
  // Unchecked because ICU's collator is not changed after `init`, and then safe to use from any thread.

  package typealias Bytes = TextMatching.Bytes

  /// `nil` where ICU cannot be found.
  package static let shared = TextCollator(language: "en_001")

  private let collator: OpaquePointer
  private let functions: Functions

  private init?(language: String) {
    guard let functions = Functions() else { return nil }
    var status: Int32 = 0
    guard let collator = functions.open(language, &status), status <= 0 else { return nil }
    for (attribute, value) in [(Attribute.strength, Attribute.tertiary), (Attribute.numeric, Attribute.on)] {
      status = 0
      functions.setAttribute(collator, attribute, value, &status)
      guard status <= 0 else { return nil }
    }
    self.collator = collator
    self.functions = functions
  }

  /// Bytes that stand to those of other texts as the texts do.
  package func key(_ text: Bytes) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: max(1, text.count)) { units in
      let length = Self.decode(text, into: units)
      guard let start = units.baseAddress else { return [] }
      // Enough for most texts; the function answers how much a text needs.
      var capacity = 4 * length + 64
      for _ in 0..<2 {
        var needed = 0
        let key = [UInt8](unsafeUninitializedCapacity: capacity + 4 + text.count) { buffer, count in
          needed = Int(
            functions.key(
              collator, UnsafePointer(start), Int32(clamping: length), buffer.baseAddress,
              Int32(clamping: capacity)))
          guard needed <= capacity else { return count = 0 }
          count = needed
          // ICU's keys end with a zero, and have none inside.
          for shift in [24, 16, 8, 0] {
            buffer.initializeElement(at: count, to: UInt8(truncatingIfNeeded: length >> shift))
            count += 1
          }
          for byte in text {
            buffer.initializeElement(at: count, to: byte)
            count += 1
          }
        }
        if needed <= capacity { return key }
        capacity = needed
      }
      return Array(text)
    }
  }

  /// Negative, zero or positive, as the keys of the texts stand to each other.
  package func order(_ left: Bytes, _ right: Bytes) -> Int {
    var status: Int32 = 0
    let order = functions.order(
      collator, left.baseAddress, Int32(clamping: left.count), right.baseAddress, Int32(clamping: right.count), &status)
    if order != 0 { return Int(order) }
    let (length, other) = (Self.length(left), Self.length(right))
    if length != other { return length < other ? -1 : 1 }
    return TextMatching.order(left, right, [])
  }

  /// - Returns: how many units of UTF-16 the text has.
  private static func decode(_ text: Bytes, into units: UnsafeMutableBufferPointer<UInt16>) -> Int {
    if TextMatching.isASCII(text) {
      for (index, byte) in text.enumerated() { units.initializeElement(at: index, to: UInt16(byte)) }
      return text.count
    }
    var length = 0
    for unit in String(decoding: text, as: UTF8.self).utf16 where length < units.count {
      units.initializeElement(at: length, to: unit)
      length += 1
    }
    return length
  }

  private static func length(_ text: Bytes) -> Int {
    TextMatching.isASCII(text) ? text.count : String(decoding: text, as: UTF8.self).utf16.count
  }

  /// ICU's numbers (`ucol.h`).
  private enum Attribute {
    static let strength: Int32 = 5
    static let numeric: Int32 = 7
    static let tertiary: Int32 = 2
    static let on: Int32 = 17
  }

  private struct Functions {
    typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Int32>) -> OpaquePointer?
    typealias SetAttribute = @convention(c) (OpaquePointer, Int32, Int32, UnsafeMutablePointer<Int32>) -> Void
    typealias Key =
      @convention(c) (
        OpaquePointer, UnsafePointer<UInt16>, Int32, UnsafeMutablePointer<UInt8>?, Int32
      ) -> Int32
    typealias Order =
      @convention(c) (
        OpaquePointer, UnsafePointer<UInt8>?, Int32, UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<Int32>
      ) -> Int32

    let open: Open
    let setAttribute: SetAttribute
    let key: Key
    let order: Order

    init?() {
      guard let open = Self.symbol("open"), let setAttribute = Self.symbol("setAttribute"),
        let key = Self.symbol("getSortKey"), let order = Self.symbol("strcollUTF8")
      else { return nil }
      self.open = unsafeBitCast(open, to: Open.self)
      self.setAttribute = unsafeBitCast(setAttribute, to: SetAttribute.self)
      self.key = unsafeBitCast(key, to: Key.self)
      self.order = unsafeBitCast(order, to: Order.self)
    }

    /// The names of the toolchain's own copy of ICU begin with `swift_`.
    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(nil, "swift_ucol_" + name) }
  }
}
