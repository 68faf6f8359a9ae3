internal import Foundation
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
      try takeWhole(connection, within: min(options.busyTimeout, patience))
      // What was committed must be on the disk before anything is built on it.
      try connection.execute("PRAGMA main.synchronous = FULL")
    } catch let error as SQLiteError where error.code == .busy {
      throw MigrationError(
        .locked, "The store \(path) is open elsewhere.", advice: "Close it there, or end the process that has it open.",
        path: path)
    }
    return connection
  }

  /// SQLite asks once for the lock of a whole file with a write-ahead log, whatever the connection's own timeout is.
  ///
  /// A connection of this process may be about to close: what looks for other processes' saves ends after its store.
  private static func takeWhole(_ connection: Connection, within limit: Duration) throws {
    let end = ContinuousClock.now + limit
    while true {
      do {
        return try connection.execute("BEGIN EXCLUSIVE; COMMIT")
      } catch let error as SQLiteError where error.code == .busy && ContinuousClock.now < end {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
  }

  /// Whoever works with a file has it open for longer.
  private static let patience = Duration.seconds(1)
}
