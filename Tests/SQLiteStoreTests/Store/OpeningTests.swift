import Foundation
import QueryModel
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

@Suite struct OpeningTests {
  let library: LibraryStore

  init() throws { library = try LibraryStore() }

  @Test func aClosedStoreOpensAgain() throws {
    let identifier = try library.create().identifier
    let store = try SQLiteStore.open(library.path, model: library.model)
    #expect(store.identifier == identifier)
    var request = SaveRequest()
    request.inserts = [library.insert("Tag", 0, ["name": .text("x")])]
    #expect(try store.save(request).insertedKeys == [1])
    let untouched = try SQLiteStore.open(library.path, model: library.model, access: .untouched)
    #expect(try untouched.count(FetchRequest(entity: library.number("Tag"))) == 1)
    let error = #expect(throws: StoreError.self) { try untouched.save(request) }
    #expect(error?.code == .readOnly)
  }

  /// A program that ended with its store open left a log: its next start does not copy the file to look at it.
  @Test func aLogIsReadInPlaceWhenOpening() throws {
    var store: SQLiteStore? = try library.create()
    var request = SaveRequest()
    request.inserts = [library.insert("Tag", 0, ["name": .text("x")])]
    _ = try store?.save(request)
    #expect(try SQLiteStore.descriptionForOpening(library.path).metadata.uuid == store?.identifier)
    let files = [library.path, library.path + "-wal"].map { URL(fileURLWithPath: $0) }
    let before = try files.map { try Data(contentsOf: $0) }
    #expect(FileInspection(library.path).hasOnlyLog)
    #expect(try SQLiteStore.descriptionForOpening(library.path).readableModel == nil)
    #expect(try files.map { try Data(contentsOf: $0) } == before)
    store = nil
    #expect(!FileInspection(library.path).hasOnlyLog)
    #expect(try SQLiteStore.descriptionForOpening(library.path).metadata.uuid.isEmpty == false)
  }

  @Test func aJournalThatWasAskedForStays() throws {
    let pragmas = [try Pragma("journal_mode", "DELETE")]
    func expectRollbackJournal(after store: SQLiteStore) throws {
      var request = SaveRequest()
      request.inserts = [library.insert("Tag", 0, ["name": .text("x")])]
      _ = try store.save(request)
      // The mode is in the file's header: 1 for a rollback journal, 2 for a write-ahead log.
      #expect(try Data(contentsOf: URL(fileURLWithPath: library.path))[18] == 1)
    }
    try expectRollbackJournal(
      after: SQLiteStore.create(
        library.path, model: library.model,
        metadata: StoreMetadata(newStoreWithHashes: [:], digest: "", checksum: "", identifiers: []), modelCache: nil,
        withHistory: false, pragmas: pragmas))
    try expectRollbackJournal(after: SQLiteStore.open(library.path, model: library.model, pragmas: pragmas))
  }

  @Test func aLockedStoreSaysSo() throws {
    let created = try library.create()
    let other = try Connection(path: library.path, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    let store = try SQLiteStore.open(library.path, model: library.model, busyTimeout: .milliseconds(30))
    var request = SaveRequest()
    request.inserts = [library.insert("Tag", 0, ["name": .text("x")])]
    let error = #expect(throws: StoreError.self) { try store.save(request) }
    #expect(error?.code == .locked)
    #expect(try created.count(FetchRequest(entity: library.number("Tag"))) == 0)
  }

  @Test(arguments: [
    ("", StoreError.Code.notAStore, "empty"), ("hello", .notAStore, "not an SQLite"),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", .notAStore, "Git LFS"),
    ("SQLite format 3\0", .damaged, "cut short"),
  ])
  func otherFilesAreRefused(_ content: String, _ code: StoreError.Code, _ words: String) throws {
    try Data(content.utf8).write(to: URL(fileURLWithPath: library.path))
    try expectRefusal(library.path, code, words)
  }

  @Test func otherDatabasesAndPathsAreRefused() throws {
    try expectRefusal(library.path, .fileSystem, "does not exist")
    try expectRefusal(library.folder.url.path, .notAStore, "folder")
    try Connection(path: library.path, mode: .create).execute("CREATE TABLE t (k)")
    try expectRefusal(library.path, .notAStore, "Z_METADATA")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: library.path))
    try (bytes.prefix(100) + Data(repeating: 0xAA, count: bytes.count - 100)).write(
      to: URL(fileURLWithPath: library.path))
    try expectRefusal(library.path, .damaged, "")
  }

  @Test func brokenMetadataIsDamage() throws {
    _ = try library.create()
    try Connection(path: library.path, mode: .readWrite).execute("UPDATE Z_METADATA SET Z_PLIST = x'00'")
    try expectRefusal(library.path, .damaged, "metadata")
  }

  private func expectRefusal(_ path: String, _ code: StoreError.Code, _ words: String) throws {
    let error = #expect(throws: StoreError.self) { try SQLiteStore.open(path, model: library.model) }
    #expect(error?.code == code)
    #expect(words.isEmpty || error?.message.contains(words) == true, "\(error?.message ?? "")")
  }
}
