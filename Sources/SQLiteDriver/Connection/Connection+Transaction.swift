internal import CSQLite

extension Connection {
  package enum TransactionKind: String, Sendable {
    /// Reads; takes a read lock at the first statement.
    case deferred = "BEGIN DEFERRED"
    /// Writes; takes the write lock at once.
    case immediate = "BEGIN IMMEDIATE"
    case exclusive = "BEGIN EXCLUSIVE"
  }

  package var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }

  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws or the commit fails.
  package func transaction<Result>(_ kind: TransactionKind, _ body: () throws -> Result) throws -> Result {
    let isWriting = kind != .deferred
    if isWriting {
      try handle.takingTurn { try withStatement(kind.rawValue) { _ = try $0.step() } }
    } else {
      try withStatement(kind.rawValue) { _ = try $0.step() }
    }
    defer { if isWriting { handle.manners?.end() } }
    do {
      let result = try body()
      try withStatement("COMMIT") { _ = try $0.step() }
      return result
    } catch {
      // SQLite has already rolled back after some errors; a second rollback would only fail.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }
}
