internal import Foundation
internal import QueryModel
internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

/// A history fetch as SQL: its rows are the keys of transactions or changes, in order.
struct HistoryQuery {
  private let sql: String
  private let bindings: [SQLValue]

  /// - Throws: `StoreError` for what has no form in SQL.
  init(_ fetch: HistoryFetch, of store: String, _ connection: Connection) throws {
    let start: (kind: HistoryTable.Start, value: SQLValue?) =
      switch fetch.start {
      case .beginning: (.beginning, nil)
      case .save(let number): (.save, .integer(number))
      case .time(let time): (.time, .real(time.timeIntervalSinceReferenceDate))
      }
    do {
      let compiled = try HistoryModel.compile(fetch)
      switch fetch.subject {
      case .transactions:
        let hasStrings = try connection.hasTable(HistoryTable.string.name)
        sql = HistoryTable.transactionSource(start.kind, hasStrings: hasStrings) + compiled.sql
        bindings = [.text(store)] + [start.value].compactMap { $0 } + compiled.bindings
      case .changes:
        sql = HistoryTable.changeSource(start.kind, entities: fetch.entities) + compiled.sql
        bindings = [start.value].compactMap { $0 } + compiled.bindings
      }
    } catch let error as QueryError {
      throw StoreError(.unsupported, "The store cannot answer this history request: \(error).")
    }
  }

  func keys(_ connection: Connection) throws -> [Int64] {
    try connection.withStatement(sql) { statement in
      try statement.bind(bindings)
      var keys: [Int64] = []
      while try statement.step() { keys.append(statement.integer(0)) }
      return keys
    }
  }
}
