import Foundation
import ModelDescription
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import causeway

@Suite struct SeedExtremesTests {
  private static func attribute(
    _ name: String, _ type: AttributeType, _ validation: AttributeValidation = .init(), isOptional: Bool = false
  ) -> AttributeDescription {
    AttributeDescription(name: name, type: type, isOptional: isOptional, validation: validation)
  }

  private static let attributes: [AttributeDescription] = [
    attribute("short", .integer16), attribute("middle", .integer32), attribute("long", .integer64),
    attribute("bounded", .integer32, .init(minimum: .integer(-5), maximum: .integer(5))),
    attribute("below", .integer64, .init(maximum: .integer(-7))),
    attribute("real", .double), attribute("single", .float),
    attribute("share", .double, .init(minimum: .double(0.25), maximum: .double(0.5))),
    attribute("cold", .double, .init(maximum: .double(-40))),
    attribute("price", .decimal, .init(minimum: .decimal(Decimal(1) / 8), maximum: .decimal(Decimal(1) / 4))),
    attribute("day", .date), attribute("flag", .boolean), attribute("key", .uuid), attribute("place", .uri),
    attribute("past", .date, .init(maximum: .date(Date(timeIntervalSinceReferenceDate: -1_000_000)))),
    attribute("bytes", .binary), attribute("text", .string),
    attribute("code", .string, .init(minimumLength: 2, maximumLength: 4)),
    attribute("plate", .string, .init(regularExpression: "[A-Z]{2,3}-[0-9]{1,4}")),
  ]

  private static func model(_ attributes: [AttributeDescription], unique: [[String]] = []) throws -> ResolvedModel {
    try ResolvedModel(
      ModelDescription(entities: [.init(name: "Thing", attributes: attributes, uniquenessConstraints: unique)]))
  }

  private static func values(_ name: String, _ plan: SeedPlan, _ model: ResolvedModel) throws -> [StoredValue] {
    let entity = try #require(model.entity(named: "Thing"))
    let number = try #require(entity.fieldNumber(of: name))
    return plan.request.inserts.map { $0.values[number] }
  }

  @Test func everyExtremeIsReached() throws {
    let model = try Self.model(Self.attributes)
    let plan = try SeedPlan(model, rows: 3, seed: 1, extremes: true)
    #expect(plan.request.inserts.count == SeedExtremes.rows)
    for attribute in Self.attributes {
      let extremes = SeedExtremes.values(of: attribute)
      // Texts that are canonically equivalent are two values of a store.
      let distinct = Set(
        extremes.map { value -> [UInt8] in
          if case .blob(let data) = value { [UInt8](data) } else { Array("\(value)".utf8) }
        })
      #expect(extremes.count <= SeedExtremes.rows && distinct.count == extremes.count, "\(attribute.name)")
      let values = try Self.values(attribute.name, plan, model)
      #expect(Set(values).isSuperset(of: extremes), "\(attribute.name)")
    }
    #expect(try Self.values("short", plan, model).contains(.integer(-32768)))
    #expect(try Self.values("long", plan, model).contains(.integer(.min)))
    #expect(try Set(Self.values("bounded", plan, model)).isSuperset(of: [.integer(-5), .integer(5), .integer(0)]))
    #expect(try Self.values("below", plan, model).contains(.integer(-7)))
    #expect(try Self.values("real", plan, model).contains(.real(-Double.greatestFiniteMagnitude)))
    #expect(try Self.values("code", plan, model).contains(.text("xxxx")))
    #expect(try Self.values("text", plan, model).contains(.text("")))
    #expect(try Self.values("bytes", plan, model).contains(.blob(Data())))
  }

  /// With and without extremes, few rows and many.
  @Test(arguments: [1, 30, 300], [false, true]) func boundsAreAlwaysMet(rows: Int, extremes: Bool) throws {
    let model = try Self.model(Self.attributes)
    let plan = try SeedPlan(model, rows: rows, seed: 9, extremes: extremes)
    for attribute in Self.attributes {
      for value in try Self.values(attribute.name, plan, model) {
        #expect(Self.isAllowed(value, attribute), "\(attribute.name): \(value)")
      }
    }
  }

  private static func isAllowed(_ value: StoredValue, _ attribute: AttributeDescription) -> Bool {
    let (low, high) = (SeedValues.bound(attribute.validation.minimum), SeedValues.bound(attribute.validation.maximum))
    func isInside(_ number: Double) -> Bool { number >= low ?? -.infinity && number <= high ?? .infinity }
    switch value {
    case .integer(let number): return isInside(Double(number))
    case .real(let number): return isInside(number)
    case .text(let text) where attribute.type == .decimal: return Double(text).map(isInside) ?? false
    case .text(let text):
      let pattern = attribute.validation.regularExpression.map { "^(?:\($0))$" }
      return text.count >= attribute.validation.minimumLength ?? 0
        && text.count <= attribute.validation.maximumLength ?? .max
        && pattern.map { text.range(of: $0, options: .regularExpression) != nil } ?? true
    default: return value != .null
    }
  }

  @Test func limitsThatStandForNoneAreNotReached() {
    let text = Self.attribute("text", .string, .init(minimumLength: -3, maximumLength: .max))
    #expect(SeedExtremes.values(of: text).contains(.text(String(repeating: "x", count: 1_000_000))))
    var generator = SeedGenerator(seed: 5)
    #expect(SeedPattern.text("a{9223372036854775807}", using: &generator) == nil)
  }

