import Foundation
import ModelDescription
import QueryModel
import SQLCompiler
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// SQLite plans our statements of the benchmarks `c`, `c_idx`, `h` and `h_idx` as it plans those of the C baseline, whose
/// text stands in `Benchmarks/Baseline/baseline.c`.
@Suite struct BenchmarkPlanTests {
  /// The tables that `Benchmarks` makes, with rows enough that a plan matters.
  private static func store(withIndex: Bool, in folder: TemporaryFolder) throws -> SQLiteStore {
    func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription { .init(name: name, type: type) }
    let model = try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(
          name: "Author", attributes: [attribute("name", .string)],
          relationships: [.init(name: "books", destinationEntityName: "Book", inverseName: "author", isToMany: true)]),
        EntityDescription(
          name: "Book",
          attributes: [
            attribute("title", .string), attribute("isbn", .string), attribute("pageCount", .integer64),
            attribute("rating", .double), attribute("publishedOn", .date), attribute("inPrint", .boolean),
          ],
          relationships: [
            .init(name: "author", destinationEntityName: "Author", inverseName: "books", isToMany: false)
          ]),
      ]))
    let path = folder.file("Benchmark.sqlite").path
    _ = try SQLiteStore.create(
      path, model: model, metadata: StoreMetadata(newStoreOf: model), modelCache: nil, withHistory: false)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZISBN, ZPAGECOUNT, ZRATING, ZPUBLISHEDON, ZINPRINT, ZAUTHOR)
      SELECT i, 2, 1, 'Title ' || i, 'isbn', i, 1.5, i * 1000.0, 1, i % 20 FROM n
      """)
    if withIndex { try connection.execute(try baseline("run(\"CREATE INDEX Z_Book_by", to: "\")")) }
    return try SQLiteStore.open(path, model: model)
  }

  /// C's text between two marks, its strings joined and its one macro put in.
  private static func baseline(_ start: String, to end: String) throws -> String {
    let file = SharedMaterial.packageRoot.appendingPathComponent("Benchmarks/Baseline/baseline.c")
    let source = try String(contentsOf: file, encoding: .utf8)
    let columns = try #require(source.firstMatch(of: /#define COLUMNS "(.*)"/)).1
    let from = try #require(source.range(of: start), "\(start)")
    let quote = try #require(source[from.lowerBound...].firstIndex(of: "\""))
    let to = try #require(source.range(of: end, range: quote..<source.endIndex), "\(end)")
    var text = String(source[quote..<to.lowerBound].dropFirst())
    text = text.replacing("\" COLUMNS \"", with: columns).replacing(/"\s*\n\s*"/, with: "")
    return text.replacing(/^\s*"/, with: "").replacing(/"\s*$/, with: "")
  }

  private static func plan(_ sql: String, _ connection: Connection) throws -> [String] {
    let statement = try connection.prepare("EXPLAIN QUERY PLAN " + sql)
    var steps: [String] = []
    while try statement.step() {
      steps.append(statement.text(3).replacing("t0", with: "ZBOOK").replacing(" AS ZBOOK", with: ""))
    }
    return steps
  }

  @Test(arguments: ["c", "c_idx", "h", "h_idx"]) func theBaselinesPlanIsOurs(_ name: String) throws {
    let folder = try TemporaryFolder()
    let store = try Self.store(withIndex: name == "c_idx", in: folder)
    let book = try #require(store.model.entity(named: "Book"))
    func path(_ key: String) -> QueryExpression { .path(.root, [key]) }
    let own: String
    let other: String
    switch name {
    case "c", "c_idx":
      own = try store.schema.compiler.compile(
        FetchRequest(
          entity: book.number,
          predicate: .and([
            .text(.contains, path("title"), .constant(.string("a")), []),
            .comparison(.greaterOrEqual, path("pageCount"), .constant(.integer(100))),
            .comparison(.lessOrEqual, path("pageCount"), .constant(.integer(300))),
          ]), sorts: [QuerySort(path: ["publishedOn"], isAscending: true)], limit: 20)
      ).sql
      other = try Self.baseline("static double search(int repetitions)", to: "\");")
    default:
      let condition: QueryPredicate =
        name == "h"
        ? .comparison(.greater, path("pageCount"), .constant(.integer(100)))
        : .comparison(.equal, path("author"), .constant(.object(entity: 1, key: 7)))
      own = try store.schema.compiler.compileCount(FetchRequest(entity: book.number, predicate: condition)).sql
      let text = try Self.baseline("!strcmp(name, \"\(name)\")) {\n    sum = count_by(", to: "\", 10")
      other = "SELECT count(*) FROM ZBOOK WHERE " + (text.components(separatedBy: "count_by(\"").last ?? "")
    }
    let connection = try Connection(path: store.path ?? "", mode: .readOnly)
    try connection.registerStoreFunctions()
    let (ours, baselines) = (try Self.plan(own, connection), try Self.plan(other, connection))
    #expect(ours == baselines && !ours.isEmpty, "\(own)\n\(other)")
    print("plan of \(name), ours as the baseline's: \(ours.joined(separator: "; "))")
    switch name {
    case "c_idx": #expect(ours.first?.contains("Z_Book_byPublishedOn") == true)
    case "h_idx": #expect(ours.first?.hasPrefix("SEARCH") == true)
    default: #expect(ours.first == "SCAN ZBOOK")
    }
  }
}
