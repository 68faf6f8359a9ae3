internal import SQLiteDriver
package import StoreContract

extension SQLiteStore: HistoryStore {
  package func history(after number: Int64) throws -> [HistoryRecord] {
    try readingOneState { try HistoryReader(schema: schema, connection: $0)?.records(after: number) ?? [] }
  }

  /// - Throws: `StoreError` with the code `unsupported` for a predicate or an order that SQL does not have.
  package func history(_ fetch: HistoryFetch) throws -> [HistoryRecord] {
    try readingOneState { try HistoryReader(schema: schema, connection: $0)?.records(fetch, of: identifier) ?? [] }
  }

  package func historyBounds() throws -> (first: Int64, last: Int64) {
    try readingOneState { try HistoryReader(schema: schema, connection: $0)?.bounds() ?? (0, 0) }
  }

  /// Whether saves are written down.
  package func keepsHistory() throws -> Bool { try reading { try $0.hasTable(HistoryTable.transaction.name) } }

  /// Makes the history tables where the store has none yet.
  package func startHistory() throws {
    // A store that has them, as most do, is opened beside a writer without waiting for it.
    if try keepsHistory() { return }
    try changing { connection in
      // Another process may have made them meanwhile.
      guard try !connection.hasTable(HistoryTable.transaction.name) else { return }
      for statement in try StoreLayout(model).historyStatements { try connection.execute(statement) }
    }
  }

  /// Interned strings stay, as Apple's frameworks leave them (StoreFormat.md section 11).
  package func deleteHistory(_ numbers: [Int64]) throws {
    guard !numbers.isEmpty else { return }
    try changing { connection in
      for sql in HistoryTable.deletions {
        try connection.withStatement(sql) { statement in
          for number in numbers {
            try statement.bind(number, at: 1)
            try statement.run()
          }
        }
      }
    }
  }
}
