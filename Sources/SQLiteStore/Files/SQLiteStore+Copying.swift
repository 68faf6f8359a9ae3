internal import Foundation
internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore {
  /// Puts a copy of a store in another's place, or in none's: rows, metadata, and bytes in files beside it.
  ///
  /// The source may be in use; the copy has one state of it. What stood at the destination is there until the copy is
  /// whole and on the disk; one rename puts it in place.
  ///
  /// - Throws: `StoreError`; then the destination is as it was. One that somebody has open is not replaced.
  package static func copy(_ source: String, to destination: String, files: MigrationFiles = .system) throws {
    try FileInspection(source).check()
    try copy(to: destination, externalData: ExternalData(storePath: source).folder, files) { part in
      try StoreError.translating(path: source) { try writeState(of: source, to: part) }
    }
  }

  /// As `copy(_:to:)`, of an open store, which may be in memory.
  package func copy(to destination: String) throws {
    try Self.copy(to: destination, externalData: externalData.folder, .system) { part in
      try reading { try Self.write($0, to: part) }
    }
  }

  /// Writes one state of a file that others may be writing into another file.
  ///
  /// A file whose log is empty is read as it is; a checkpoint meanwhile would give parts of two states.
  static func writeState(of source: String, to path: String) throws {
    func stamp() -> [String] {
      let attributes = try? FileManager.default.attributesOfItem(atPath: LinkedFile.path(of: source))
      return [FileAttributeKey.modificationDate, .size, .systemFileNumber].map { "\(attributes?[$0] ?? "")" }
    }
    for _ in 0..<10 {
      let hasLog = FileInspection(source).hasOnlyLog
      let before = stamp()
      do {
        try write(Connection(path: source, mode: .untouched), to: path)
        if hasLog || stamp() == before { return }
      } catch let error as SQLiteError where error.code == .corrupt && stamp() != before {
        // Read in the middle of a checkpoint.
      }
      StorePlace(path).removeFiles()
    }
    throw StoreError(
      .locked, "The store \(source) changes faster than it can be copied.", advice: "Try again later.", path: source)
  }

  /// Writes everything of a database into another file, in one state.
  static func write(_ connection: Connection, to path: String) throws {
    _ = try StoreFile(connection, path: connection.path).metadataRows()
    let isReader = connection.mode == .untouched || connection.mode == .readOnly
    // Reading connections refuse to write anything, also another file.
    if isReader { try connection.execute("PRAGMA query_only = 0") }
    defer { if isReader { try? connection.execute("PRAGMA query_only = 1") } }
    try connection.execute("VACUUM INTO '\(path.replacingOccurrences(of: "'", with: "''"))'")
    let copy = try Connection(path: path, mode: .readWrite)
    _ = try copy.text("PRAGMA journal_mode = WAL")
  }

  private static func copy(
    to destination: String, externalData: URL?, _ files: MigrationFiles, write: (String) throws -> Void
  ) throws {
    try placing(destination) {
      try StoreReplacement(destination, files: files).run { part in
        try write(part)
        return externalData
      }
    }
  }

  /// Puts a store that was made under another name in its place, where none is; its large values move along.
  ///
  /// - Parameter part: a store that nobody has open, on the same volume.
  package static func move(_ part: String, to destination: String) throws {
    try placing(destination) { try StoreReplacement(destination, files: .system).move(part) }
  }

  private static func placing(_ destination: String, _ body: () throws -> Void) throws {
    do {
      try StoreError.translating(path: destination, body)
    } catch let error as MigrationError {
      throw error.storeError
    } catch let error as AlreadyThere {
      throw StoreError(
        .fileSystem, "\(destination): somebody else has made a file there meanwhile.", advice: "Look at it first.",
        path: error.path)
    }
  }

  /// Removes a store: its file, SQLite's files beside it, and the bytes that its rows keep in files.
  ///
  /// A path without a file is fine. Files of stores that share the folder of large values stay.
  ///
  /// - Parameter force: also a file that is no store.
  /// - Throws: `StoreError` for a file that is no store, so that a wrong path destroys nothing.
  package static func remove(_ path: String, force: Bool = false) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let folder = ExternalFolder(LinkedFile.path(of: path))
    let belongings: ExternalFolder.Belongings
    if !force, !StorePlace.isEmptyFile(path) {
      try FileInspection(path).check()
      belongings = try StoreError.translating(path: path) {
        let connection = try Connection(path: path, mode: .untouched)
        _ = try StoreFile(connection, path: path)
        return try folder.belongings(ExternalInventory.names(in: connection))
      }
    } else {
      belongings = folder.belongings(try? ExternalInventory.names(in: Connection(path: path, mode: .untouched)))
    }
    do {
      try FileManager.default.removeItem(atPath: folder.place.path)
    } catch {
      throw StoreError(
        .fileSystem, "The store \(path) cannot be removed: \(error.localizedDescription).", path: path)
    }
    folder.place.removeFiles()
    folder.remove(belongings)
  }
}
