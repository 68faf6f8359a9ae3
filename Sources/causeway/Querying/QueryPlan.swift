import Foundation
import SQLCompiler
import SQLiteDriver
import SQLiteStore

/// What `EXPLAIN QUERY PLAN` says of a statement (https://sqlite.org/eqp.html).
struct QueryPlan {
  let steps: [Step]

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

  init(_ compiled: CompiledFetch, _ connection: Connection) throws {
    steps = try connection.withStatement("EXPLAIN QUERY PLAN " + compiled.sql) { statement in
      try statement.bind(compiled.bindings)
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

  /// Whether found rows have to be sorted.
  var sortsRows: Bool { steps.contains { $0.depth == 0 && $0.detail == "USE TEMP B-TREE FOR ORDER BY" } }

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
