internal import CSQLite

extension Connection {
  /// How a write-ahead log is carried over into the file.
  package enum Checkpoint: Sendable {
    /// As far as nobody is in the way.
    case passive
    /// Waits for those who read older states, so that the next write begins the log anew.
    case restart
    /// As `restart`, and cuts the log to nothing.
    case truncate

    fileprivate var mode: Int32 {
      switch self {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .restart: SQLITE_CHECKPOINT_RESTART
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    }
  }

  /// Counts the pages of the log from now on, instead of SQLite's own checkpoints; `checkpoint` is the caller's.
  package func countLogPages() { handle.countLogPages() }

  /// How many pages the write-ahead log had after the last commit.
  package var logPages: Int { handle.logPages }

  /// - Returns: whether the whole log was carried over.
  /// - Throws: `SQLiteError` when reading or writing fails; that somebody is in the way is no error.
  @discardableResult package func checkpoint(_ kind: Checkpoint, waiting limit: Duration = .zero) throws -> Bool {
    var (pages, done): (Int32, Int32) = (0, 0)
    let status = handle.waiting(limit) {
      sqlite3_wal_checkpoint_v2(handle.pointer, nil, kind.mode, &pages, &done)
    }
    switch status & 0xFF {
    case SQLITE_OK: break
    case SQLITE_BUSY, SQLITE_LOCKED: return false
    default: throw handle.error(sql: "PRAGMA wal_checkpoint")
    }
    handle.noteCheckpoint(complete: pages >= 0 && pages == done && kind.mode != SQLITE_CHECKPOINT_PASSIVE)
    return pages == done
  }

  /// Changes with every commit of another connection, of this process or any, and with none of this one.
  package func dataVersion() throws -> Int64 { try integer("PRAGMA data_version") ?? 0 }
}
