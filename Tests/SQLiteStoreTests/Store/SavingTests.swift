import Foundation
import QueryModel
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

@Suite struct SavingTests {
  let library: LibraryStore

  init() throws { library = try LibraryStore() }

  /// A shelf with three books, the last a magazine; two tags on the first.
  private func filled(withHistory: Bool = false) throws -> SQLiteStore {
    let store = try library.create(withHistory: withHistory)
    var request = SaveRequest()
    let shelf = StoredValue.reference(library.key("Shelf", -1))
    request.inserts = [
      library.insert("Shelf", 0, [:]),
      library.insert(
        "Book", 1,
        ["isbn": .text("a"), "pages": .integer(7), "price": .text("1.5"), "bought": .real(60), "shelf": shelf]),
      library.insert("Book", 2, ["isbn": .text("b"), "pages": .integer(8), "shelf": shelf]),
      library.insert("Magazine", 3, ["pages": .integer(9), "issue": .integer(3), "shelf": shelf]),
      library.insert("Tag", 4, ["name": .text("old")]),
      library.insert("Tag", 5, ["name": .text("new")]),
    ]
    request.links = [
      .init(
        owner: library.key("Book", -2), relationship: "tags", added: [library.key("Tag", -5), library.key("Tag", -6)]),
      .init(owner: library.key("Shelf", -1), relationship: "favourites", added: [library.key("Tag", -6)]),
    ]
    let result = try store.save(request)
    #expect(result.insertedKeys == [1, 1, 2, 3, 1, 2])
    return store
  }

