internal import CSQLite

/// One connection to a database file, with its statement cache.
///
/// Opened without SQLite's own mutex: one thread at a time, which whoever shares connections has to see to.
package final class Connection: @unchecked Sendable {
  // Unchecked because it is confined: pools hand a connection to one caller at a time.

  package let path: String
  package let mode: OpenMode
  let handle: ConnectionHandle
  private var idleStatements: [String: Statement] = [:]
  /// The index of the write-ahead log, where it was looked for and found (`LogState`).
  var logIndex: UnsafeRawPointer?
  var hasSoughtLogIndex = false

  /// Opens a database.
  ///
  /// A path that is a symbolic link stays the one that errors name.
  ///
  /// - Parameters:
  ///   - busyTimeout: how long a statement waits for another connection's lock before it fails with `.busy`.
  ///   - fileSystem: a virtual file system registered with SQLite; `nil` is the system's.
  package init(
    path: String, mode: OpenMode, busyTimeout: Duration = .seconds(5), fileSystem: String? = nil
  ) throws {
    self.path = path
    self.mode = mode
    let file = mode == .memory ? path : LinkedFile.path(of: path)
    if mode != .memory, let stamp = FileStamp(file), !stamp.isRegular {
      // Opening a FIFO would wait for a writer.
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "not a regular file", path: path)
    }
    var location = Location(path: file, mode: mode)
    var snapshot: FileSnapshot?
    if mode == .untouched {
      // A file that this process has open already has all side files that a reader would make.
      let found = try OpenFiles.withUnopened(file) {
        let snapshot = try FileSnapshot.ifNeeded(for: file)
        let location = snapshot.map { Location(path: $0.databasePath, mode: .readWrite) } ?? Location(untouched: file)
        return (snapshot, location)
      }
      if let found { (snapshot, location) = found }
    }
    var pointer: OpaquePointer?
    var status = SQLITE_OK
    // An immutable connection has no locks to lose and makes no side files that a later reader could count on.
    let isCounted = mode != .memory && snapshot == nil && !location.isImmutable
    let identity = OpenFiles.opening(isCounted ? file : "") {
      status = sqlite3_open_v2(location.name, &pointer, location.flags, fileSystem)
    }
    guard let pointer else {
      snapshot?.remove()
      throw SQLiteError(extendedCode: status, message: "out of memory", path: path)
    }
    handle = ConnectionHandle(
      pointer: pointer, path: path, snapshot: snapshot, identity: identity, busyTimeout: busyTimeout)
    sqlite3_extended_result_codes(pointer, 1)
    guard status == SQLITE_OK else { throw handle.error() }
    if let log = StatementLog.ofProcess() { handle.log(to: log) }
    // A write into the private copy would be lost without a word.
    if mode == .untouched || mode == .readOnly { try execute("PRAGMA query_only = 1") }
  }

  /// Tells a log of every statement from now on.
  package func log(to log: StatementLog) { handle.log(to: log) }

  // MARK: Statements

  /// A statement of its own, not kept in the cache.
  package func prepare(_ sql: String) throws -> Statement {
    try Statement(sql, on: handle, keeps: false)
  }

  /// Runs `body` with a cached statement, reset and without bindings before and after.
  package func withStatement<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
    let statement = try takeStatement(sql)
    defer { giveBack(statement) }
    return try body(statement)
  }

  /// Takes a statement out of the cache, or prepares it; hand it back with `giveBack`.
  package func takeStatement(_ sql: String) throws -> Statement {
    if let statement = idleStatements.removeValue(forKey: sql) { return statement }
    return try Statement(sql, on: handle, keeps: true)
  }

  package func giveBack(_ statement: Statement) {
    statement.reset()
    statement.clearBindings()
    if idleStatements.count >= Self.statementLimit { idleStatements.removeAll(keepingCapacity: true) }
    idleStatements[statement.sql] = statement
  }

  private static let statementLimit = 256

  /// Runs one or several statements without results.
  package func execute(_ sql: String) throws {
    guard sqlite3_exec(handle.pointer, sql, nil, nil, nil) == SQLITE_OK else { throw handle.error(sql: sql) }
  }

  /// The first column of the first row as an integer, or `nil` when there is no row or a NULL.
  package func integer(_ sql: String) throws -> Int64? {
    try withStatement(sql) { try $0.step() ? $0.optionalInteger(0) : nil }
  }

  /// The first column of the first row as text, or `nil` when there is no row or a NULL.
  package func text(_ sql: String) throws -> String? {
    try withStatement(sql) { try $0.step() ? $0.optionalText(0) : nil }
  }

  /// Number of rows that the last statement changed, triggers not counted.
  package var changes: Int64 { sqlite3_changes64(handle.pointer) }

  /// The version of the SQLite library in use.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
