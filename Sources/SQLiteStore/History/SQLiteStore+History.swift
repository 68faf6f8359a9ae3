internal import SQLiteDriver
package import StoreContract

extension SQLiteStore: HistoryStore {
  package func history(after number: Int64) throws -> [HistoryRecord] {
    try reading { connection in
      try connection.transaction(.deferred) {
        try HistoryReader(schema: schema, connection: connection)?.records(after: number) ?? []
      }
    }
  }

  package func historyBounds() throws -> (first: Int64, last: Int64) {
    try reading { try HistoryReader(schema: schema, connection: $0)?.bounds() ?? (0, 0) }
  }

  /// Makes the history tables where the store has none yet.
  package func startHistory() throws {
    try changing { connection in
      guard try !connection.hasTable(HistoryTable.transaction.name) else { return }
      for statement in try StoreLayout(model).historyStatements { try connection.execute(statement) }
    }
  }

  /// Interned strings stay, as Apple's frameworks leave them (StoreFormat.md section 11.6).
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

  /// Runs statements other than a save's in one transaction.
  func changing(_ body: (Connection) throws -> Void) throws {
    guard !isReadOnly else {
      throw StoreError(
        .readOnly, "The store \(path ?? identifier) was opened read-only.", advice: "Open it for writing.", path: path)
    }
    try StoreError.translating(path: path) {
      try pool.write { connection in try connection.transaction(.immediate) { try body(connection) } }
    }
  }
}
