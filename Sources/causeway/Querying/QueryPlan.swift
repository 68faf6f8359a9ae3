import Foundation
import SQLCompiler
import SQLiteDriver
import SQLiteStore

/// What `EXPLAIN QUERY PLAN` says of a statement (https://sqlite.org/eqp.html).
struct QueryPlan {
  let steps: [Step]
  let sorting: Sorting

  struct Step {
    /// Steps of a subquery stand below its own.
    let depth: Int
    let detail: String
  }

  /// How the rows of the fetched entity are reached.
  enum Access: Equatable {
    case scan
    case key
    case indexes([String])
    /// Every row, in the order of an index.
    case ordered(String)
  }

  /// What is left to sort of the rows as they are found.
  enum Sorting: Equatable {
    case nothing
    /// Rows that an index holds equal, by what else is asked for.
    case equals
    case all
  }

  init(_ compiled: CompiledFetch, _ connection: Connection) throws {
    steps = try Self.steps(compiled.sql, compiled.bindings, connection)
    switch Self.sorting(steps) {
    case .equals:
      // Every fetch ends its order with the key, which has few rows to put in order where all else is equal.
      var sql = compiled.sql
      if let order = sql.range(of: " ORDER BY ", options: .backwards),
        let key = sql.range(of: ", t0.Z_PK", options: .backwards, range: order.upperBound..<sql.endIndex)
      {
        sql.removeSubrange(key)
      }
      sorting = Self.sorting(try Self.steps(sql, compiled.bindings, connection))
    case let other: sorting = other
    }
  }

  private static func steps(_ sql: String, _ bindings: [SQLValue], _ connection: Connection) throws -> [Step] {
    try connection.withStatement("EXPLAIN QUERY PLAN " + sql) { statement in
      try statement.bind(bindings)
      var depths: [Int64: Int] = [:]
      var steps: [Step] = []
      while try statement.step() {
        let depth = depths[statement.integer(1)].map { $0 + 1 } ?? 0
        depths[statement.integer(0)] = depth
        steps.append(Step(depth: depth, detail: statement.text(3)))
      }
      return steps
    }
  }

  /// The fetched entity's table has the alias `t0` in every compiled fetch.
  private var ownSteps: [String] {
    steps.map(\.detail).filter { $0 == "SCAN t0" || $0.hasPrefix("SCAN t0 ") || $0.hasPrefix("SEARCH t0 ") }
  }

  var access: Access {
    let own = ownSteps
    if let scan = own.first(where: { $0.hasPrefix("SCAN") }) {
      return Self.index(in: scan).map { .ordered($0) } ?? .scan
    }
    var names: [String] = []
    for index in own.compactMap(Self.index) where !names.contains(index) { names.append(index) }
    if !names.isEmpty { return .indexes(names) }
    return own.isEmpty ? .scan : .key
  }

  /// Whether rows are found without reading all.
  var isServed: Bool {
    switch access {
    case .key, .indexes: true
    case .scan, .ordered: false
    }
  }

  /// Whether found rows have to be sorted by what the fetch asks for.
  var sortsRows: Bool { sorting != .nothing }

  /// `RIGHT PART OF ORDER BY`, in later versions `LAST TERM OF ORDER BY`, is said where an index gives the first terms.
  private static func sorting(_ steps: [Step]) -> Sorting {
    let sorts = steps.filter {
      $0.depth == 0 && $0.detail.hasPrefix("USE TEMP B-TREE FOR ") && $0.detail.hasSuffix("ORDER BY")
    }
    if sorts.isEmpty { return .nothing }
    return sorts.contains { $0.detail == "USE TEMP B-TREE FOR ORDER BY" } ? .all : .equals
  }

  /// Aliases of tables for which SQLite makes an index at each run.
  var automatic: [String] {
    steps.compactMap { step in
      guard step.detail.contains(" USING AUTOMATIC ") else { return nil }
      return step.detail.split(separator: " ").dropFirst().first.map(String.init)
    }
  }

  /// Every index of the file that the plan uses, for the whole statement.
  var indexes: [String] {
    var names: [String] = []
    for name in steps.compactMap({ Self.index(in: $0.detail) }) where !names.contains(name) { names.append(name) }
    return names
  }

  /// The name in `SEARCH t0 USING COVERING INDEX name (ZTITLE=?)`.
  private static func index(in detail: String) -> String? {
    guard !detail.contains(" USING AUTOMATIC "), let range = detail.range(of: " INDEX ") else { return nil }
    let rest = detail[range.upperBound...]
    return String(rest.range(of: " (").map { rest[..<$0.lowerBound] } ?? rest)
  }
}
