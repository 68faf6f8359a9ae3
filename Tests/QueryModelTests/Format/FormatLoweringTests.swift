import Foundation
import ModelDescription
import QueryModel
import TestKit
import Testing

/// Formats as the query that stores understand, over a small model.
@Suite struct FormatLoweringTests {
  let model: ResolvedModel
  let book: ResolvedEntity

  init() throws {
    model = try LibraryGraph.model()
    book = try #require(model.entity(named: "Book"))
  }

  static let conditions: [(String, String)] = [
    ("pages > 100", "$0.pages > 100"), ("title == nil", "$0.title == nil"), ("title != 'x'", "!$0.title == \"x\""),
    ("title CONTAINS[cd] 'x'", "$0.title.contains(\"x\")"),
    ("title BEGINSWITH 'x' OR title LIKE '*x'", "($0.title.beginsWith(\"x\") || $0.title.like(\"*x\"))"),
    ("title ==[c] 'x'", "$0.title.equal(\"x\")"), ("pages ==[c] 5", "$0.pages == 5"),
    ("title ==[c] nil", "$0.title == nil"),
    ("pages IN {1, nil}", "[1, nil].contains($0.pages)"),
    ("title IN[c] {'a', 'b'}", "($0.title.equal(\"a\") || $0.title.equal(\"b\"))"),
    ("'x' IN title", "$0.title.contains(\"x\")"), ("pages BETWEEN {1, 5 + 5}", "($0.pages >= 1 && $0.pages <= 10)"),
    ("author.name == 'x'", "$0.author.name == \"x\""), ("author == nil", "$0.author == nil"),
    ("SELF == author", "$0 == $0.author"),
    ("loans.@count > 1", "$0.loans.count > 1"), ("count(loans) > 1", "$0.loans.count > 1"),
    ("loans[SIZE] > 1", "$0.loans.count > 1"),
    ("author.books.@count > 1", "$0.author.books.count > 1"),
    ("ANY loans.fee > 2", "$0.loans.contains { $1 in $1.fee > 2 }"),
    ("ALL loans.fee > 2", "$0.loans.allSatisfy { $1 in $1.fee > 2 }"),
    ("NONE loans.fee > 2", "!$0.loans.contains { $1 in $1.fee > 2 }"),
    ("ANY loans.fee > pages", "$0.loans.contains { $1 in $1.fee > $0.pages }"),
    ("ANY author.books.loans.fee == 1", "$0.author.books.contains { $1 in $1.loans.contains { $2 in $2.fee == 1 } }"),
    ("ANY loans.book.title CONTAINS 'x'", "$0.loans.contains { $1 in $1.book.title.contains(\"x\") }"),
    ("SUBQUERY(loans, $l, $l.fee > 1).@count > 0", "$0.loans.contains { $1 in $1.fee > 1 }"),
    ("SUBQUERY(loans, $l, $l.fee > pages).@count == 0", "!$0.loans.contains { $1 in $1.fee > $0.pages }"),
    (
      "SUBQUERY(loans, $l, SUBQUERY($l.book.loans, $m, $m.fee == $l.fee).@count != 0).@count >= 1",
      "$0.loans.contains { $1 in $1.book.loans.contains { $2 in $2.fee == $1.fee } }"
    ),
    ("SUBQUERY(loans, $l, $l.fee > 1).@count > 2", "($0.loans.filter { $1 in $1.fee > 1 }.count ?? 0) > 2"),
    ("title MATCHES 'x'", "$0.title.matches(\"x\")"), ("title <[c] 'x'", "order[c]($0.title, \"x\") < 0"),
    ("uppercase(title) == 'X'", "uppercase($0.title) == \"X\""), ("pages & 1 == 1", "($0.pages & 1) == 1"),
    ("CAST(pages, 'NSString') == '1'", "cast to NSString($0.pages) == \"1\""),
    ("loans.@sum.fee > 1", "$0.loans.sum { $1 in $1.fee } > 1"),
    ("author.books.@max.loans.fee > 1", "$0.author.books.maximum { $1 in $1.loans.maximum { $2 in $2.fee } } > 1"),
    ("loans.@avg.fee > 1", "$0.loans.average { $1 in ($1.fee ?? 0) } > 1"),
    (
      "SUBQUERY(loans, $l, $l.fee > 1).@min.fee == 2",
      "$0.loans.filter { $1 in $1.fee > 1 }.minimum { $1 in $1.fee } == 2"
    ),
    ("{1, 2} CONTAINS pages", "[1, 2].contains($0.pages)"),
    ("loans.fee CONTAINS 2", "$0.loans.contains { $1 in $1.fee == 2 }"),
    ("2 IN loans.fee", "$0.loans.contains { $1 in $1.fee == 2 }"),
    ("pages + 1 == 2 * 3", "($0.pages + 1) == 6"), ("pages %% 2 == 0", "($0.pages % 2) == 0"),
    ("noindex:(pages) == 1", "$0.pages == 1"),
    ("TERNARY(title == nil, 0, pages) > 1", "($0.title == nil ? 0 : $0.pages) > 1"),
    ("CAST('5', 'NSNumber') == pages", "5 == $0.pages"),
    ("pages == CAST('nan', 'NSNumber')", "false"), ("pages != CAST('nan', 'NSNumber')", "!false"),
    ("TRUEPREDICATE", "true"),
    ("author.address.city == 'x'", "$0.author.address.city == \"x\""),
  ]

