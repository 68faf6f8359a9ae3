internal import CSQLite

/// Says which statements a connection runs, for whoever debugs: a line each, as Apple's `SQLDebug` has them.
///
/// Level 1 says statements with the time that they took and the number of their rows; 2 those of transactions and
/// pragmas too; 3 the values bound to them too; 4 SQLite's plan of each as well.
package final class StatementLog: @unchecked Sendable {
  // Unchecked because a connection and its log are used by one caller at a time.
  package let level: Int
  private let write: @Sendable (String) -> Void
  private var rows: [OpaquePointer: Int] = [:]
  private var isExplaining = false

  package init(level: Int, write: @escaping @Sendable (String) -> Void) {
    self.level = level
    self.write = write
  }

  // MARK: what SQLite tells

  private static let events = UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE | SQLITE_TRACE_ROW)

  /// Has a connection tell of its statements from now on; the connection holds the log.
  func attach(_ connection: OpaquePointer) {
    sqlite3_trace_v2(
      connection, Self.events,
      { event, context, statement, detail in
        guard let context, let statement else { return 0 }
        Unmanaged<StatementLog>.fromOpaque(context).takeUnretainedValue()
          .note(event, OpaquePointer(statement), detail)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func note(_ event: UInt32, _ statement: OpaquePointer, _ detail: UnsafeMutableRawPointer?) {
    guard !isExplaining, let sql = sqlite3_sql(statement).map({ String(cString: $0) }), isSaid(sql) else { return }
    switch Int32(bitPattern: event) {
    case SQLITE_TRACE_STMT:
      // SQLite names a trigger's statements in a comment.
      if let text = detail?.assumingMemoryBound(to: CChar.self), text[0] == 45, text[1] == 45 { return }
      write("CoreData: sql: \(sql)")
      if level >= 3 { sayValues(statement) }
    case SQLITE_TRACE_ROW:
      rows[statement, default: 0] += 1
    case SQLITE_TRACE_PROFILE:
      let count = rows.removeValue(forKey: statement) ?? 0
      guard let time = detail?.load(as: Int64.self) else { return }
      write(
        "CoreData: annotation: sql execution time: \(Self.seconds(time))s"
          + (count > 0 ? " for \(count) row\(count == 1 ? "" : "s")" : ""))
    default: break
    }
  }

  private func isSaid(_ sql: String) -> Bool {
    guard level < 2 else { return true }
    return !["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA", "SAVEPOINT", "RELEASE"].contains { sql.hasPrefix($0) }
  }

  private func sayValues(_ statement: OpaquePointer) {
    guard sqlite3_bind_parameter_count(statement) > 0, let text = sqlite3_expanded_sql(statement) else { return }
    defer { sqlite3_free(text) }
    write("CoreData: details: with its values: \(String(cString: text))")
  }

  /// Four places, as Apple's lines have.
  private static func seconds(_ nanoseconds: Int64) -> String {
    let part = String((nanoseconds + 50_000) / 100_000 % 10_000)
    return "\((nanoseconds + 50_000) / 1_000_000_000)." + String(repeating: "0", count: 4 - part.count) + part
  }

  // MARK: plans

  /// Says how SQLite will run a statement that was prepared just now.
  func explain(_ sql: String, on connection: OpaquePointer) {
    guard level >= 4, isPlanned(sql) else { return }
    isExplaining = true
    defer { isExplaining = false }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, "EXPLAIN QUERY PLAN " + sql, -1, &statement, nil) == SQLITE_OK else { return }
    defer { sqlite3_finalize(statement) }
    while sqlite3_step(statement) == SQLITE_ROW {
      guard let text = sqlite3_column_text(statement, 3) else { continue }
      write("CoreData: details: plan: \(String(cString: text))")
    }
  }

  private func isPlanned(_ sql: String) -> Bool {
    ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains { sql.hasPrefix($0) }
  }
}
