internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore {
  /// Carries the whole log over into the file and empties it, so that the file alone says everything.
  ///
  /// - Returns: whether nobody was in the way.
  @discardableResult package func emptyLog() throws -> Bool {
    try checkWritable()
    return try StoreError.translating(path: path) {
      try pool.write { try $0.checkpoint(.truncate, waiting: .milliseconds(500)) }
    }
  }
}