  @Test(arguments: conditions) func lowers(_ format: String, _ query: String) throws {
    let lowered = try FormatLowering(model: model, entity: book).predicate(PredicateFormat.predicate(format))
    #expect("\(lowered)" == query)
  }

  @Test(arguments: [
    ("titel == 1", "no stored property \"titel\""), ("title.x == 1", "\"title\" is an attribute"),
    ("cover == 1", "\"cover\" is transient"),
    ("author.nam == 1", "no stored property \"nam\""), ("ANY loans.x == 1", "no stored property \"x\""),
  ]) func unknownPropertiesAreNamed(_ format: String, _ message: String) throws {
    let tree = try PredicateFormat.predicate(format)
    let error = try #require(throws: QueryError.self) { try FormatLowering(model: model, entity: book).predicate(tree) }
    #expect(error.code == .unknownProperty && error.message.contains(message), "\(error)")
  }

  /// A derived attribute is a column that the store keeps; a fetched property is none.
  @Test func derivedAttributesAreColumnsAndFetchedPropertiesAreNone() throws {
    let item = EntityDescription(
      name: "Item",
      attributes: [
        AttributeDescription(name: "title", type: .string, isOptional: true),
        AttributeDescription(
          name: "plain", type: .string, isOptional: true,
          derivation: DerivationDescription(expression: "canonical:(title)")),
      ], fetchedProperties: [FetchedPropertyDescription(name: "alike", request: nil)])
    let model = try ResolvedModel(ModelDescription(entities: [item]))
    let lowering = FormatLowering(model: model, entity: try #require(model.entity(named: "Item")))
    #expect("\(try lowering.predicate(PredicateFormat.predicate("plain == 'x'")))" == "$0.plain == \"x\"")
    for format in ["alike == nil", "ANY alike.title == 'x'", "alike.@count == 0"] {
      let error = try #require(throws: QueryError.self) {
        try lowering.predicate(PredicateFormat.predicate(format))
      }
      #expect(error.code == .unknownProperty && error.message.contains("fetched property"), "\(error)")
    }
  }

  @Test(arguments: [
    "loans.fee == 1", "title == 1", "pages < 'x'", "author == 'x'", "CAST(author, 'NSString') == '1'",
    "loans.@distinctUnionOfObjects.fee == 1", "author.books.@avg.loans.fee > 1", "median(loans.fee) == 1",
    "random(5) < pages", "loans.book.loans.@count > 1",
    "loans == nil", "ANY pages == 1", "ANY {1, 2} == pages",
    "pages CONTAINS 'x'", "loans[FIRST].fee == 1",
    "author.address == nil", "author CONTAINS 'x'", "ANYKEY == 1", "pages BETWEEN title",
    "pages UNION {1} == {1}",
  ]) func unsupportedFormsAreQuoted(_ format: String) throws {
    let tree = try PredicateFormat.predicate(format)
    let error = try #require(throws: QueryError.self) { try FormatLowering(model: model, entity: book).predicate(tree) }
    #expect(error.code == .unsupported, "\(error)")
    #expect(!error.expression.isEmpty && error.entityName == "Book")
  }

  @Test func variablesMustHaveValues() throws {
    let tree = try PredicateFormat.predicate("pages > $n")
    #expect(throws: FormatError.self) { try FormatLowering(model: model, entity: book).predicate(tree) }
    let lowered = try FormatLowering(model: model, entity: book).predicate(tree.substituting(["n": .integer(3)]))
    #expect("\(lowered)" == "$0.pages > 3")
  }

  @Test func objectsComeThroughTheStore() throws {
    final class Person {}
    let tree = try PredicateFormat.predicate(
      "author == %@ OR author IN %@", arguments: [.value(FormatValue(Person())), .value(FormatValue([Person()]))])
    let lowering = FormatLowering(model: model, entity: book) { $0 is Person ? .object(entity: 1, key: 7) : nil }
    #expect("\(try lowering.predicate(tree))" == "($0.author == object 1/7 || [object 1/7].contains($0.author))")
    #expect(throws: QueryError.self) { try FormatLowering(model: model, entity: book).predicate(tree) }
  }

  /// What the format answers over objects, its query answers over the same objects.
  @Test func formatsAndQueriesAnswerAlike() throws {
    let cases = FullRun.isOn ? 50_000 : 1_000
    let graph = LibraryGraph(seed: 5)
    var (compared, unlike, failed) = (0, 0, 0)
    for seed in 0..<cases {
      var maker = LibraryFormats(random: SeededGenerator(seed: UInt64(seed)))
      let format = maker.condition(depth: 3)
      let tree = try PredicateFormat.predicate(format)
      guard let query = try? FormatLowering(model: model, entity: book).predicate(tree) else {
        failed += 1
        continue
      }
      for object in graph.books {
        guard let expected = try? FormatEvaluator(object, lookup: LibraryGraph.Lookup()).holds(tree) else {
          failed += 1
          continue
        }
        compared += 1
        if try QueryEvaluator.evaluate(query, on: object) != expected {
          unlike += 1
          Issue.record(
            "seed \(seed): \(format) on \(object.text): the format says \(expected), the query \(query) does not")
        }
      }
      if unlike > 3 { break }
    }
    print("Formats and their queries compared: \(compared - unlike) of \(compared) alike; \(failed) have no answer.")
    #expect(unlike == 0 && compared > cases)
  }
}
