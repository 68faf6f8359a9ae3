import Foundation
import ModelDescription
import QueryModel
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// Sound files with rows that are not, and files with pages of noise.
@Suite struct BadRowTests {
  let library: LibraryStore

  init() throws {
    library = try LibraryStore()
    let store = try library.create()
    var request = SaveRequest()
    request.inserts = (0..<30).map {
      library.insert("Book", $0, ["pages": .integer(Int64($0)), "isbn": .text("\($0)"), "bought": .real(0.5)])
    }
    _ = try store.save(request)
  }

  @Test(arguments: [
    ("ZPAGES = 'seven'", "Book.pages of row 5 is a text in column ZPAGES of ZBOOK", "pages"),
    ("ZPAGES = 1.5", "Book.pages of row 5 is a real number", "pages"),
    ("ZBOUGHT = x'0102'", "Book.bought of row 5 is a blob", "bought"),
    ("ZPRICE = x'00'", "Book.price of row 5 is a blob", "price"),
    ("ZISBN = x'41'", "Book.isbn of row 5 is a blob", "isbn"),
    ("ZSCAN = 12", "Book.scan of row 5 is an integer", "scan"),
    ("ZSHELF = 'top'", "Book.shelf of row 5 is a text", "shelf"),
  ])
  func aValueOfAnotherTypeIsNamed(_ assignment: String, _ words: String, _ property: String) throws {
    try Connection(path: library.path, mode: .readWrite).execute("UPDATE ZBOOK SET \(assignment) WHERE Z_PK = 5")
    let store = try SQLiteStore.open(library.path, model: library.model)
    var read = 0
    let error = #expect(throws: StoreError.self) {
      try store.fetch(FetchRequest(entity: library.number("Book"))) { row in
        for field in library.model.entity(named: "Book")?.fields.indices ?? 0..<0 { _ = row.value(field) }
        read += 1
      }
    }
    #expect(error?.code == .damaged && error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error?.entityName == "Book" && error?.propertyName == property)
    #expect(read == 5)
    // Who does not look at the value is not bothered.
    try store.rows([5], of: library.number("Book")) { read += Int($0.primaryKey()) }
    #expect(read == 10)
  }

  @Test(arguments: [Int64.max, nil])
  func aRowWhoseVersionIsUsedUpIsNamed(_ version: Int64?) throws {
    try Connection(path: library.path, mode: .readWrite).execute(
      "UPDATE ZBOOK SET Z_OPT = 9223372036854775807 WHERE Z_PK = 5")
    let store = try SQLiteStore.open(library.path, model: library.model)
    var request = SaveRequest()
    request.updates = [
      .init(key: library.key("Book", 5), version: version, values: [(library.field("Book", "pages"), .integer(1))])
    ]
    let error = #expect(throws: StoreError.self) { try store.save(request) }
    #expect(error?.code == .damaged && error?.entityName == "Book" && error?.message.contains("Book 5") == true)
    #expect(try library.sql("SELECT Z_OPT, ZPAGES FROM ZBOOK WHERE Z_PK = 5") == ["9223372036854775807|4"])
  }

  @Test func aPositionThatIsUsedUpIsNamed() throws {
    let store = try SQLiteStore.open(library.path, model: library.model)
    var request = SaveRequest()
    request.inserts = [library.insert("Shelf", 0, [:])]
    _ = try store.save(request)
    try Connection(path: library.path, mode: .readWrite).execute(
      "UPDATE ZBOOK SET ZSHELF = 1, Z_FOK_SHELF = 9223372036854775807 WHERE Z_PK = 5")
    request = SaveRequest()
    let shelf = StoredValue.reference(library.key("Shelf", 1))
    request.updates = [
      .init(key: library.key("Book", 6), version: nil, values: [(library.field("Book", "shelf"), shelf)])
    ]
    let error = #expect(throws: StoreError.self) { try store.save(request) }
    #expect(error?.code == .damaged && error?.message.contains("Z_FOK_SHELF") == true)
  }

  @Test func aRowOfAnotherFamilyIsNamed() throws {
    try Connection(path: library.path, mode: .readWrite).execute("UPDATE ZBOOK SET Z_ENT = 4 WHERE Z_PK = 5")
    let store = try SQLiteStore.open(library.path, model: library.model)
    let error = #expect(throws: StoreError.self) {
      try store.fetch(FetchRequest(entity: library.number("Book"))) { _ = $0.entity() }
    }
    #expect(error?.message.contains("Row 5 of ZBOOK states the entity number 4") == true)
  }

  /// Whatever is in the pages: an error of the contract or an answer.
  @Test func pagesOfNoise() throws {
    let connection = try Connection(path: library.path, mode: .readWrite)
    _ = try connection.text("PRAGMA wal_checkpoint(TRUNCATE)")
    _ = try connection.text("PRAGMA journal_mode = DELETE")
    let sound = try Data(contentsOf: URL(fileURLWithPath: library.path))
    var (refused, answered) = (0, 0)
    var random = SeededGenerator(seed: 7)
    let rounds = FullRun.isOn ? 2000 : 120
    for round in 0..<rounds {
      var bytes = sound
      if round.isMultiple(of: 2) {
        let page = Int.random(in: 0..<(bytes.count / 4096), using: &random)
        for index in 0..<4096 where page > 0 || index > 100 {
          bytes[page * 4096 + index] = UInt8.random(in: 0...255, using: &random)
        }
      } else {
        for _ in 0..<Int.random(in: 1...40, using: &random) {
          bytes[Int.random(in: 16..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      }
      let folder = try TemporaryFolder()
      let path = folder.file("Noise.sqlite").path
      try bytes.write(to: URL(fileURLWithPath: path))
      let before = try FolderState(folder.url)
      do {
        _ = try SQLiteStore.description(of: path)
        let store = try SQLiteStore.open(path, model: library.model, access: .untouched)
        for entity in library.model.entities {
          var keys: [Int64] = []
          try store.fetch(FetchRequest(entity: entity.number)) { row in
            for field in entity.fields.indices { _ = row.value(field) }
            keys.append(row.primaryKey())
          }
          for toMany in entity.toManys {
            try store.related(toMany.name, of: entity.number, owners: keys) { _, row in _ = row.entity() }
          }
        }
        answered += 1
      } catch let error as StoreError {
        refused += 1
        #expect(!"\(error)".contains("\n"))
      }
      #expect(try FolderState(folder.url) == before)
      // A writer may succeed or be refused.
      if let store = try? SQLiteStore.open(path, model: library.model) {
        var request = SaveRequest()
        request.inserts = [library.insert("Tag", 0, ["name": .text("x")])]
        do { _ = try store.save(request) } catch { #expect(error is StoreError) }
      }
    }
    print("stores with noise: \(refused) refused, \(answered) answered, of \(rounds)")
    #expect(refused > rounds / 4 && refused + answered == rounds)
  }
}
