internal import CSQLite

/// Owns `sqlite3 *`; closed when the connection and its last statement are gone.
final class ConnectionHandle {
  let pointer: OpaquePointer
  let path: String
  /// A private copy that the connection reads instead of the file at `path`.
  let snapshot: FileSnapshot?
  private let identity: FileIdentity?
  private let busy: BusyWait
  /// `nil` for a database that nobody else can write.
  let manners: WriteManners?
  /// Pages of the write-ahead log after the last commit, where they are counted.
  private(set) var logPages = 0
  /// Who is told of the statements, when anybody is.
  private(set) var log: StatementLog?

  init(pointer: OpaquePointer, path: String, snapshot: FileSnapshot?, identity: FileIdentity?, busyTimeout: Duration) {
    self.pointer = pointer
    self.path = path
    self.snapshot = snapshot
    self.identity = identity
    manners = identity == nil ? nil : WriteManners(path)
    busy = BusyWait(limit: busyTimeout)
    busy.attach(to: pointer)
  }

  deinit {
    OpenFiles.closing(identity) { sqlite3_close_v2(pointer) }
    snapshot?.remove()
  }

  func log(to log: StatementLog) {
    self.log = log
    log.attach(pointer)
  }

  /// Runs something that waits for locks no longer than that.
  func waiting<Result>(_ limit: Duration, _ body: () -> Result) -> Result {
    let usual = busy.limit
    busy.limit = limit
    defer { busy.limit = usual }
    return body()
  }

  /// Waits for the turn to write, if need be so that those see it who have it.
  func takingTurn(_ begin: () throws -> Void) rethrows {
    manners?.makeWay()
    busy.manners = manners
    defer {
      busy.manners = nil
      manners?.endWaiting()
    }
    try begin()
    manners?.begin()
  }

  /// The hook is called inside of a commit, on the thread that makes it.
  func countLogPages() {
    sqlite3_wal_hook(
      pointer,
      { context, _, _, pages in
        if let context { Unmanaged<ConnectionHandle>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages) }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func noteCheckpoint(complete: Bool) {
    if complete { logPages = 0 }
  }

  func error(sql: String? = nil) -> SQLiteError {
    var error = SQLiteError(
      extendedCode: sqlite3_extended_errcode(pointer), message: String(cString: sqlite3_errmsg(pointer)), path: path,
      sql: sql, systemError: sqlite3_system_errno(pointer))
    if error.code == .busy {
      error.waited = busy.limit
      error.holder = LockHolder.words(path)
    }
    return error
  }
}
