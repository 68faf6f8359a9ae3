internal import SQLiteDriver
internal import StoreContract
internal import Synchronization

extension SQLiteStore {
  /// Runs statements other than a save's in one transaction.
  func changing<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try checkWritable()
    let result = try StoreError.translating(path: path) {
      try pool.write { connection in
        let result = try connection.transaction(.immediate) { try body(connection) }
        carryOver(connection)
        return result
      }
    }
    file.noteCommit(by: ear.watcher)
    return result
  }

  /// Carries the log over into the file when it has grown, so that it stays short.
  ///
  /// Readers that follow each other without a gap would keep a log from ever beginning anew: one that has grown on
  /// waits for them for a moment.
  func carryOver(_ connection: Connection) {
    guard path != nil, connection.logPages >= Self.usualPages, !connection.isInTransaction else { return }
    // What fails here fails no save: the log has it all. The next one that has to read it will say so.
    if connection.logPages < Self.mostPages {
      _ = try? connection.checkpoint(.passive)
    } else if connection.logPages >= ear.patience.load(ordering: .relaxed) {
      let isDone = (try? connection.checkpoint(.restart, waiting: .milliseconds(100))) ?? false
      ear.patience.store(isDone ? Self.mostPages : connection.logPages + Self.usualPages, ordering: .relaxed)
    }
  }

  /// Of 4 KiB each, as SQLite's own checkpoints have it.
  static let usualPages = 1000
  static let mostPages = 4000

  func checkWritable() throws {
    guard isReadOnly else { return try file.checkPlace() }
    throw StoreError(
      .readOnly, "The store \(path ?? identifier) was opened read-only.", advice: "Open it for writing.", path: path)
  }
}
