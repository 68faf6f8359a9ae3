internal import SQLiteDriver
internal import StoreContract

/// Up to where a watcher knows a store.
struct StorePosition: Sendable {
  /// The number of the last save that was seen.
  var last: Int64 = 0
  /// There were saves to be told.
  var hasRecords = false
  /// The file has tables for history.
  var hasHistory = false
  /// `PRAGMA data_version` of the connection that looks.
  var version: Int64 = -1
  /// The same, of the connection that writes: it tells others' commits from own ones where history does not.
  var writerVersion: Int64?
}

extension SQLiteStore {
  /// The present.
  func position() throws -> StorePosition {
    var position = StorePosition()
    try readingOneState { connection in
      try readHistory(connection) { reader in
        position.hasHistory = true
        position.last = try reader.bounds().last
        position.hasRecords = try reader.firstNumber() != nil
      }
    }
    // History says by itself what came later. Without it, only connections know that were there before.
    guard !position.hasHistory else { return position }
    position.version = try hearing { try $0.dataVersion() }
    position.writerVersion = try writerVersion()
    return position
  }

  /// Runs `body` with the connection of the store's ear.
  private func hearing<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try StoreError.translating(path: path) { try ear.hearing(body) ?? pool.read(body) }
  }

  /// Only a writer tells own commits from others': its version stays with own ones. `nil` for stores that do not write.
  private func writerVersion() throws -> Int64? {
    guard !isReadOnly else { return nil }
    return try StoreError.translating(path: path) { try pool.write { try $0.dataVersion() } }
  }

  private func readHistory(_ connection: Connection, _ body: (HistoryReader) throws -> Void) throws {
    if let reader = try HistoryReader(schema: schema, connection: connection) { try body(reader) }
  }
}
