import Foundation
import QueryModel
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// Large values through edits, deletions, failures and a store opened anew.
@Suite struct ExternalStorageTests {
  let library: LibraryStore
  private let large = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0) })

  init() throws {
    library = try LibraryStore()
    _ = try library.create()
  }

  private var folder: String { library.folder.file(".Library_SUPPORT/_EXTERNAL_DATA").path }

  private func files() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

  private func open() throws -> SQLiteStore { try SQLiteStore.open(library.path, model: library.model) }

  private func write(_ data: Data?, key: Int64? = nil, version: Int64? = nil) throws {
    var request = SaveRequest()
    let value = data.map { StoredValue.blob($0) } ?? .null
    if let key {
      request.updates = [
        .init(key: library.key("Book", key), version: version, values: [(library.field("Book", "scan"), value)])
      ]
    } else {
      request.inserts = [library.insert("Book", 0, ["pages": .integer(1), "scan": value])]
    }
    _ = try open().save(request)
  }

  private func read(_ key: Int64) throws -> Data? {
    var found: Data?
    try open().rows([key], of: library.number("Book")) { row in
      if case .blob(let bytes) = row.value(library.field("Book", "scan")) { found = Data(bytes) }
    }
    return found
  }

  @Test func aFileLivesAsLongAsItsValue() throws {
    try write(large)
    let first = files()
    #expect(first.count == 1 && first[0] == first[0].uppercased())
    let name = try #require(first.first)
    #expect(FileManager.default.contents(atPath: "\(folder)/\(name)") == large)
    let expected = "02" + Data(name.utf8).map { String(format: "%02X", $0) }.joined() + "00"
    #expect(try library.sql("SELECT hex(ZSCAN) FROM ZBOOK") == [expected])
    #expect(try read(1) == large)
    let other = Data(large.reversed())
    try write(other, key: 1, version: 1)
    #expect(files().count == 1 && files() != first)
    #expect(try read(1) == other)
    try write(nil, key: 1)
    #expect(files().isEmpty)
    #expect(try read(1) == nil)
    try write(large, key: 1)
    var request = SaveRequest()
    request.deletes = [.init(key: library.key("Book", 1), version: nil)]
    _ = try open().save(request)
    #expect(files().isEmpty)
    #expect(try library.sql("SELECT count(*) FROM ZBOOK") == ["0"])
  }

  @Test func aFailedSaveLeavesTheFilesAlone() throws {
    try write(large)
    let before = files()
    let error = #expect(throws: StoreError.self) { try write(Data(large.reversed()), key: 1, version: 9) }
    #expect(error?.code == .conflict)
    #expect(files() == before)
    #expect(try read(1) == large)
  }

  /// Rows that exchange unique values are updated twice.
  @Test func anExchangeLeavesNoFileBehind() throws {
    var request = SaveRequest()
    request.inserts = ["a", "b"].enumerated().map { index, isbn in
      library.insert("Book", index, ["pages": .integer(1), "isbn": .text(isbn), "scan": .blob(large)])
    }
    _ = try open().save(request)
    let other = Data(large.reversed())
    request = SaveRequest()
    request.updates = ["b", "a"].enumerated().map { index, isbn in
      SaveRequest.Update(
        key: library.key("Book", Int64(index + 1)), version: 1,
        values: [(library.field("Book", "isbn"), .text(isbn)), (library.field("Book", "scan"), .blob(other))])
    }
    _ = try open().save(request)
    #expect(try library.sql("SELECT ZISBN FROM ZBOOK ORDER BY Z_PK") == ["b", "a"])
    #expect(try read(1) == other)
    #expect(try read(2) == other)
    #expect(files().count == 2)
  }

  @Test func aFolderThatCannotBeWrittenIsAnErrorOfTheSave() throws {
    try Data("in the way".utf8).write(to: library.folder.file(".Library_SUPPORT"))
    let error = #expect(throws: StoreError.self) { try write(large) }
    #expect(error?.code == .fileSystem && error?.message.contains("_SUPPORT") == true)
    #expect(try library.sql("SELECT count(*), (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1) FROM ZBOOK") == ["0|0"])
  }

  @Test func aValueWhoseFileIsGoneReadsAsNothing() throws {
    try write(large)
    try FileManager.default.removeItem(atPath: "\(folder)/\(try #require(files().first))")
    #expect(try read(1) == nil)
    try write(Data([1]), key: 1)
    #expect(try read(1) == Data([1]))
  }
}
