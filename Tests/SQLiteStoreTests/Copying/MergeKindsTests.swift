import Foundation
import ModelDescription
import SQLiteDriver
import TestKit
import Testing

@testable import SQLiteStore

/// Every kind of property in a merge.
@Suite struct MergeKindsTests {
  private static let keys = ["Book": ["title"], "Shelf": ["name"], "Tag": ["name"]]

  /// An empty store gets the keys of the source too, so that all can be compared.
  @Test func everyKindOfPropertyIsTakenOver() throws {
    let library = try CopyLibrary()
    let target = try SQLiteStore.create(
      library.place, model: library.model, metadata: StoreMetadata(newStoreOf: library.model),
      modelCache: SQLiteStore.modelCache(of: library.model, namesDefaultConfiguration: true), withHistory: true)
    let counts = try library.copy(options: CopyOptions(batch: 6)).merge(
      into: library.place, keys: MergeKeys(Self.keys, model: library.model))
    #expect(counts.map { "\($0.entity) \($0.copied)" } == ["Book 20", "Magazine 5", "Shelf 4", "Tag 6"])
    var (old, new) = try (ContentDump(library.path, library.model), ContentDump(library.place, library.model))
    // Files have names of their own in each store.
    for entity in ["Book", "Magazine"] {
      for key in (old.rows[entity] ?? [:]).keys where key == 7 {
        #expect(old.rows[entity]?[key]?["cover"] != new.rows[entity]?[key]?["cover"])
        old.rows[entity]?[key]?["cover"] = nil
        new.rows[entity]?[key]?["cover"] = nil
      }
    }
    #expect(old == new)
    let kinds = Set(old.rows.values.flatMap(\.values).flatMap { $0.filter { $0.value != "null NULL" }.keys })
    #expect(kinds.count == 20, "\(kinds.sorted())")
    #expect(try SQLiteStore.examine(library.place, model: library.model) == [])
    #expect(library.externalFiles().count == 1)
    _ = target
  }

  /// Keys in columns where values have several forms, and a key that only descendants have.
  @Test(arguments: [["price"], ["code"], ["added"], ["pages", "kind.kind"]])
  func keysOfSeveralTypes(_ key: [String]) throws {
    let library = try CopyLibrary()
    let file = try Connection(path: library.path, mode: .readWrite)
    try file.registerStoreFunctions()
    let columns = ["price": "ZPRICE", "code": "ZCODE", "added": "ZADDED"]
    if let column = key.first.flatMap({ columns[$0] }) {
      let value =
        column == "ZCODE" ? "CAST(substr('0123456789abcdef', 1, 14) || printf('%02d', Z_PK) AS BLOB)" : "Z_PK * 1.5"
      try file.execute("UPDATE ZBOOK SET \(column) = \(value)")
    }
    try SQLiteStore.copy(library.path, to: library.place)
    let other = try Connection(path: library.place, mode: .readWrite)
    try other.registerStoreFunctions()
    try other.execute("DELETE FROM ZBOOK WHERE Z_PK IN (11, 12); UPDATE ZBOOK SET ZTITLE = 'kept' WHERE Z_PK = 3")
    var keys = Self.keys
    keys["Book"] = key
    let counts = try library.copy().merge(into: library.place, keys: MergeKeys(keys, model: library.model))
    #expect(counts.map { "\($0.entity) \($0.copied) \($0.found)" }.prefix(2) == ["Book 2 18", "Magazine 0 5"])
    #expect(try CopyLibrary.column("SELECT count(*) FROM ZBOOK", library.place) == ["25"])
    #expect(try CopyLibrary.column("SELECT ZTITLE FROM ZBOOK WHERE Z_PK = 3", library.place) == ["kept"])
  }
}
