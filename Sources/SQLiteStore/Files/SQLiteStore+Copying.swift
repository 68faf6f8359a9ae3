internal import Foundation
internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore {
  /// Puts a copy of a store in another's place, or in none's: rows, metadata, and bytes in files beside it.
  ///
  /// The source may be in use; the copy has one state of it. What stood at the destination is there until the copy is
  /// whole, and again when putting it in place fails.
  package static func copy(_ source: String, to destination: String) throws {
    try FileInspection(source).check()
    try copy(to: destination, externalData: ExternalData(storePath: source).folder) { part in
      try StoreError.translating(path: source) {
        let connection = try Connection(path: source, mode: .untouched)
        try write(connection, to: part)
      }
    }
  }

  /// As `copy(_:to:)`, of an open store, which may be in memory.
  package func copy(to destination: String) throws {
    try Self.copy(to: destination, externalData: externalData.folder) { part in
      try reading { try Self.write($0, to: part) }
    }
  }

  private static func write(_ connection: Connection, to path: String) throws {
    _ = try StoreFile(connection, path: connection.path).metadataRows()
    let isReader = connection.mode == .untouched || connection.mode == .readOnly
    // Reading connections refuse to write anything, also another file.
    if isReader { try connection.execute("PRAGMA query_only = 0") }
    defer { if isReader { try? connection.execute("PRAGMA query_only = 1") } }
    try connection.execute("VACUUM INTO '\(path.replacingOccurrences(of: "'", with: "''"))'")
    let copy = try Connection(path: path, mode: .readWrite)
    _ = try copy.text("PRAGMA journal_mode = WAL")
  }

  private static func copy(to destination: String, externalData: URL?, write: (String) throws -> Void) throws {
    let target = LinkedFile.path(of: destination)
    let token = UUID().uuidString
    let part = StorePlace(target + ".new-\(token)")
    let aside = StorePlace(target + ".old-\(token)")
    let place = StorePlace(target)
    do {
      try write(part.path)
      if let externalData, FileManager.default.fileExists(atPath: externalData.path) {
        let folder = part.supportFolder.appendingPathComponent(externalData.lastPathComponent)
        try FileManager.default.createDirectory(at: part.supportFolder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: externalData, to: folder)
      }
    } catch {
      part.remove()
      throw error
    }
    do {
      try place.move(to: aside)
      try part.move(to: place)
    } catch {
      part.remove()
      try? aside.move(to: place)
      throw StoreError(
        .fileSystem, "The store \(destination) cannot be replaced: \(error.localizedDescription).", path: destination)
    }
    aside.remove()
  }

  /// Removes a store: its file, SQLite's files beside it, and the bytes that it keeps in files.
  ///
  /// A path without a file is fine.
  ///
  /// - Parameter force: also a file that is no store.
  /// - Throws: `StoreError` for a file that is no store, so that a wrong path destroys nothing.
  package static func remove(_ path: String, force: Bool = false) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    if !force, !StorePlace.isEmptyFile(path) {
      try FileInspection(path).check()
      try StoreError.translating(path: path) {
        _ = try StoreFile(Connection(path: path, mode: .untouched), path: path)
      }
    }
    let place = StorePlace(LinkedFile.path(of: path))
    do {
      try FileManager.default.removeItem(atPath: place.path)
    } catch {
      throw StoreError(
        .fileSystem, "The store \(path) cannot be removed: \(error.localizedDescription).", path: path)
    }
    place.remove()
  }
}
