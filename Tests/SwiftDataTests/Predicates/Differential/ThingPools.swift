import Foundation
import TestKit

/// The values that things and conditions are made of.
///
/// Text is in one normal form, and no text begins inside a character of another: where Swift's characters and a store's
/// bytes differ, `Documentation/QuerySemantics.md` says so.
struct ThingPools {
  var random: SeededGenerator

  static let texts = [
    "", "a", "A", "ab", "Ab", "b", "é", "É", "straße", "STRASSE", "İ", "i", "ı", "👨‍👩‍👧", "x👨‍👩‍👧", "100%", "_", "*?", "it's",
    "\"",
    "a\u{0}b", "日本", ";--",
  ]
  static let numbers = [0, 1, -1, 2, 3, 7, -7, 1000, .max, .min]
  static let reals = [0, -0.0, 1.5, -3, 0.1, 1e300, 9_007_199_254_740_992, .infinity, -.infinity]
  /// SQLite keeps no sign of a zero.
  static let stored = reals.filter { $0 != 0 } + [0.0]
  static let singles: [Float] = [0, 0.1, 1.5, -2, 16_777_216]
  /// Before 2001 too, and with parts of a second.
  static let dates = [-1e9, -0.5, 0, 0.5, 7.9e8].map { Date(timeIntervalSinceReferenceDate: $0) }
  static let codes = (0..<3).map { UUID(uuid: ($0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0)) }
  static let bytes = [Data(), Data([0]), Data([0, 1]), Data([255]), Data("a".utf8)]
  static let prices = [
    Decimal(0), Decimal(string: "0.1") ?? 0, Decimal(string: "123456789012345678") ?? 0,
    Decimal(string: "1e30") ?? 0, Decimal(-5),
  ]
  static let factors = [Decimal(3), Decimal(-1), Decimal(0), Decimal(string: "0.1") ?? 0]
  static let products = ["0.3", "0.01", "3e30", "-0.5", "370370367037037034"].compactMap { Decimal(string: $0) }
  /// Patterns that mean the same to Swift's matcher and to ICU's: what both call a character is one code point there.
  static let patterns = ["a", "^[ab]+$", "(?i)ab", "^$", "[0-9]+%", "s{2}|SS", "^(a|b)", "é$", "it's", "\\*\\?"]
  static let links = ["https://a.example/", "file:///x%20y"].compactMap { URL(string: $0) }

  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  mutating func one<Value>(_ values: [Value]) -> Value { values[pick(values.count)] }
  mutating func maybe<Value>(_ values: [Value]) -> Value? { pick(3) == 0 ? nil : one(values) }
  /// Small ones mostly, so that computing with them mostly goes well.
  mutating func number() -> Int { pick(6) == 0 ? one(Self.numbers) : pick(9) - 3 }

  mutating func row() -> Things.Row {
    Things.Row(
      number: number(), other: number(), maybe: pick(3) == 0 ? nil : number(), small: Int16(pick(5)) - 2,
      title: one(Self.texts), note: maybe(Self.texts), real: one(Self.stored), maybeReal: maybe(Self.stored + [.nan]),
      single: one(Self.singles), flag: pick(2) == 0, maybeFlag: maybe([true, false]), date: one(Self.dates),
      maybeDate: maybe(Self.dates), code: one(Self.codes), maybeCode: maybe(Self.codes), bytes: one(Self.bytes),
      price: one(Self.prices), link: maybe(Self.links), level: one(Things.Level.allCases),
      color: maybe(Things.Color.allCases))
  }
}
