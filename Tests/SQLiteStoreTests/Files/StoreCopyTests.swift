import Foundation
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// Stores copied, replaced and removed as a whole.
@Suite struct StoreCopyTests {
  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func realStoresAreCopiedRowForRow() throws {
    let folder = try TemporaryFolder()
    var (same, all) = (0, 0)
    for url in try Self.stores() {
      guard (try? SQLiteStore.description(of: url.path)) != nil else { continue }
      all += 1
      let copy = folder.file("\(all).sqlite")
      try SQLiteStore.copy(url.path, to: copy.path)
      let isSame = try Self.dump(url.path) == Self.dump(copy.path)
      #expect(isSame, "\(url.path)")
      let files = ExternalData(storePath: url.path).folder.map { Self.contents($0) }
      let copied = ExternalData(storePath: copy.path).folder.map { Self.contents($0) }
      #expect(files == copied, "\(url.path)")
      if isSame, files == copied { same += 1 }
    }
    print("stores copied row for row, with their files: \(same) of \(all)")
    #expect(all > 10)
  }

  @Test func aFailedReplacementLeavesTheOldStore() throws {
    let folder = try TemporaryFolder()
    let (source, target) = (folder.file("a.sqlite"), folder.file("b.sqlite"))
    for url in [source, target] {
      let connection = try Connection(path: url.path, mode: .create)
      try connection.execute("CREATE TABLE T (A)")
    }
    let before = try FolderState(folder.url)
    // An SQLite file that is no store.
    #expect(throws: StoreError.self) { try SQLiteStore.copy(source.path, to: target.path) }
    #expect(throws: StoreError.self) { try SQLiteStore.remove(target.path) }
    #expect(try FolderState(folder.url) == before)
    #expect(throws: StoreError.self) { try SQLiteStore.copy(folder.file("none").path, to: target.path) }
    #expect(try FolderState(folder.url) == before)
    try SQLiteStore.remove(target.path, force: true)
    #expect(!FileManager.default.fileExists(atPath: target.path))
  }

  /// Every object of the schema and every row, as text.
  private static func dump(_ path: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .untouched)
    var lines: [String] = []
    for object in try connection.schema() {
      lines.append("\(object.type) \(object.name)")
      guard object.type == "table" else { continue }
      let columns = try connection.columnNames(ofTable: object.name)
      let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
      var rows: [String] = []
      try connection.withStatement("SELECT \(values) FROM \"\(object.name)\"") { statement in
        while try statement.step() { rows.append(statement.optionalText(0) ?? "NULL") }
      }
      lines += rows.sorted()
    }
    return lines.sorted()
  }

  private static func contents(_ folder: URL) -> [String: Data] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, FileManager.default.contents(atPath: folder.appendingPathComponent($0).path) ?? Data())
      })
  }

  private static func stores() throws -> [URL] {
    let files =
      FileManager.default.enumerator(
        at: SharedMaterial.url("stores"), includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
    return files.filter { url in
      guard !url.path.hasSuffix("-wal"), !url.path.hasSuffix("-shm"),
        let file = FileHandle(forReadingAtPath: url.path)
      else { return false }
      defer { try? file.close() }
      return (try? file.read(upToCount: 15)) == Data("SQLite format 3".utf8)
    }.sorted { $0.path < $1.path }
  }
}
