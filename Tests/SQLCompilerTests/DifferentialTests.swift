import Foundation
import ModelDescription
import QueryModel
import SQLCompiler
import SQLiteDriver
import TestKit
import Testing

/// The evaluator's answers beside those of the SQL made of the same tree.
struct DifferentialTests {
  struct Row: QueryObject {
    var key: Int64
    var count: Int64?
    var name: String?
    var parent: Int64?
    var all: [Row] = []

    var queryIdentity: QueryConstant { .object(entity: 1, key: key) }

    func queryProperty(_ property: String) -> QueryProperty? {
      func linked(_ row: Row) -> Row {
        var row = row
        row.all = all
        return row
      }
      return switch property {
      case "count": .value(count.map { .integer($0) } ?? .null)
      case "name": .value(name.map { .string($0) } ?? .null)
      case "parent": .toOne(all.first { $0.key == parent }.map(linked))
      case "children": .toMany(all.filter { $0.parent == key }.map(linked))
      default: nil
      }
    }
  }

  static func compiler() throws -> QueryCompiler {
    let item = EntityDescription(
      name: "Item",
      attributes: [
        AttributeDescription(name: "count", type: .integer64, isOptional: true),
        AttributeDescription(name: "name", type: .string, isOptional: true),
      ],
      relationships: [
        RelationshipDescription(name: "children", destinationEntityName: "Item", inverseName: "parent", isToMany: true),
        RelationshipDescription(
          name: "parent", destinationEntityName: "Item", inverseName: "children", isToMany: false),
      ])
    let mapping = TableMapping(
      table: "ZITEM", keyColumn: "Z_PK", entityColumn: "Z_ENT", versionColumn: "Z_OPT",
      columns: [.init(name: "ZCOUNT"), .init(name: "ZNAME"), .init(name: "ZPARENT")],
      toManys: ["children": .foreignKey(table: "ZITEM", column: "ZPARENT", orderColumn: nil)])
    return QueryCompiler(
      model: try ResolvedModel(ModelDescription(entities: [item])), mappings: [mapping])
  }

  @Test func sqlText() throws {
    let request = FetchRequest(
      entity: 1,
      predicate: .and([
        .comparison(.equal, .path(.root, ["parent", "name"]), .constant(.string("x"))),
        .text(.beginsWith, .path(.root, ["name"]), .constant(.string("ab")), []),
      ]), sorts: [QuerySort(path: ["count"], isAscending: false)], limit: 3)
    let fetch = try Self.compiler().compile(request)
    #expect(
      fetch.sql == """
        SELECT t0.Z_PK, t0.Z_ENT, t0.Z_OPT, t0.ZCOUNT, t0.ZNAME, t0.ZPARENT FROM ZITEM AS t0 \
        LEFT JOIN ZITEM AS t1 ON t1.Z_PK = t0.ZPARENT \
        WHERE ((t1.ZNAME IS ?) AND (t0.ZNAME >= ? AND t0.ZNAME < ?)) ORDER BY t0.ZCOUNT DESC, t0.Z_PK LIMIT ?
        """)
    #expect(fetch.bindings == [.text("x"), .text("ab"), .text("ac"), .integer(3)])
  }

  @Test func unknownPropertyIsNamed() throws {
    let request = FetchRequest(entity: 1, predicate: .truth(.path(.root, ["missing"])))
    #expect(throws: QueryError.self) { try Self.compiler().compile(request) }
  }

  @Test func evaluatorAndStoreAgree() throws {
    var random = SeededGenerator(seed: 7)
    let names = [nil, "", "a", "ab", "Abc", "b", "é", "aé"]
    var rows = (1...24).map { key in
      Row(
        key: Int64(key), count: Int.random(in: 0..<4, using: &random) == 0 ? nil : .random(in: -2...3, using: &random),
        name: names.randomElement(using: &random) ?? nil,
        parent: Bool.random(using: &random) ? nil : .random(in: 1...24, using: &random))
    }
    let everything = rows
    for index in rows.indices { rows[index].all = everything }
    let connection = try Connection(path: ":memory:", mode: .memory)
    for (name, operation) in TextFunction.all {
      try connection.register(
        ScalarFunction(name, argumentCount: 3, isDeterministic: true) { call in
          guard call[0].kind != .null, call[1].kind != .null else { return call.setResult(false) }
          let options = TextOptions(rawValue: Int(call[2].integer))
          call.setResult(TextMatching.matches(operation, call[0].text, call[1].text, options))
        })
    }
    try connection.register(
      ScalarFunction(StoreFunction.arithmetic, argumentCount: 4, isDeterministic: false) { call in
        guard let operation = QueryExpression.ArithmeticOperator(rawValue: Int(call[0].integer)),
          call[1].kind == .integer, call[2].kind == .integer
        else { return }
        do {
          let result = try QueryNumber.integer(call[1].integer)
            .combined(operation, .integer(call[2].integer), isDecimal: false)
          if case .integer(let integer) = result { call.setResult(integer) }
        } catch { call.fail("\(error)") }
      })
    try connection.execute(
      "CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER, ZNAME VARCHAR, ZPARENT INTEGER)"
    )
    for row in rows {
      let values = [row.count.map { "\($0)" }, row.name.map { "'\($0)'" }, row.parent.map { "\($0)" }]
      let list = values.map { $0 ?? "NULL" }.joined(separator: ", ")
      try connection.execute("INSERT INTO ZITEM VALUES (\(row.key), 1, 1, \(list))")
    }
    let compiler = try Self.compiler()
    let cases = 2000
    var (agreeing, faults) = (0, 0)
    for _ in 0..<cases {
      var maker = PredicateMaker(random: random)
      let predicate = maker.predicate(depth: 3, variable: .root)
      random = maker.random
      // `nil` where a number cannot be computed.
      let expected = try? rows.filter { try QueryEvaluator.evaluate(predicate, on: $0) }.map(\.key)
      let fetch = try compiler.compile(FetchRequest(entity: 1, predicate: predicate))
      let statement = try connection.prepare(fetch.sql)
      for (index, value) in fetch.bindings.enumerated() {
        switch value {
        case .null: try statement.bindNull(at: index + 1)
        case .integer(let integer): try statement.bind(integer, at: index + 1)
        case .real(let real): try statement.bind(real, at: index + 1)
        case .text(let text): try statement.bind(text, at: index + 1)
        case .blob(let data): try statement.bind(data, at: index + 1)
        }
      }
      var found: [Int64]? = []
      do {
        while try statement.step() { found?.append(statement.integer(0)) }
      } catch { found = nil }
      if found == nil { faults += 1 }
      if found == expected { agreeing += 1 } else { Issue.record("\(predicate)\n\(fetch.sql)") }
    }
    print("evaluator and SQL agree: \(agreeing) of \(cases), \(faults) of them with faults")
    #expect(agreeing == cases)
  }
}
