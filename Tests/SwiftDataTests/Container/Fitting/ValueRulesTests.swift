import Foundation
import ModelDescription
import StoreContract
import SwiftData
import TestKit
import Testing

@testable import ObjectGraph

/// Bounds that the model of a fitting store sets on values, which no class can say.
@Suite struct ValueRulesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let place: String
    let words: [String]
    let change: @Sendable (Bounded.Reading) -> Void

    init(_ place: String, _ words: String..., change: @escaping @Sendable (Bounded.Reading) -> Void) {
      self.place = place
      self.words = words
      self.change = change
    }

    var testDescription: String { "\(place) \(words)" }
  }

  static let refused = [
    Case("Reading.step", "0", "below 1") { $0.step = 0 },
    Case("Reading.step", "11", "above 10") { $0.step = 11 },
    Case("Reading.ratio", "-0.5", "below 0.0") { $0.ratio = -0.5 },
    Case("Reading.ratio", "1.5", "above 1.0") { $0.ratio = 1.5 },
    Case("Reading.small", "below 0.1") { $0.small = 0.05 },
    Case("Reading.price", "0.25", "below 0.5") { $0.price = Decimal(string: "0.25") ?? 0 },
    Case("Reading.price", "100", "above 99.5") { $0.price = 100 },
    Case("Reading.taken", "1999", "below 2001") { $0.taken = Date(timeIntervalSinceReferenceDate: -40_000_000) },
    Case("Reading.taken", "above 2032") { $0.taken = Date(timeIntervalSinceReferenceDate: 1_000_000_001) },
    Case("Reading.code", "\"a\"", "length 1", "at least 2") { $0.code = "a" },
    Case("Reading.code", "\"abcde\"", "length 5", "at most 4") { $0.code = "abcde" },
    Case("Reading.code", "length 6", "at most 4") { $0.code = "👍👍👍" },
    Case("Reading.isbn", "\"123-ab\"", "MATCHES", "[0-9]{3}-[A-Z]+") { $0.isbn = "123-ab" },
    Case("Reading.isbn", "\"\"", "MATCHES") { $0.isbn = "" },
    Case("Reading.note", "\"y\"", "BEGINSWITH") { $0.note = "y" },
    Case("Reading.size.width", "-1.0", "below 0.0") { $0.size.width = -1 },
  ]

  static let taken = [
    Case("step") { $0.step = 1 }, Case("step") { $0.step = 10 }, Case("ratio") { $0.ratio = 0 },
    Case("ratio") { $0.ratio = 1 }, Case("small") { $0.small = 0.1 },
    Case("price") { $0.price = Decimal(string: "0.5") ?? 1 },
    Case("price") { $0.price = Decimal(string: "99.50") ?? 1 },
    Case("taken") { $0.taken = Date(timeIntervalSinceReferenceDate: 0) },
    Case("taken") { $0.taken = Date(timeIntervalSinceReferenceDate: 1_000_000_000) },
    Case("code") { $0.code = "ab" }, Case("code") { $0.code = "👍👍" },
    Case("isbn") { $0.isbn = nil }, Case("isbn") { $0.isbn = "123-AB" }, Case("note") { $0.note = "xyz" },
    // Two predicates that mean nothing here are no bound.
    Case("odd") { $0.odd = -3 }, Case("size") { $0.size.width = 0 },
  ]

  private let store: FittingStore

  init() throws { store = try FittingStore(Bounded.model) }

  @Test(arguments: refused)
  func aValueOutsideIsRefusedWithPlaceValueAndBound(_ example: Case) throws {
    let context = try store.open(Bounded.Reading.self)
    let new = Bounded.Reading()
    example.change(new)
    context.insert(new)
    try expectRefusal(example, context)
    context.delete(new)
    let reading = Bounded.Reading()
    context.insert(reading)
    try context.save()
    let row = try store.sql("SELECT * FROM ZREADING")
    #expect(row.count == 1)
    example.change(reading)
    try expectRefusal(example, context)
    #expect(try store.sql("SELECT * FROM ZREADING") == row)
  }

  private func expectRefusal(_ example: Case, _ context: ModelContext) throws {
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    let text = error.map { "\($0)" } ?? ""
    for words in [example.place + ": "] + example.words { #expect(text.contains(words), "\(words) in \(text)") }
    #expect(context.hasChanges)
  }

  @Test(arguments: taken)
  func aValueInsideIsSaved(_ example: Case) throws {
    let context = try store.open(Bounded.Reading.self)
    let reading = Bounded.Reading()
    context.insert(reading)
    try context.save()
    example.change(reading)
    try context.save()
    let new = Bounded.Reading()
    example.change(new)
    context.insert(new)
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZREADING") == ["2"])
  }

  /// A save looks at nothing that the model does not bound.
  @Test func valuesWithoutBoundsAreWrittenAsEver() throws {
    func binding(_ context: ModelContext, _ name: String) throws -> ClassBinding {
      let number = try #require(context.container.store.model.entity(named: name)?.number)
      return try #require(context.container.classes.binding(ofEntity: number))
    }
    let bounded = try binding(store.open(Bounded.Reading.self), "Reading")
    for (name, kind) in [("plain", WriteStep.Kind.integer), ("step", .other), ("ratio", .other), ("code", .other)] {
      let slot = try #require(bounded.slots.firstIndex { $0.name == name })
      #expect(bounded.writing.first { $0.slot == slot }?.kind == kind, "\(name)")
    }
    let fitting = try FittingStore(FittingStore.modelWithTags)
    #expect(try binding(fitting.open(Fitting.Book.self), "Book").rules.isEmpty)
  }

  /// Only what a save writes is looked at: rows that other programs wrote stay as they are.
  @Test func otherValuesOfARowAreNotLookedAt() throws {
    let context = try store.open(Bounded.Reading.self)
    context.insert(Bounded.Reading())
    try context.save()
    try store.execute("UPDATE ZREADING SET ZLEVEL = 99")
    let again = try store.open(Bounded.Reading.self)
    let reading = try #require(try again.fetch(FetchDescriptor<Bounded.Reading>()).first)
    #expect(reading.step == 99)
    reading.code = "xyz"
    try again.save()
    #expect(try store.sql("SELECT ZLEVEL, ZCODE FROM ZREADING") == ["99|xyz"])
  }
}

