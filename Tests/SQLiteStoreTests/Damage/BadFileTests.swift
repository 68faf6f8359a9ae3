import Foundation
import QueryModel
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that are no sound store: one clear line each, and nothing written.
@Suite struct BadFileTests {
  let library: LibraryStore

  init() throws { library = try LibraryStore() }

  /// Describing, reading and opening for writing all refuse, in one line that names the file.
  private func expectRefusal(
    _ path: String, _ code: StoreError.Code, _ words: String, describes: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try FolderState(library.folder.url)
    func check(_ what: String, _ body: () throws -> Void) {
      let error = #expect(throws: StoreError.self, "\(what)", sourceLocation: sourceLocation) { try body() }
      let text = error.map { "\($0)" } ?? ""
      #expect(error?.code == code && text.contains(words), "\(what): \(text)", sourceLocation: sourceLocation)
      #expect(
        !text.contains("\n") && (text.contains(path) || error?.path == path), "\(text)", sourceLocation: sourceLocation)
    }
    if !describes { check("describe") { _ = try SQLiteStore.description(of: path) } }
    check("read") { _ = try SQLiteStore.open(path, model: library.model, access: .untouched) }
    check("write") { _ = try SQLiteStore.open(path, model: library.model) }
    #expect(try FolderState(library.folder.url).names == before.names, sourceLocation: sourceLocation)
    #expect(try FolderState(library.folder.url) == before, sourceLocation: sourceLocation)
  }

  private func write(_ data: Data) throws { try data.write(to: URL(fileURLWithPath: library.path)) }

  /// A store of a few pages, with nothing in its log.
  private func makeStore() throws {
    _ = try library.create()
    try execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
  }

  private func execute(_ sql: String) throws {
    let connection = try Connection(path: library.path, mode: .readWrite)
    for text in sql.split(separator: ";") {
      let statement = try connection.prepare(String(text))
      while try statement.step() {}
    }
  }

  @Test func otherFiles() throws {
    try write(Data())
    try expectRefusal(library.path, .notAStore, "is empty")
    try write(Data("Dear reader,\n".utf8))
    try expectRefusal(library.path, .notAStore, "is not an SQLite database")
    try write(Data("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n".utf8))
    try expectRefusal(library.path, .notAStore, "is a Git LFS pointer")
    try write(Data("SQLite format 3\0".utf8))
    try expectRefusal(library.path, .damaged, "is cut short: it has 16 bytes")
  }

  @Test func otherDatabases() throws {
    try Connection(path: library.path, mode: .create).execute("CREATE TABLE t (k); INSERT INTO t VALUES (1)")
    try expectRefusal(library.path, .notAStore, "not a Core Data store: it has no table Z_METADATA")
  }

  @Test func pathsOfOtherKinds() throws {
    try makeStore()
    try expectRefusal(library.folder.file("Nothing.sqlite").path, .fileSystem, "does not exist")
    let folder = library.folder.file("Folder.sqlite")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try expectRefusal(folder.path, .notAStore, "is a folder")
    for end in ["-wal", "-shm"] {
      let path = library.path + end
      try Data(repeating: 0, count: 64).write(to: URL(fileURLWithPath: path))
      try expectRefusal(path, .notAStore, "is the \(end) file of a store")
      try FileManager.default.removeItem(atPath: path)
    }
  }

  /// Opening a FIFO to look into it would wait for somebody to write.
  @Test(.timeLimit(.minutes(1))) func aFIFODoesNotHang() throws {
    let path = library.folder.file("Pipe.sqlite").path
    #expect(mkfifo(path, 0o600) == 0)
    try expectRefusal(path, .notAStore, "is not a regular file")
  }

  @Test func aTruncatedStore() throws {
    try makeStore()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: library.path))
    try write(bytes.prefix(bytes.count / 2))
    try expectRefusal(library.path, .damaged, "damaged")
    try write(bytes.prefix(4096))
    try expectRefusal(library.path, .damaged, "damaged")
  }

  @Test func brokenMetadata() throws {
    try makeStore()
    let sound = try Data(contentsOf: URL(fileURLWithPath: library.path))
    let cases: [(sql: String, code: StoreError.Code, words: String)] = [
      ("DELETE FROM Z_METADATA", .damaged, "no metadata"),
      ("INSERT INTO Z_METADATA VALUES (2, 'x', x'00')", .damaged, "2 rows of metadata"),
      ("UPDATE Z_METADATA SET Z_PLIST = NULL", .damaged, "Z_PLIST is empty"),
      ("UPDATE Z_METADATA SET Z_PLIST = 'text'", .damaged, "not a blob"),
      ("UPDATE Z_METADATA SET Z_PLIST = x'62706c6973743030'", .damaged, "Z_PLIST is not a"),
      ("UPDATE Z_METADATA SET Z_UUID = NULL", .damaged, "Z_UUID is not a text"),
      ("DROP TABLE Z_METADATA", .notAStore, "no table Z_METADATA"),
      ("ALTER TABLE Z_METADATA DROP COLUMN Z_PLIST", .database, "Z_PLIST"),
    ]
    for (sql, code, words) in cases {
      try execute(sql)
      try expectRefusal(library.path, code, words)
      try write(sound)
    }
  }

  @Test func hashesOfANewerVersion() throws {
    var metadata = StoreMetadata(newStoreWithHashes: [:], digest: "", checksum: "", identifiers: [])
    metadata.values[StoreMetadata.Key.hashesVersion] = .integer(4)
    try makeStore()
    let connection = try Connection(path: library.path, mode: .readWrite)
    try connection.withStatement("UPDATE Z_METADATA SET Z_PLIST = ?1") { statement in
      try statement.bind(try #require(try metadata.row().propertyList), at: 1)
      try statement.run()
    }
    try expectRefusal(library.path, .modelUnreadable, "hashes are of version 4")
  }

  @Test func aModelThatTheFileDoesNotFollow() throws {
    try makeStore()
    let sound = try Data(contentsOf: URL(fileURLWithPath: library.path))
    let cases: [(sql: String, code: StoreError.Code, words: String)] = [
      ("DROP TABLE ZSHELF", .damaged, "no table ZSHELF, which entity Shelf needs"),
      ("DROP TABLE Z_1TAGS", .damaged, "no join table Z_1TAGS, which Book.tags needs"),
      ("ALTER TABLE ZBOOK DROP COLUMN ZPAGES", .damaged, "no column ZPAGES, which Book.pages needs"),
      ("ALTER TABLE ZBOOK DROP COLUMN Z_FOK_SHELF", .damaged, "no column Z_FOK_SHELF, which Book.shelf needs"),
      ("ALTER TABLE ZTAG DROP COLUMN Z_OPT", .damaged, "no column Z_OPT"),
      ("DROP INDEX ZTAG_Z3FAVOURITES_INDEX; ALTER TABLE ZTAG DROP COLUMN Z3FAVOURITES", .damaged, "Shelf.favourites"),
      ("DROP TABLE Z_PRIMARYKEY", .damaged, "no table Z_PRIMARYKEY"),
      ("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 3", .modelDiffers, "no number 3, which is Shelf"),
      ("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Case' WHERE Z_ENT = 3", .modelDiffers, "3 is Case in Z_PRIMARYKEY and Shelf"),
      ("UPDATE Z_PRIMARYKEY SET Z_SUPER = 3 WHERE Z_ENT = 2", .modelDiffers, "parent of Magazine is number 3"),
      ("INSERT INTO Z_PRIMARYKEY VALUES (5, 'Zebra', 0, 0)", .modelDiffers, "5 is Zebra in Z_PRIMARYKEY and nothing"),
    ]
    for (sql, code, words) in cases {
      try execute(sql)
      try expectRefusal(library.path, code, words, describes: true)
      try write(sound)
    }
    // A migration renumbers a renamed sub-entity and keeps its old name.
    try execute("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Journal' WHERE Z_ENT = 2")
    _ = try SQLiteStore.open(library.path, model: library.model)
  }

  @Test func aBrokenCachedModelIsNotAMissingOne() throws {
    try makeStore()
    guard case .missing = try SQLiteStore.description(of: library.path).model else {
      Issue.record("a store without a cached model says otherwise")
      return
    }
    for content in ["x'00'", "x'0badcafe'", "zeroblob(2000)", "x''"] {
      try execute("DELETE FROM Z_MODELCACHE; INSERT INTO Z_MODELCACHE VALUES (\(content))")
      guard case .broken(let error) = try SQLiteStore.description(of: library.path).model else {
        Issue.record("\(content) is taken for a model or for none")
        continue
      }
      #expect(error.code == .modelUnreadable && error.message.contains("Z_MODELCACHE"))
    }
  }

  @Test(.enabled(if: Unprivileged.isPossible, "permissions bind nobody here"))
  func aFileWithoutWritePermission() throws {
    try makeStore()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: library.path)
    var request = SaveRequest()
    request.inserts = [library.insert("Tag", 0, ["name": .text("x")])]
    let before = try FolderState(library.folder.url)
    try Unprivileged.run {
      let store = try SQLiteStore.open(library.path, model: library.model)
      let error = #expect(throws: StoreError.self) { try store.save(request) }
      #expect(error?.code == .readOnly && "\(error?.description ?? "")".contains("permissions"))
      #expect(try store.count(FetchRequest(entity: library.number("Tag"))) == 0)
    }
    #expect(try FolderState(library.folder.url) == before)
    try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: library.path)
    Unprivileged.run {
      let error = #expect(throws: StoreError.self) { try SQLiteStore.open(library.path, model: library.model) }
      #expect(error?.code == .fileSystem && error?.message.contains("cannot be read") == true)
    }
  }

  @Test func aLockedStoreSaysSoInTime() throws {
    try makeStore()
    let other = try Connection(path: library.path, mode: .readWrite)
    try other.execute("BEGIN EXCLUSIVE")
    let clock = ContinuousClock()
    var error: StoreError?
    let time = clock.measure {
      error = #expect(throws: StoreError.self) {
        try SQLiteStore.open(library.path, model: library.model, busyTimeout: .milliseconds(200))
      }
    }
    #expect(error?.code == .locked && error?.message.contains(library.path) == true)
    #expect(time > .milliseconds(150) && time < .seconds(10))
    try other.execute("ROLLBACK")
    let store = try SQLiteStore.open(library.path, model: library.model, busyTimeout: .milliseconds(200))
    #expect(try store.count(FetchRequest(entity: library.number("Tag"))) == 0)
  }
}
