internal import Synchronization

/// The database files that connections of this process have open.
///
/// Closing any descriptor of a file drops all of the process's POSIX locks on it, those of SQLite's connections
/// included (sqlite.org/howtocorrupt.html, section 2.2). So whoever wants to look into a database file without SQLite
/// asks here first.
package enum OpenFiles {
  private static let counts = Mutex<[FileIdentity: Int]>([:])

  /// Runs `body`, which may open and close the file by other means than SQLite, unless a connection has it open.
  ///
  /// No connection is opened meanwhile.
  ///
  /// - Returns: `nil` when a connection has the file open, and `body` was not run.
  package static func withUnopened<Result>(_ path: String, _ body: () throws -> Result) rethrows -> Result? {
    try counts.withLock { counts in
      if let identity = FileStamp(path)?.identity, counts[identity] != nil { return nil }
      return try body()
    }
  }

  /// Opens a database, and counts it from then on.
  static func opening(_ path: String, _ open: () -> Void) -> FileIdentity? {
    counts.withLock { counts in
      // SQLite makes a new file when it opens it.
      open()
      guard let identity = FileStamp(path)?.identity else { return nil }
      counts[identity, default: 0] += 1
      return identity
    }
  }

  /// Closes a database that `opening` counted.
  static func closing(_ identity: FileIdentity?, _ close: () -> Void) {
    close()
    guard let identity else { return }
    counts.withLock { counts in
      counts[identity] = counts[identity].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
  }
}
