import ModelDescription
import QueryModel
import SQLCompiler
import SQLiteDriver
import TestKit
import Testing

/// Values, keys and names of odd characters do nothing but match.
struct InjectionTests {
  static let odd = [
    "'", "\"", "\"\"", "';", "\"; DROP TABLE ZITEM; --", "' OR 1=1 --", "%", "_", "*", "?", "?1", ":x", "@y", "$z",
    "\\",
    "a\u{0}b", "\u{0}", "%@", "%K", "/*", "*/", "]", "[", "`", "\n", "\u{feff}", "é\"", "😀';",
  ]

  private static func table(_ names: [String]) -> String {
    names.map { "\"" + $0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" }
      .joined(separator: ", ")
  }

  /// Rows that fulfil a predicate, as a table of those names has them.
  private func keys(_ connection: Connection, _ compiler: QueryCompiler, _ predicate: QueryPredicate) throws -> [Int64]
  {
    let fetch = try compiler.compile(FetchRequest(entity: 1, predicate: predicate))
    let statement = try connection.prepare(fetch.sql)
    for (index, value) in fetch.bindings.enumerated() {
      guard case .text(let text) = value else { continue }
      try statement.bind(text, at: index + 1)
    }
    var found: [Int64] = []
    while try statement.step() { found.append(statement.integer(0)) }
    return found
  }

  @Test func valuesOnlyMatch() throws {
    let connection = try Connection(path: ":memory:", mode: .memory)
    try connection.execute(
      "CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER, ZNAME VARCHAR, ZPARENT INTEGER)"
    )
    for (index, text) in Self.odd.enumerated() {
      try connection.withStatement("INSERT INTO ZITEM VALUES (?, 1, 1, 0, ?, NULL)") { statement in
        try statement.bind(Int64(index + 1), at: 1)
        try statement.bind(text, at: 2)
        _ = try statement.step()
      }
    }
    let compiler = try DifferentialTests.compiler()
    let name = QueryExpression.path(.root, ["name"])
    for (index, text) in Self.odd.enumerated() {
      let constant = QueryExpression.constant(.string(text))
      #expect(try keys(connection, compiler, .comparison(.equal, name, constant)) == [Int64(index + 1)])
      #expect(try keys(connection, compiler, .membership(name, [.string(text)])) == [Int64(index + 1)])
      let beginning = Self.odd.indices.filter { Self.odd[$0].utf8.starts(with: text.utf8) }.map { Int64($0 + 1) }
      #expect(try keys(connection, compiler, .text(.beginsWith, name, constant, [])) == beginning)
    }
    #expect(try connection.integer("SELECT count(*) FROM ZITEM") == Int64(Self.odd.count))
  }

  /// Names of tables and columns are quoted; one that no table can have fails without doing anything else.
  @Test func namesOnlyName() throws {
    for text in Self.odd {
      let item = EntityDescription(
        name: "Item", attributes: [AttributeDescription(name: text, type: .string, isOptional: true)],
        relationships: [])
      guard let model = try? ResolvedModel(ModelDescription(entities: [item])) else { continue }
      let (table, column) = ("ZITEM" + text, "Z" + text)
      let compiler = QueryCompiler(
        model: model,
        mappings: [
          TableMapping(
            table: table, keyColumn: "Z_PK", entityColumn: "Z_ENT", versionColumn: "Z_OPT",
            columns: [.init(name: column)], toManys: [:])
        ])
      let predicate = QueryPredicate.comparison(.equal, .path(.root, [text]), .constant(.string("x")))
      let connection = try Connection(path: ":memory:", mode: .memory)
      try connection.execute("CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY); INSERT INTO ZITEM VALUES (1)")
      if text.utf8.contains(0) {
        #expect(throws: (any Error).self) { try keys(connection, compiler, predicate) }
      } else {
        let names = Self.table([table])
        try connection.execute(
          "CREATE TABLE \(names) (\(Self.table(["Z_PK"])) INTEGER PRIMARY KEY, Z_ENT, Z_OPT, \(Self.table([column])))")
        try connection.execute("INSERT INTO \(names) VALUES (7, 1, 1, 'x'), (8, 1, 1, 'y')")
        #expect(try keys(connection, compiler, predicate) == [7], "\(text)")
      }
      #expect(try connection.integer("SELECT count(*) FROM ZITEM") == 1)
    }
  }

  /// A key is looked up in the model and never becomes SQL.
  @Test func keysAreLookedUp() throws {
    let compiler = try DifferentialTests.compiler()
    let entity = try #require(compiler.model.entity(named: "Item"))
    for text in Self.odd + ["count) OR (1", "Z_PK", "name\" IS NULL --"] {
      #expect(throws: QueryError.self) {
        try compiler.compile(
          FetchRequest(entity: 1, predicate: .comparison(.equal, .path(.root, [text]), .constant(.null))))
      }
      let format = try PredicateFormat.predicate("%K == 'x'", arguments: [.value(.string("SELF"))])
      #expect("\(format)" == "SELF == \"x\"")
      if let format = try? PredicateFormat.predicate("%K == 'x'", arguments: [.value(.string(text))]) {
        #expect(throws: (any Error).self) {
          let lowered = try FormatLowering(model: compiler.model, entity: entity).predicate(format)
          _ = try compiler.compile(FetchRequest(entity: 1, predicate: lowered))
        }
      }
    }
  }
}
