internal import SQLiteDriver
internal import StoreContract

/// Opens a store so that nobody else has it.
enum StoreLock {
  /// A connection that has the file for itself: others wait or are refused, also readers.
  ///
  /// In exclusive mode SQLite takes the lock of the whole file, which it does not get while another connection has the file
  /// open with a write-ahead log.
  static func connect(_ path: String, options: MigrationOptions) throws -> Connection {
    let connection = try SQLiteStore.connect(
      path: path, mode: .readWrite, busyTimeout: options.busyTimeout, fileSystem: options.fileSystem)
    do {
      _ = try connection.text("PRAGMA main.locking_mode = EXCLUSIVE")
      try connection.execute("BEGIN EXCLUSIVE; COMMIT")
      // What was committed must be on the disk before anything is built on it.
      try connection.execute("PRAGMA main.synchronous = FULL")
    } catch let error as SQLiteError where error.code == .busy {
      throw MigrationError(
        .locked, "The store \(path) is open elsewhere.", advice: "Close it there, or end the process that has it open.",
        path: path)
    }
    return connection
  }
}
