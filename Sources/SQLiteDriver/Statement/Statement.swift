internal import CSQLite

/// A prepared statement.
///
/// Column positions count from 0, parameters from 1. Borrowed values live until the next `step` or `reset`.
package final class Statement {
  package let sql: String
  let pointer: OpaquePointer
  private let connection: ConnectionHandle

  init(_ sql: String, on connection: ConnectionHandle, keeps: Bool) throws {
    var pointer: OpaquePointer?
    let flags = keeps ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let status = sqlite3_prepare_v3(connection.pointer, sql, -1, flags, &pointer, nil)
    guard status == SQLITE_OK else { throw connection.error(sql: sql) }
    guard let pointer else {
      throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "empty statement", path: connection.path, sql: sql)
    }
    self.sql = sql
    self.pointer = pointer
    self.connection = connection
    connection.log?.explain(sql, on: connection.pointer)
  }

  deinit { sqlite3_finalize(pointer) }

  /// Moves to the next row; `false` after the last one.
  package func step() throws -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw error()
    }
  }

  /// Runs a statement without results to its end and makes it ready for the next bindings.
  package func run() throws {
    let status = sqlite3_step(pointer)
    guard status == SQLITE_DONE || status == SQLITE_ROW else {
      let error = error()
      sqlite3_reset(pointer)
      throw error
    }
    sqlite3_reset(pointer)
  }

  package func reset() { sqlite3_reset(pointer) }

  package func clearBindings() { sqlite3_clear_bindings(pointer) }

  package var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  func error() -> SQLiteError { connection.error(sql: sql) }
}

extension Statement {
  /// What `read` makes of the first row, or `nil` without rows.
  package func first<Result>(_ read: (Statement) -> Result) throws -> Result? {
    defer { reset() }
    return try step() ? read(self) : nil
  }
}
