internal import SQLiteDriver
package import StoreContract

extension SQLiteStore {
  package func save(_ request: SaveRequest) throws -> SaveResult { try save(request, beforeCommit: {}) }

  /// Saves, with work between the last write and the commit: an error there takes the save back.
  package func save(_ request: SaveRequest, beforeCommit: () throws -> Void) throws -> SaveResult {
    try checkWritable()
    let files = ExternalFiles(externalData)
    var number: Int64?
    do {
      let result = try StoreError.translating(path: path) {
        try pool.write { connection in
          try useWriteAheadLog(connection)
          let result = try connection.transaction(.immediate) {
            let writer = try SaveWriter(request, schema: schema, connection: connection, files: files)
            let result = try writer.run()
            number = writer.number
            ear.own.begin(number)
            try beforeCommit()
            return result
          }
          carryOver(connection)
          return result
        }
      }
      ear.own.confirm(number)
      files.commit()
      file.noteCommit(by: ear.watcher)
      return result
    } catch {
      ear.own.takeBack(number)
      files.rollBack()
      throw error
    }
  }

  /// Apple's stores are written through a write-ahead log (StoreFormat.md section 1); a bundled one may have lost it.
  private func useWriteAheadLog(_ connection: Connection) throws {
    guard path != nil, !hasChosenJournal, !connection.isInTransaction else { return }
    if try connection.text("PRAGMA journal_mode") != "wal" {
      _ = try connection.text("PRAGMA journal_mode = WAL")
    }
  }
}
