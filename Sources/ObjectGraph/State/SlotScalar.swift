public import Foundation

/// A type whose values fit a slot's word: the integers, `Bool`, `Double`, `Float` and `Date`.
public protocol _SlotScalar {
  static func _load(_ word: UInt64) -> Self
  var _word: UInt64 { get }
  /// The word is the bits of a `Double` rather than an integer.
  static var _isReal: Bool { get }
}

extension _SlotScalar where Self: FixedWidthInteger {
  @inlinable public static func _load(_ word: UInt64) -> Self { Self(truncatingIfNeeded: word) }
  @inlinable public var _word: UInt64 { UInt64(truncatingIfNeeded: self) }
  @inlinable public static var _isReal: Bool { false }
}

extension Int: _SlotScalar {}
extension Int8: _SlotScalar {}
extension Int16: _SlotScalar {}
extension Int32: _SlotScalar {}
extension Int64: _SlotScalar {}
extension UInt: _SlotScalar {}
extension UInt8: _SlotScalar {}
extension UInt16: _SlotScalar {}
extension UInt32: _SlotScalar {}
extension UInt64: _SlotScalar {}

extension Bool: _SlotScalar {
  @inlinable public static func _load(_ word: UInt64) -> Bool { word != 0 }
  @inlinable public var _word: UInt64 { self ? 1 : 0 }
  @inlinable public static var _isReal: Bool { false }
}

extension Double: _SlotScalar {
  @inlinable public static func _load(_ word: UInt64) -> Double { Double(bitPattern: word) }
  @inlinable public var _word: UInt64 { bitPattern }
  @inlinable public static var _isReal: Bool { true }
}

extension Float: _SlotScalar {
  @inlinable public static func _load(_ word: UInt64) -> Float { Float(Double(bitPattern: word)) }
  @inlinable public var _word: UInt64 { Double(self).bitPattern }
  @inlinable public static var _isReal: Bool { true }
}

/// Seconds since 2001-01-01, as the store has them.
extension Date: _SlotScalar {
  @inlinable public static func _load(_ word: UInt64) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(bitPattern: word))
  }
  @inlinable public var _word: UInt64 { timeIntervalSinceReferenceDate.bitPattern }
  @inlinable public static var _isReal: Bool { true }
}