  @Test func uniqueTextsOfAPatternDiffer() throws {
    let model = try Self.model(
      [Self.attribute("plate", .string, .init(regularExpression: "[A-Z]{2}[0-9]"))], unique: [["plate"]])
    let values = try Self.values("plate", SeedPlan(model, rows: 150, seed: 2), model)
    #expect(Set(values).count == 150)
    #expect(throws: ModelError.self) {
      let few = try Self.model(
        [Self.attribute("plate", .string, .init(regularExpression: "[AB]"))], unique: [["plate"]])
      _ = try SeedPlan(few, rows: 3, seed: 2)
    }
  }

  /// One property of a constraint differs, which is enough.
  @Test func pairsAreUniqueThoughAFlagIsNot() throws {
    let attributes = [Self.attribute("flag", .boolean), Self.attribute("code", .string)]
    let model = try Self.model(attributes, unique: [["flag", "code"]])
    let plan = try SeedPlan(model, rows: 50, seed: 2)
    #expect(try Set(Self.values("code", plan, model)).count == 50)
    #expect(try Set(Self.values("flag", plan, model)).count == 2)
  }

  @Test(arguments: [
    ("age", 1...99.0), ("birthYear", 1950...2030), ("latitude", -90...90), ("progress", 0...1), ("rating", 1...5),
    ("pageCount", 1...400),
  ])
  func namesPromiseRanges(_ name: String, _ range: ClosedRange<Double>) throws {
    for type in [AttributeType.integer32, .double] where !(type == .integer32 && name == "progress") {
      let model = try Self.model([Self.attribute(name, type)])
      for value in try Self.values(name, SeedPlan(model, rows: 200, seed: 4), model) {
        switch value {
        case .integer(let number): #expect(range.contains(Double(number)))
        case .real(let number): #expect(range.contains(number))
        default: Issue.record("\(value)")
        }
      }
    }
    // An age is no language, and the model's bounds win.
    #expect(SeedRanges.range(for: "language") == nil)
    let bounded = try Self.model([Self.attribute("age", .integer16, .init(minimum: .integer(200)))])
    for value in try Self.values("age", SeedPlan(bounded, rows: 20, seed: 4), bounded) {
      guard case .integer(let number) = value, number >= 200 else {
        Issue.record("\(value)")
        continue
      }
    }
  }

  @Test(arguments: [
    "abc", "[a-z]+", "[A-Z]{3}", "\\d{2,4}", "(ab|cd)e?", "^\\w+@\\w+\\.(com|org)$", "[^a-z ]{5}", "x*y", "a\\.b\\\\c",
    "(?:no|yes)(, (no|yes))*", "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}", "\\+?[0-9 ]{7,}", "[\\d.]+", "a{3}", "..", "[]x]",
    "a|b|",
  ])
  func patternsGiveTextsThatTheyMatch(_ pattern: String) throws {
    var generator = SeedGenerator(seed: 5)
    for _ in 0..<50 {
      let text = try #require(SeedPattern.text(pattern, using: &generator))
      #expect(text.range(of: "^(?:\(pattern))$", options: .regularExpression) != nil, "\(text)")
    }
  }

  @Test(arguments: ["(?=a)b", "(?i)a", "\\p{L}", "a{", "[a", "(a", "*", "[[:alpha:]]"])
  func formsThatAreNotKnownAreGivenUp(_ pattern: String) {
    var generator = SeedGenerator(seed: 5)
    #expect(SeedPattern.text(pattern, using: &generator) == nil)
  }

  /// The classes of a `VersionedSchema` are a version too.
  @Test func classesAreSeeded() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("Versions.swift")
    try """
    import SwiftData
    enum V1: VersionedSchema {
      static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { @Attribute(.unique) var isbn: String; var pageCount: Int?; init() { isbn = "" } }
    }
    """.write(to: file, atomically: true, encoding: .utf8)
    let store = folder.file("Books.sqlite").path
    let captured = CapturedOutput()
    let status = Tool.run(["seed", file.path + "#V1", "--rows", "5", "-o", store], console: captured.console)
    #expect(status == .fine, "\(captured.errors)")
    #expect(captured.output.contains("version \"V1\", 5 rows"))
    #expect(Tool.run(["diff", file.path + "#V1", store], console: captured.console) == .fine, "\(captured.output)")
  }

  @Test func theCommandMakesAStoreOfThemThatIsSound() throws {
    let folder = try TemporaryFolder()
    let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld").path
    let store = folder.file("Library.sqlite").path
    func run(_ words: String...) -> (causeway.ExitStatus, String) {
      let captured = CapturedOutput()
      return (Tool.run(words, console: captured.console), captured.output + captured.errors)
    }
    let made = run("seed", model, "--rows", "2", "--extremes", "-o", store)
    #expect(made.0 == .fine, "\(made.1)")
    #expect(run("doctor", store).0 == .fine)
    let rows = run("inspect", store, "--entity", "Loan", "--json")
    #expect(rows.0 == .fine && rows.1.contains("\"4001-01-01T00:00:00Z\""), "\(rows.1)")
    let connection = try Connection(path: store, mode: .untouched)
    #expect(try connection.integer("SELECT count(*) FROM ZBOOK") == Int64(SeedExtremes.rows))
    #expect(try connection.text("SELECT min(ZPAGECOUNT) || ' ' || max(ZPAGECOUNT) FROM ZBOOK") == "-32768 32767")
    #expect(try connection.text("SELECT min(ZRENEWALS) || ' ' || max(ZRENEWALS) FROM ZLOAN") == "0 10")
  }
}
