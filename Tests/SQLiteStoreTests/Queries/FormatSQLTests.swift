import Foundation
import ModelDescription
import QueryModel
import SQLCompiler
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// The SQL of formats' own nodes beside the rows that it picks: functions, values of to-manys, wildcards and patterns.
@Suite struct FormatSQLTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let format: String
    /// What follows WHERE.
    let sql: String
    let keys: [Int64]
    var testDescription: String { format }

    init(_ format: String, _ sql: String, _ keys: [Int64]) { (self.format, self.sql, self.keys) = (format, sql, keys) }
  }

  /// Books: 1 "Abel" 120 pages for 0.1 with fees 2 and 3; 2 "abacus" 80 pages, no price, fee 7; 3 "Émile" and no loans.
  private static func makeStore() throws -> SQLiteStore {
    let model = try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(
          name: "Book",
          attributes: [
            .init(name: "pages", type: .integer64, isOptional: true),
            .init(name: "price", type: .decimal, isOptional: true),
            .init(name: "soldAt", type: .date, isOptional: true),
            .init(name: "title", type: .string, isOptional: true),
          ],
          relationships: [
            .init(name: "loans", destinationEntityName: "Loan", inverseName: "book", isToMany: true),
            .init(name: "prequel", destinationEntityName: "Book", inverseName: "sequel", isToMany: false),
            .init(name: "sequel", destinationEntityName: "Book", inverseName: "prequel", isToMany: false),
          ],
          indexes: [.init(name: "byTitle", elements: [.init(propertyName: "title")])]),
        EntityDescription(
          name: "Loan", attributes: [.init(name: "fee", type: .integer64, isOptional: true)],
          relationships: [.init(name: "book", destinationEntityName: "Book", inverseName: "loans", isToMany: false)]),
      ]))
    let store = try SQLiteStore.create(
      nil, model: model, metadata: StoreMetadata(newStoreOf: model), modelCache: nil, withHistory: false)
    func insert(_ entity: Int, _ key: Int64, _ values: [String: StoredValue]) -> SaveRequest.Insert {
      .init(
        key: RowKey(entity: entity, primaryKey: key),
        values: (model.entity(numbered: entity)?.fields ?? []).map { values[$0.name] ?? .null })
    }
    func book(_ key: Int64) -> StoredValue { .reference(RowKey(entity: 1, primaryKey: key)) }
    var request = SaveRequest()
    request.inserts = [
      insert(1, -1, ["title": .text("Abel"), "pages": .integer(120), "price": .text("0.1"), "soldAt": .real(7)]),
      insert(1, -2, ["title": .text("abacus"), "pages": .integer(80), "soldAt": .real(0.5)]),
      insert(1, -3, ["title": .text("Émile"), "price": .text("2.50")]),
      insert(2, -4, ["fee": .integer(2), "book": book(-1)]), insert(2, -5, ["fee": .integer(3), "book": book(-1)]),
      insert(2, -6, ["fee": .integer(7), "book": book(-2)]),
    ]
    _ = try store.save(request)
    return store
  }

  private static let fees = "FROM ZLOAN AS t1 WHERE t1.ZBOOK = t0.Z_PK"

  static let cases = [
    Case("pages + 1 == 81", "(causeway_compute(19 /* add */, t0.ZPAGES, ?) IS ?)", [2]),
    Case("pages / 0.5 > 200", "(causeway_compute(22 /* divide */, t0.ZPAGES, ?) > ?)", [1]),
    Case(
      "abs(0 - pages) == 120", "(causeway_compute(4 /* abs */, causeway_compute(20 /* from */, ?, t0.ZPAGES)) IS ?)",
      [1]),
    Case("(pages & 16) == 16", "(causeway_compute(14 /* bitwiseAnd */, t0.ZPAGES, ?) IS ?)", [1, 2]),
    Case("(pages | 1) == 121", "(causeway_compute(15 /* bitwiseOr */, t0.ZPAGES, ?) IS ?)", [1]),
    Case("pages >> 3 == 10", "(causeway_compute(18 /* rightshift */, t0.ZPAGES, ?) IS ?)", [2]),
    // A whole date is stored as an integer, and is none.
    Case("soldAt / 2 == 3.5", "(causeway_compute(22 /* divide */, CAST(t0.ZSOLDAT AS REAL), ?) IS ?)", [1]),
    Case("soldAt == CAST(7, 'NSDate')", "(t0.ZSOLDAT IS ?)", [1]),
    Case("uppercase(title) == 'ABEL'", "(causeway_compute(8 /* uppercase */, t0.ZTITLE) IS ?)", [1]),
    Case("canonical(title) == 'emile'", "(causeway_compute(10 /* canonical */, t0.ZTITLE) IS ?)", [3]),
    Case("length(title) == 6", "(causeway_compute(11 /* length */, t0.ZTITLE) IS ?)", [2]),
    Case("CAST(pages, 'NSString') == '80'", "(causeway_compute(26 /* cast to NSString */, t0.ZPAGES) IS ?)", [2]),
    Case("FUNCTION(title, 'length') == 4", "(causeway_compute(28 /* length */, t0.ZTITLE) IS ?)", [1]),
    Case("title <[c] 'ABD'", "(causeway_compute(42 /* order[c] */, t0.ZTITLE, ?) < ?)", [2]),
    // The bit above a computation's number says which argument is a decimal.
    Case("price * 3 == 0.3", "(causeway_compute(1045 /* multiply */, t0.ZPRICE, ?) IS ?)", [1]),
    Case("price + price == 5", "(causeway_compute(3091 /* add */, t0.ZPRICE, t0.ZPRICE) IS ?)", [3]),
    Case("price / 2 == 1.25", "(causeway_compute(1046 /* divide */, t0.ZPRICE, ?) IS ?)", [3]),
    Case(
      "price / 3 * 3 == 2.5",
      "(causeway_compute(21 /* multiply */, causeway_compute(1046 /* divide */, t0.ZPRICE, ?), ?) IS ?)", [3]),
    Case("loans.@sum.fee == 5", "((SELECT ifnull(sum(t1.ZFEE), 0) \(fees)) IS ?)", [1]),
    Case("loans.@avg.fee == 2.5", "((SELECT avg(ifnull(t1.ZFEE, ?)) \(fees)) IS ?)", [1]),
    Case("loans.@min.fee < 3", "((SELECT min(t1.ZFEE) \(fees)) < ?)", [1]),
    Case("loans.@max.fee == nil", "((SELECT max(t1.ZFEE) \(fees)) IS NULL)", [3]),
    Case("sum(loans.fee) > 6", "(ifnull((SELECT ifnull(sum(t1.ZFEE), 0) \(fees)), ?) > ?)", [2]),
    Case("average(loans.fee) == 2.5", "((SELECT avg(t1.ZFEE) \(fees)) IS ?)", [1]),
    Case("loans[SIZE] == 2", "((SELECT count(*) \(fees)) IS ?)", [1]),
    Case("title LIKE 'Ab*'", "(t0.ZTITLE >= ? AND t0.ZTITLE < ? AND causeway_like(t0.ZTITLE, ?, 0))", [1]),
    Case("title LIKE '*e*'", "causeway_like(t0.ZTITLE, ?, 0)", [1, 3]),
    Case("title LIKE 'É*'", "causeway_like(t0.ZTITLE, ?, 0)", [3]),
    Case("title LIKE[c] 'ab*'", "causeway_like(t0.ZTITLE, ?, 1)", [1, 2]),
    Case(
      "NOT title LIKE 'a\\\\*'", "NOT (t0.ZTITLE >= ? AND t0.ZTITLE < ? AND causeway_like(t0.ZTITLE, ?, 0))", [1, 2, 3]),
    Case("title MATCHES 'a.*s'", "causeway_matches(t0.ZTITLE, ?, 0)", [2]),
    Case("title MATCHES[cd] 'e.*'", "causeway_matches(t0.ZTITLE, ?, 3)", [3]),
    Case("title ENDSWITH 'el'", "causeway_ends(t0.ZTITLE, ?, 0)", [1]),
    Case("title BEGINSWITH[cd] 'em'", "causeway_begins(t0.ZTITLE, ?, 3)", [3]),
    Case("TERNARY(pages > 100, 1, 2) == 1", "(CASE WHEN (t0.ZPAGES > ?) THEN ? ELSE ? END IS ?)", [1]),
    Case("pages IN {80, nil}", "(t0.ZPAGES IS NULL OR (t0.ZPAGES IN (?)))", [2, 3]),
    Case("pages BETWEEN {80, 100}", "((t0.ZPAGES >= ?) AND (t0.ZPAGES <= ?))", [2]),
  ]

  @Test func everyNodesSQLStandsBesideItsRows() throws {
    let store = try Self.makeStore()
    let book = try #require(store.model.entity(named: "Book"))
    for test in Self.cases {
      let predicate = try FormatLowering(model: store.model, entity: book)
        .predicate(PredicateFormat.predicate(test.format))
      let request = FetchRequest(entity: book.number, predicate: predicate)
      let sql = try store.schema.compiler.compile(request).sql
      let condition = sql.components(separatedBy: " WHERE ").dropFirst().joined(separator: " WHERE ")
        .components(separatedBy: " ORDER BY ")[0]
      #expect(condition == test.sql, "\(test.format): \(condition)")
      var keys: [Int64] = []
      try store.fetch(request) { keys.append($0.primaryKey()) }
      #expect(keys == test.keys, "\(test.format)")
    }
  }

  /// Also where the answer is known without the value: 80 pages less 100 have no square root.
  @Test(arguments: [
    "TERNARY(sqrt(pages - 100) > 1, nil, nil) IN {1, -3}", "TERNARY(sqrt(pages - 100) > 1, nil, nil) IN {1, nil}",
    "sqrt(pages - 100) IN {}", "TERNARY(sqrt(pages - 100) > 1, nil, nil) CONTAINS title",
    "title CONTAINS TERNARY(sqrt(pages - 100) > 1, nil, nil)", "TERNARY(sqrt(pages - 100) > 1, nil, nil) < 5",
    // Nobody follows anything.
    "sqrt(pages - 100) < sequel.pages", "sequel.pages >= sqrt(pages - 100)",
    "CAST(sqrt(pages - 100), 'NSString') == sequel.title",
  ])
  func faultsAreNotPassedOver(format: String) throws {
    let store = try Self.makeStore()
    let book = try #require(store.model.entity(named: "Book"))
    let predicate = try FormatLowering(model: store.model, entity: book)
      .predicate(PredicateFormat.predicate(format))
    let error = #expect(throws: StoreError.self) {
      try store.fetch(FetchRequest(entity: book.number, predicate: predicate)) { _ in }
    }
    #expect(error?.message.contains("is not a number") == true, "\(String(describing: error))")
  }

  /// A pattern of another form is another statement; the same form with another beginning is bound anew.
  @Test func patternsOfOneFormShareTheirStatement() throws {
    let store = try Self.makeStore()
    let book = try #require(store.model.entity(named: "Book"))
    func keys(_ pattern: String) throws -> [Int64] {
      let predicate = QueryPredicate.text(.like, .path(.root, ["title"]), .constant(.string(pattern)), [])
      var keys: [Int64] = []
      try store.fetch(FetchRequest(entity: book.number, predicate: predicate)) { keys.append($0.primaryKey()) }
      return keys
    }
    let before = store.schema.compiler.loweringCount
    #expect(try keys("Ab*") == [1])
    #expect(try keys("ab*") == [2] && keys("A*l") == [1] && keys("aba?us") == [2] && keys("Z*").isEmpty)
    #expect(store.schema.compiler.loweringCount == before + 1)
    #expect(try keys("*l") == [1] && keys("?bacus") == [2] && keys("É*") == [3] && keys("*").count == 3)
    #expect(store.schema.compiler.loweringCount == before + 2)
  }

  /// Texts that are canonically the same are found, although their bytes lie outside of the pattern's own.
  @Test func aPrefixLeavesNoCharacterOut() throws {
    let store = try Self.makeStore()
    var request = SaveRequest()
    let texts = ["K1", "\u{212A}2", ";3", "\u{37E}4", "`5", "\u{1FEF}6", "e\u{301}7", "é8", "aK9", "a\u{212A}10"]
    request.inserts = texts.enumerated().map { index, text in
      .init(
        key: RowKey(entity: 1, primaryKey: -Int64(index) - 1),
        values: (store.model.entity(numbered: 1)?.fields ?? []).map { $0.name == "title" ? .text(text) : .null })
    }
    _ = try store.save(request)
    let title = try #require(store.model.entity(numbered: 1)?.fieldNumber(of: "title"))
    for pattern in ["K*", ";*", "`*", "é*", "e*", "aK*", "a*", "*", "a?9", "\\a*"] {
      let predicate = QueryPredicate.text(.like, .path(.root, ["title"]), .constant(.string(pattern)), [])
      var found: [String] = []
      try store.fetch(FetchRequest(entity: 1, predicate: predicate)) { row in
        if case .text(let bytes) = row.value(title) { found.append(String(decoding: bytes, as: UTF8.self)) }
      }
      let all = ["Abel", "abacus", "Émile"] + texts
      let expected = all.filter { TextMatching.matches(.like, $0, pattern, []) }
      #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(pattern): \(found)")
    }
  }
}
