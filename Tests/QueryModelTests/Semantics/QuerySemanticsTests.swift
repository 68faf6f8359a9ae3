import Foundation
import ModelDescription
import QueryModel
import TestKit
import Testing

/// Every row of `Documentation/QuerySemantics.md`.
@Suite struct QuerySemanticsTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let condition: String
    let format: String
    let stores: String
    var testDescription: String { condition }
  }

  static let rows = SemanticsTable.rows.map {
    Row(condition: $0.condition, format: $0.formatInMemory, stores: $0.formatInSQL)
  }

  @Test func thePageIsRead() {
    print("Rows of the semantics page: \(Self.rows.count).")
    #expect(Self.rows.count > 270)
    // Where a spelling does not exist, the cell says why.
    #expect(
      SemanticsTable.rows.allSatisfy { row in
        row.answers.allSatisfy { ["yes", "no", "error"].contains($0) || $0.hasPrefix("–") }
      })
    #expect(Self.rows.allSatisfy { !$0.format.hasPrefix("–") && !$0.stores.hasPrefix("–") })
  }

  @Test(arguments: rows) func theFormatAnswers(_ row: Row) throws {
    let tree = try PredicateFormat.predicate(row.condition)
    #expect(answer { try FormatEvaluator(Sample.keyed, lookup: DictionaryLookup()).holds(tree) } == row.format)
  }

  @Test(arguments: rows) func theQueryAnswers(_ row: Row) throws {
    let tree = try PredicateFormat.predicate(row.condition)
    let model = try Sample.model()
    let entity = try #require(model.entity(named: "Sample"))
    #expect(
      answer {
        try QueryEvaluator.evaluate(FormatLowering(model: model, entity: entity).predicate(tree), on: Sample.object())
      }
        == row.stores)
  }

  private func answer(_ body: () throws -> Bool) -> String {
    do { return try body() ? "yes" : "no" } catch { return "error" }
  }
}

/// The object that the page's rows are about.
enum Sample {
  private static let texts = [
    "empty": "", "lower": "abc", "upper": "ABC", "plain": "e", "nfc": "\u{e9}", "nfd": "e\u{301}", "street": "straße",
  ]
  private static let numbers: [String: Int64] = ["one": 1, "zero": 0, "max": .max]
  private static let reals: [String: Double] = ["nan": .nan, "infinite": .infinity]
  private static let price = Decimal(15) / 10

  static var keyed: [String: Any] {
    let few: [[String: Any]] = [["number": 1], ["number": NSNull()]]
    let huge: [[String: Any]] = [["number": Int64.max], ["number": Int64.max]]
    var object: [String: Any] = [
      "huge": huge, "nothing": NSNull(), "number": NSNull(), "missing": NSNull(), "few": few, "noneOf": [Int](),
      "price": price,
    ]
    for (name, text) in texts { object[name] = text }
    for (name, number) in numbers { object[name] = number }
    for (name, number) in reals { object[name] = number }
    return object
  }

  /// As a store gives the same object: NaN comes back as nil.
  static func object() -> LibraryGraph.Object {
    let object = LibraryGraph.Object(entity: 1, number: 1)
    object.values = [
      "nothing": .null, "number": .null, "nan": .null, "infinite": .double(.infinity), "price": .decimal(price),
    ]
    for (name, text) in texts { object.values[name] = .string(text) }
    for (name, number) in numbers { object.values[name] = .integer(number) }
    let few = (0..<2).map { LibraryGraph.Object(entity: 2, number: $0) }
    few[0].values = ["number": .integer(1)]
    few[1].values = ["number": .null]
    let huge = (2..<4).map { LibraryGraph.Object(entity: 2, number: $0) }
    for part in huge { part.values = ["number": .integer(.max)] }
    object.toManys = ["few": few, "huge": huge, "noneOf": []]
    object.toOnes = ["missing": nil]
    return object
  }

  static func model() throws -> ResolvedModel {
    func attributes(_ names: some Sequence<String>, _ type: AttributeType) -> [AttributeDescription] {
      names.sorted().map { AttributeDescription(name: $0, type: type, isOptional: true) }
    }
    func relationship(_ name: String, isToMany: Bool) -> RelationshipDescription {
      RelationshipDescription(name: name, destinationEntityName: isToMany ? "Part" : "Sample", isToMany: isToMany)
    }
    return try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(
          name: "Sample",
          attributes: attributes(texts.keys, .string) + attributes(numbers.keys, .integer64)
            + attributes(reals.keys, .double)
            + attributes(["nothing"], .string) + attributes(["number"], .integer64) + attributes(["price"], .decimal),
          relationships: [
            relationship("few", isToMany: true), relationship("huge", isToMany: true),
            relationship("noneOf", isToMany: true),
            relationship("missing", isToMany: false),
          ]),
        EntityDescription(name: "Part", attributes: attributes(["number"], .integer64)),
      ]))
  }
}
