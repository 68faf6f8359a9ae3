import Foundation
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// Stores that are reached through a symbolic link: what lies beside them lies beside the file itself.
@Suite struct LinkedStoreTests {
  let library: LibraryStore
  private let link: String
  private let large = Data(repeating: 3, count: 200_000)

  init() throws {
    library = try LibraryStore()
    let folder = library.folder.file("links")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    link = folder.appendingPathComponent("Linked.sqlite").path
    // Over two links, one of them relative.
    let second = folder.appendingPathComponent("Second.sqlite").path
    try FileManager.default.createSymbolicLink(atPath: second, withDestinationPath: library.path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "Second.sqlite")
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: library.folder.file("links").path).sorted()
  }

  private func read(_ store: SQLiteStore) throws -> (isbn: String, scan: Data) {
    var found = ("", Data())
    try store.rows([1], of: library.number("Book")) { row in
      if case .text(let text) = row.value(library.field("Book", "isbn")) {
        found.0 = String(decoding: text, as: UTF8.self)
      }
      if case .blob(let bytes) = row.value(library.field("Book", "scan")) { found.1 = Data(bytes) }
    }
    return found
  }

  @Test(arguments: [SQLiteStore.Access.untouched, .readOnly, .readWrite])
  func logAndLargeValuesAreThoseOfTheFile(_ access: SQLiteStore.Access) throws {
    let store = try library.create()
    var request = SaveRequest()
    request.inserts = [library.insert("Book", 0, ["pages": .integer(1), "isbn": .text("a"), "scan": .blob(large)])]
    _ = try store.save(request)
    let writer = try Connection(path: library.path, mode: .readWrite)
    try writer.execute("PRAGMA wal_autocheckpoint = 0; UPDATE ZBOOK SET ZISBN = 'in the log'")
    #expect(try SQLiteStore.description(of: link).metadata.uuid == store.identifier)
    let linked = try SQLiteStore.open(link, model: library.model, access: access)
    #expect(try read(linked) == ("in the log", large))
    #expect(linked.path == link)
    #expect(try names() == ["Linked.sqlite", "Second.sqlite"])
  }

  @Test func aStoreIsMadeWhereALinkPoints() throws {
    func create() throws -> SQLiteStore {
      try SQLiteStore.create(
        link, model: library.model,
        metadata: StoreMetadata(newStoreWithHashes: [:], digest: "", checksum: "", identifiers: []), modelCache: nil,
        withHistory: false)
    }
    var request = SaveRequest()
    request.inserts = [library.insert("Book", 0, ["pages": .integer(1), "isbn": .text("a"), "scan": .blob(large)])]
    _ = try create().save(request)
    #expect(try read(SQLiteStore.open(library.path, model: library.model)) == ("a", large))
    #expect(try names() == ["Linked.sqlite", "Second.sqlite"])
    let error = #expect(throws: SQLiteStore.AlreadyThere.self) { try create() }
    #expect(error?.path == link)
  }

  @Test func aCircleIsAnErrorOfOneLine() throws {
    let circle = library.folder.file("circle").path
    try FileManager.default.createSymbolicLink(atPath: circle, withDestinationPath: circle)
    let error = #expect(throws: StoreError.self) { try SQLiteStore.description(of: circle) }
    #expect(error?.message.contains(circle) == true)
  }
}
