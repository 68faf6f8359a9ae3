internal import Foundation
internal import SQLiteDriver

/// Puts a finished file in a store's place.
struct StoreSwap {
  let folder: MigrationFolder
  let options: MigrationOptions

  /// Closes the finished file with everything in it, and brings it to the disk.
  ///
  /// - Returns: the names of the files with large values that its rows need.
  func prepare(_ path: String) throws -> Set<String> {
    var names: Set<String> = []
    do {
      let connection = try SQLiteStore.connect(
        path: path, mode: .readWrite, busyTimeout: options.busyTimeout, fileSystem: options.fileSystem)
      names = try ExternalInventory.names(in: connection)
      try consolidate(connection)
      // The file says that it has a write-ahead log, as a store does; there is none as long as nothing is written.
      _ = try setJournal("WAL", connection)
    }
    guard Self.size(path + "-wal") == 0 else {
      throw MigrationError(.fileSystem, "The log of \(path) could not be written back.", path: folder.storePath)
    }
    for ending in Self.endings { try options.files.remove(path + ending) }
    try options.files.sync(path)
    return names
  }

  /// - Parameter connection: has the store for itself; it is closed.
  func replace(_ connection: consuming Connection, by path: String) throws {
    // Out of the write-ahead log: nothing of the old store may be left that a new file of its name would be read with.
    try consolidate(connection)
    for ending in Self.endings { try options.files.remove(folder.storePath + ending) }
    try options.files.rename(path, folder.storePath)
    try? options.files.sync(URL(fileURLWithPath: folder.storePath).deletingLastPathComponent().path)
  }

  private func consolidate(_ connection: Connection) throws {
    guard try connection.text("PRAGMA journal_mode") == "wal" else { return }
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    guard try setJournal("DELETE", connection) == "delete" else {
      throw MigrationError(
        .locked, "The log of \(connection.path) cannot be written back: the file is open elsewhere.",
        path: folder.storePath)
    }
  }

  /// Files of a store's name that SQLite would read another store of that name with.
  private static let endings = StorePlace.endings.filter { !$0.isEmpty }

  /// Taken to its end: the switch commits after it has answered. A commit that fails leaves a journal, which would be
  /// played back into the file that gets the store's name.
  private func setJournal(_ mode: String, _ connection: Connection) throws -> String? {
    try connection.withStatement("PRAGMA journal_mode = \(mode)") { statement in
      var answer: String?
      while try statement.step() { answer = statement.text(0) }
      return answer
    }
  }

  private static func size(_ path: String) -> Int64 {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
  }
}