  @Test func rowsHaveApplesForm() throws {
    _ = try filled()
    #expect(
      try library.sql(
        "SELECT Z_PK, Z_ENT, Z_OPT, ZISBN, ZPAGES, typeof(ZPRICE), typeof(ZBOUGHT), ZSHELF, Z_FOK_SHELF FROM ZBOOK")
        == [
          "1|1|1|a|7|real|integer|1|2048", "2|1|1|b|8|null|null|1|3072", "3|2|1|-|9|null|null|1|4096",
        ])
    #expect(
      try library.sql("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY") == [
        "1|Book|0|3", "2|Magazine|1|0", "3|Shelf|0|1", "4|Tag|0|2",
      ])
    #expect(try library.sql("SELECT Z_PK, Z3FAVOURITES FROM ZTAG") == ["1|-", "2|1"])
    #expect(try library.sql("PRAGMA integrity_check") == ["ok"])
  }

  @Test func fetchedValuesAreThoseSaved() throws {
    let store = try filled()
    var seen: [String] = []
    let (isbn, pages) = (library.field("Book", "isbn"), library.field("Book", "pages"))
    let request = FetchRequest(
      entity: library.number("Book"),
      predicate: .comparison(.greater, .path(.root, ["pages"]), .constant(.integer(7))))
    try store.fetch(request) { row in
      if case .integer(let count) = row.value(pages) {
        var name = "-"
        if case .text(let bytes) = row.value(isbn) { name = String(decoding: bytes, as: UTF8.self) }
        seen.append("\(row.entity()) \(row.primaryKey()) \(row.version()) \(name) \(count)")
      }
    }
    #expect(seen == ["1 2 1 b 8", "2 3 1 - 9"])
    #expect(try store.count(request) == 2)
    #expect(try store.count(FetchRequest(entity: library.number("Magazine"))) == 1)
    var keys: [Int64] = []
    try store.related("tags", of: library.number("Book"), owners: [1, 2]) { _, row in keys.append(row.primaryKey()) }
    try store.related("books", of: library.number("Shelf"), owners: [1]) { _, row in keys.append(row.primaryKey()) }
    #expect(keys == [1, 2, 1, 2, 3])
    keys = []
    // In any order.
    try store.rows([3, 99, 1], of: library.number("Book")) { keys.append($0.primaryKey()) }
    #expect(keys.sorted() == [1, 3])
  }

  @Test func orderChangesTouchFewRows() throws {
    let store = try filled()
    var request = SaveRequest()
    request.links = [
      .init(
        owner: library.key("Shelf", 1), relationship: "books",
        order: [library.key("Magazine", 3), library.key("Book", 1), library.key("Book", 2)])
    ]
    _ = try store.save(request)
    #expect(
      try library.sql("SELECT Z_PK, Z_FOK_SHELF FROM ZBOOK ORDER BY Z_FOK_SHELF") == ["3|1024", "1|2048", "2|3072"])
  }

  @Test func aMemberThatIsGivenItsOwnerAgainKeepsItsPlace() throws {
    let store = try filled()
    func put(_ book: Int64, _ shelf: RowKey?) throws {
      var request = SaveRequest()
      let value = shelf.map { StoredValue.reference($0) } ?? .null
      request.updates = [
        .init(key: library.key("Book", book), version: nil, values: [(library.field("Book", "shelf"), value)])
      ]
      _ = try store.save(request)
    }
    func order() throws -> [String] {
      try library.sql("SELECT Z_PK, Z_FOK_SHELF FROM ZBOOK WHERE ZSHELF = 1 ORDER BY Z_FOK_SHELF")
    }
    try put(1, library.key("Shelf", 1))
    #expect(try order() == ["1|2048", "2|3072", "3|4096"])
    try put(1, nil)
    #expect(try library.sql("SELECT Z_PK FROM ZBOOK WHERE Z_FOK_SHELF IS NULL") == ["1"])
    try put(1, library.key("Shelf", 1))
    #expect(try order() == ["2|3072", "3|4096", "1|5120"])
    // A row that lost its position gets one.
    try Connection(path: library.path, mode: .readWrite).execute("UPDATE ZBOOK SET Z_FOK_SHELF = NULL WHERE Z_PK = 2")
    try put(2, library.key("Shelf", 1))
    #expect(try order() == ["3|4096", "1|5120", "2|6144"])
  }

  @Test func staleVersionsConflictAndNothingChanges() throws {
    let store = try filled()
    let before = try library.sql("SELECT * FROM ZBOOK")
    var request = SaveRequest()
    request.updates = [
      .init(key: library.key("Book", 1), version: 1, values: [(library.field("Book", "pages"), .integer(70))]),
      .init(key: library.key("Book", 2), version: 5, values: [(library.field("Book", "pages"), .integer(80))]),
    ]
    let error = #expect(throws: StoreError.self) { try store.save(request) }
    #expect(error?.code == .conflict && error?.propertyName == "pages")
    let pages = try library.sql("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 2")[0]
    #expect(error?.message.contains("Book 2 was changed by somebody else") == true, "\(String(describing: error))")
    #expect(error?.message.contains("pages is \(pages) in the file, and 80 here") == true)
    #expect(try library.sql("SELECT * FROM ZBOOK") == before)
    request.updates.removeLast()
    #expect(try store.save(request).updatedVersions == [2])
  }

  @Test func aSaveInsideOfASaveIsRefused() throws {
    let store = try filled()
    var request = SaveRequest()
    request.updates = [
      .init(key: library.key("Book", 1), version: 1, values: [(library.field("Book", "pages"), .integer(70))])
    ]
    let result = try store.savingTogether { save in
      let error = #expect(throws: StoreError.self) { try store.save(request) }
      #expect(error?.code == .locked)
      return try save.write(request)
    }
    #expect(result.updatedVersions == [2])
    #expect(try library.sql("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1") == ["70"])
  }

  @Test func refusedValuesNameTheProperty() throws {
    let store = try filled()
    let before = try library.sql("SELECT * FROM Z_PRIMARYKEY")
    func code(_ values: [String: StoredValue]) -> (StoreError.Code?, String?) {
      var request = SaveRequest()
      request.inserts = [library.insert("Book", 0, values)]
      let error = #expect(throws: StoreError.self) { try store.save(request) }
      return (error?.code, error?.propertyName)
    }
    #expect(code(["isbn": .text("a"), "pages": .integer(1)]) == (.constraintViolated, "isbn"))
    #expect(code(["pages": .integer(40_000)]) == (.invalidValue, "pages"))
    #expect(code(["isbn": .text("z")]) == (.invalidValue, "pages"))
    #expect(code(["pages": .text("1")]) == (.invalidValue, "pages"))
    #expect(try library.sql("SELECT * FROM Z_PRIMARYKEY") == before)
  }

  @Test func deletedRowsLeaveJoinTables() throws {
    let store = try filled()
    var request = SaveRequest()
    request.deletes = [
      .init(key: library.key("Book", 1), version: 1), .init(key: library.key("Shelf", 1), version: nil),
    ]
    _ = try store.save(request)
    #expect(try library.sql("SELECT Z_PK FROM ZBOOK ORDER BY Z_PK") == ["2", "3"])
    #expect(try library.sql("SELECT * FROM Z_1TAGS").isEmpty)
    #expect(try library.sql("SELECT Z_PK, Z3FAVOURITES FROM ZTAG") == ["1|-", "2|-"])
  }

  @Test func largeValuesLieBesideTheStore() throws {
    let store = try library.create()
    let large = Data(repeating: 9, count: 200_000)
    func put(_ data: Data, _ key: Int64?) throws {
      var request = SaveRequest()
      if let key {
        let scan = library.field("Book", "scan")
        request.updates = [.init(key: library.key("Book", key), version: nil, values: [(scan, .blob(data))])]
      } else {
        request.inserts = [library.insert("Book", 0, ["pages": .integer(1), "scan": .blob(data)])]
      }
      _ = try store.save(request)
    }
    func read() throws -> Data? {
      var found: Data?
      try store.rows([1], of: library.number("Book")) { row in
        if case .blob(let bytes) = row.value(library.field("Book", "scan")) { found = Data(bytes) }
      }
      return found
    }
    let folder = library.folder.file(".Library_SUPPORT/_EXTERNAL_DATA").path
    try put(large, nil)
    #expect(try read() == large)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    #expect(try library.sql("SELECT length(ZSCAN), substr(hex(ZSCAN), 1, 2) FROM ZBOOK") == ["38|02"])
    try put(Data([5]), 1)
    #expect(try read() == Data([5]))
    #expect(try library.sql("SELECT hex(ZSCAN) FROM ZBOOK") == ["0105"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func historyRecordsWhatASaveDid() throws {
    let store = try filled(withHistory: true)
    var request = SaveRequest()
    request.author = "me"
    request.updates = [
      .init(key: library.key("Book", 1), version: 1, values: [(library.field("Book", "isbn"), .text("c"))])
    ]
    request.deletes = [.init(key: library.key("Tag", 1), version: 1)]
    _ = try store.save(request)
    #expect(
      try library.sql("SELECT COUNT(*), MIN(Z_ENT), COUNT(Z_OPT) FROM ACHANGE WHERE ZTRANSACTIONID = 1") == [
        "6|16001|0"
      ])
    // Slots of Book: shelf, then bought, isbn, pages, price, scan, then tags.
    #expect(
      try library.sql(
        "SELECT ZCHANGETYPE, ZENTITY, ZENTITYPK, hex(ZCOLUMNS) FROM ACHANGE WHERE ZTRANSACTIONID = 2 ORDER BY Z_PK")
        == ["1|1|1|20", "2|4|1|"])
    #expect(
      try library.sql("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT IN (16001, 16002)") == [
        "16001|CHANGE|8", "16002|TRANSACTION|2",
      ])
    #expect(
      try library.sql("SELECT s.ZNAME FROM ATRANSACTION t JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS") == ["me"])
  }

  @Test func memoryStoresWorkAlike() throws {
    let store = try library.create(inMemory: true)
    var request = SaveRequest()
    request.inserts = [library.insert("Tag", 0, ["name": .text("x")])]
    _ = try store.save(request)
    var count = 0
    try store.fetch(FetchRequest(entity: library.number("Tag"))) { _ in
      count += try store.count(FetchRequest(entity: library.number("Tag")))
    }
    #expect(count == 1)
  }

  @Test(arguments: [1, 2, 3, 4])
  func orderKeysAscendAndKeepWhatTheyCan(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let current = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Bool.random(using: &random) ? Int64.random(in: 0...20, using: &random) * 7 : nil
      }
      let keys = OrderKeys.assign(current)
      #expect(keys.count == current.count)
      #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "\(current) → \(keys)")
    }
    #expect(OrderKeys.assign([nil, nil, nil]) == [2048, 3072, 4096])
    #expect(OrderKeys.assign([2048, nil, 3072]) == [2048, 2560, 3072])
  }
}