enum Bounded {
  struct Size: Codable, Hashable {
    var width: Double
    var height: Double
  }

  @Model final class Reading {
    @Attribute(originalName: "level") var step = 5
    var ratio = 0.5
    var small: Float = 0.5
    var price = Decimal(1)
    var taken = Date(timeIntervalSinceReferenceDate: 800_000_000)
    var code = "abc"
    var isbn: String?
    var note: String?
    var odd = 1
    var plain = 1
    var size = Size(width: 1, height: 2)

    init() {}
  }

  /// Its hashes are those of no class: the modifier sees to that.
  static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Reading", versionHashModifier: "2",
      attributes: [
        AttributeDescription(
          name: "level", type: .integer16, validation: .init(minimum: .integer(1), maximum: .integer(10))),
        AttributeDescription(
          name: "ratio", type: .double, validation: .init(minimum: .double(0), maximum: .double(1))),
        AttributeDescription(name: "small", type: .float, validation: .init(minimum: .float(0.1))),
        AttributeDescription(
          name: "price", type: .decimal,
          validation: .init(
            minimum: .decimal(Decimal(sign: .plus, exponent: -1, significand: 5)),
            maximum: .decimal(Decimal(sign: .plus, exponent: -1, significand: 995)))),
        AttributeDescription(
          name: "taken", type: .date,
          validation: .init(
            minimum: .date(Date(timeIntervalSinceReferenceDate: 0)),
            maximum: .date(Date(timeIntervalSinceReferenceDate: 1_000_000_000)))),
        AttributeDescription(
          name: "code", type: .string, validation: .init(minimumLength: 2, maximumLength: 4)),
        AttributeDescription(
          name: "isbn", type: .string, isOptional: true, validation: .init(regularExpression: "[0-9]{3}-[A-Z]+")),
        AttributeDescription(
          name: "note", type: .string, isOptional: true,
          validation: .init(otherPredicates: ["SELF BEGINSWITH \"x\""])),
        AttributeDescription(
          name: "odd", type: .integer64,
          validation: .init(otherPredicates: ["SELF.nothing.there > 3", "no predicate at (all"])),
        AttributeDescription(name: "plain", type: .integer64),
        AttributeDescription(
          name: "size", type: .composite,
          elements: [
            AttributeDescription(name: "height", type: .double, isOptional: true),
            AttributeDescription(
              name: "width", type: .double, isOptional: true, validation: .init(minimum: .double(0))),
          ]),
      ])
  ])
}
