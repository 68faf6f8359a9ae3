internal import SQLiteDriver
package import StoreContract

extension SQLiteStore {
  package func save(_ request: SaveRequest) throws -> SaveResult { try save(request, beforeCommit: {}) }

  /// Saves, with work between the last write and the commit: an error there takes the save back.
  package func save(_ request: SaveRequest, beforeCommit: () throws -> Void) throws -> SaveResult {
    try savingTogether { save in
      let result = try save.write(request)
      try beforeCommit()
      return result
    }
  }

  /// Saves what comes in portions: all of them or none, and as one save in history.
  ///
  /// - Parameter body: Writes each portion. The store is being written meanwhile, by nobody else.
  /// - Throws: `StoreError` also where it is called by the `body` of another call.
  package func savingTogether<Result>(
    _ body: (_ save: JointSave) throws -> Result
  ) throws -> Result {
    try checkWritable()
    let files = ExternalFiles(externalData)
    var number: Int64?
    do {
      let result = try StoreError.translating(path: path) {
        try pool.write { connection in
          guard !connection.isInTransaction else {
            throw StoreError(
              .locked, "The store \(path ?? identifier) is being written by the very code that saves into it.",
              advice: "Save when that has ended.", path: path)
          }
          try useWriteAheadLog(connection)
          let result = try connection.transaction(.immediate) {
            let save = JointSave(schema: schema, connection: connection) { [schema, ear] request in
              let writer = try SaveWriter(
                request, schema: schema, connection: connection, files: files, continuing: number)
              let result = try writer.run()
              number = writer.number
              ear.own.begin(number)
              return result
            }
            return try body(save)
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
