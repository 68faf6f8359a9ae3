internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore {
  /// Runs statements other than a save's in one transaction.
  func changing<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try checkWritable()
    return try StoreError.translating(path: path) {
      try pool.write { connection in try connection.transaction(.immediate) { try body(connection) } }
    }
  }

  func checkWritable() throws {
    guard isReadOnly else { return }
    throw StoreError(
      .readOnly, "The store \(path ?? identifier) was opened read-only.", advice: "Open it for writing.", path: path)
  }
}
