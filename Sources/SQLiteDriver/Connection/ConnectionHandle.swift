internal import CSQLite

/// Owns `sqlite3 *`; closed when the connection and its last statement are gone.
final class ConnectionHandle {
  let pointer: OpaquePointer
  let path: String
  /// A private copy that the connection reads instead of the file at `path`.
  let snapshot: FileSnapshot?
  private let identity: FileIdentity?
  /// Who is told of the statements, when anybody is.
  private(set) var log: StatementLog?

  init(pointer: OpaquePointer, path: String, snapshot: FileSnapshot?, identity: FileIdentity?) {
    self.pointer = pointer
    self.path = path
    self.snapshot = snapshot
    self.identity = identity
  }

  deinit {
    OpenFiles.closing(identity) { sqlite3_close_v2(pointer) }
    snapshot?.remove()
  }

  func log(to log: StatementLog) {
    self.log = log
    log.attach(pointer)
  }

  func error(sql: String? = nil) -> SQLiteError {
    SQLiteError(
      extendedCode: sqlite3_extended_errcode(pointer), message: String(cString: sqlite3_errmsg(pointer)), path: path,
      sql: sql)
  }
}
