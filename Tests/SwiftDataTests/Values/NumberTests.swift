import Foundation
import SQLiteDriver
import SwiftData
import TestKit
import Testing

/// Numbers at the ends of what a store can hold, and beyond.
@Suite struct NumberTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Measures.store")
  }

  private func open() throws -> ModelContext {
    ModelContext(try ModelContainer(for: Measure.self, configurations: ModelConfiguration(url: url)))
  }

  /// Saves refuse the value, for a new object and for a known one, and name the property; nothing is written.
  private func refused(_ name: String, _ words: String, _ change: (Measure) -> Void) throws {
    for isNew in [true, false] {
      let context = try open()
      try context.delete(model: Measure.self)
      let measure = Measure("one")
      context.insert(measure)
      if !isNew { try context.save() }
      change(measure)
      let error = #expect(throws: (any Error).self, "\(name)") { try context.save() }
      let text = "\(error as Any)"
      #expect(text.contains("Measure.\(name)") && text.contains(words), "\(text)")
    }
    #expect(try open().fetch(FetchDescriptor<Measure>()).count <= 1)
  }

  @Test func whatIsNoNumberIsRefusedWhereAValueIsMandatory() throws {
    try refused("price", "NaN") { $0.price = .nan }
    try refused("offer", "NaN") { $0.offer = .nan }
    try refused("real", "mandatory") { $0.real = .nan }
    try refused("narrow", "mandatory") { $0.narrow = .nan }
    try refused("day", "mandatory") { $0.day = Date(timeIntervalSinceReferenceDate: .nan) }
    try refused("reading", "NaN") { $0.reading = Reading(level: .nan) }
  }

  @Test func whatIsNoNumberIsNothingWhereAValueIsOptional() throws {
    let context = try open()
    let measure = Measure("one")
    measure.maybe = .nan
    measure.maybeNarrow = .nan
    measure.maybeDay = Date(timeIntervalSinceReferenceDate: .nan)
    measure.real = -.infinity
    context.insert(measure)
    try context.save()
    let again = try #require(try open().fetch(FetchDescriptor<Measure>()).first)
    #expect(again.maybe == nil && again.maybeNarrow == nil && again.maybeDay == nil)
    #expect(again.real == -.infinity)
  }

  @Test func largeWordsAreRefused() throws {
    try refused("word", "9223372036854775808 is too large") { $0.word = 1 << 63 }
    try refused("maybeWord", "too large") { $0.maybeWord = .max }
    try refused("mass", "too large") { $0.mass = .heavy }
    let context = try open()
    try context.delete(model: Measure.self)
    let measure = Measure("one")
    (measure.word, measure.maybeWord) = (1 << 63 - 1, 7)
    context.insert(measure)
    try context.save()
    let again = try #require(try open().fetch(FetchDescriptor<Measure>()).first)
    #expect(again.word == 1 << 63 - 1 && again.maybeWord == 7)
  }

  /// Whatever decimal is saved comes back to 15 digits, which SQLite keeps of it.
  @Test func everyDecimalComesBack() throws {
    let context = try open()
    let decimals: [Decimal] = [
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
      Decimal(sign: .minus, exponent: 120, significand: 12_345_678),
      Decimal(sign: .plus, exponent: -128, significand: 35),
      Decimal(sign: .plus, exponent: -120, significand: 123_456_789), Decimal(string: "-0.1") ?? 0, 0,
    ]
    for (index, decimal) in decimals.enumerated() {
      let measure = Measure("\(index)")
      (measure.price, measure.offer) = (decimal, decimal)
      context.insert(measure)
    }
    try context.save()
    let found = try open().fetch(FetchDescriptor<Measure>(sortBy: [SortDescriptor(\.name)]))
    #expect(found.count == decimals.count)
    for (measure, decimal) in zip(found, decimals) {
      let allowed = abs(decimal) / Decimal(1_000_000_000_000_00 as Int64)
      let isSame = measure.price == decimal || abs(measure.price - decimal) <= allowed
      #expect(isSame && measure.offer == measure.price, "\(measure.price) \(decimal)")
    }
  }

  /// Rows of other programs: nothing that a number can be keeps the others from being read.
  @Test(arguments: [
    ("'NaN'", "NaN"), ("1e300", "\(Decimal.greatestFiniteMagnitude)"),
    ("-9e999", "\(-Decimal.greatestFiniteMagnitude)"),
    ("1e-300", "0"), ("5e-130", "0"), ("-2.5e-127", "\(Decimal(sign: .minus, exponent: -128, significand: 25))"),
    ("1.5e130", "15" + String(repeating: "0", count: 129)), ("1e-5", "0.00001"), ("0.1", "0.1"),
  ])
  func anyStoredDecimalIsRead(_ stored: String, _ expected: String) throws {
    let context = try open()
    context.insert(Measure("one"))
    try context.save()
    try Connection(path: url.path, mode: .readWrite).execute("UPDATE ZMEASURE SET ZPRICE = \(stored)")
    #expect(try open().fetch(FetchDescriptor<Measure>()).map { "\($0.price)" } == [expected])
  }

  @Test func aValueWhoseFileIsGoneIsSaid() throws {
    let context = try open()
    for name in ["one", "two"] {
      let measure = Measure(name)
      measure.picture = Data(repeating: 7, count: 200_000)
      context.insert(measure)
    }
    try context.save()
    let files = folder.file(".Measures_SUPPORT/_EXTERNAL_DATA")
    let names = try FileManager.default.contentsOfDirectory(atPath: files.path)
    for name in names { try FileManager.default.removeItem(at: files.appendingPathComponent(name)) }
    let other = try open()
    let descriptor = FetchDescriptor<Measure>(sortBy: [SortDescriptor(\.name)])
    // The file is looked for when the value is read.
    let found = try other.fetch(descriptor)
    #expect(found.map(\.name) == ["one", "two"] && found[0].picture == nil)
    let error = #expect(throws: (any Error).self) { try other.fetch(descriptor) }
    let text = "\(error as Any)"
    #expect(text.contains("Measure.picture") && names.contains { text.contains($0) }, "\(text)")
    // It is said once, and the other values are good.
    #expect(try other.fetch(descriptor).count == 2 && found[0].picture == nil)
    found[0].name = "first"
    try other.save()
    #expect(try other.fetchCount(FetchDescriptor<Measure>()) == 2)
  }

  /// A fetch reads no file: what another context saved meanwhile is what the property has, as its row says then.
  @Test func largeValuesAreReadWhenTheyAreAskedFor() throws {
    let context = try open()
    let measure = Measure("one")
    measure.picture = Data(repeating: 1, count: 200_000)
    context.insert(measure)
    try context.save()
    let other = try open()
    let found = try #require(try other.fetch(FetchDescriptor<Measure>()).first)
    #expect(!other.hasChanges)
    measure.picture = Data(repeating: 2, count: 300_000)
    try context.save()
    #expect(found.picture == Data(repeating: 2, count: 300_000) && !other.hasChanges)
    // A change of another property leaves the value alone, one that was never read too.
    let third = try open()
    let unread = try #require(try third.fetch(FetchDescriptor<Measure>()).first)
    unread.name = "renamed"
    try third.save()
    #expect(unread.picture?.count == 300_000)
    unread.picture = nil
    try third.save()
    #expect(try open().fetch(FetchDescriptor<Measure>()).first?.picture == nil)
    let files = folder.file(".Measures_SUPPORT/_EXTERNAL_DATA")
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.path).isEmpty)
  }
}
