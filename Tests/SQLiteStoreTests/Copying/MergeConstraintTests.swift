import Foundation
import ModelDescription
import TestKit
import Testing

@testable import SQLiteStore

/// Values that no two objects may share, in a merge.
@Suite struct MergeConstraintTests {
  private func made(unique constraint: [String]) throws -> MergeLibrary {
    try MergeLibrary { $0.edit("Book") { $0.uniquenessConstraints = [constraint] } }
  }

  /// Nothing is written, and the dry run says the same.
  private func expectRefusal(_ library: MergeLibrary, _ lines: [String]) throws {
    let state = try StoreDump(library.path("b"))
    for writes in [false, true] {
      let error = #expect(throws: CopyRefusal.self) { try library.merge("a", into: "b", writes: writes) }
      let refusal = try #require(error)
      #expect(refusal.findings.map { "\($0)" } == lines, "\(refusal)")
      #expect(
        refusal.message == "The objects of \(library.path("a")) cannot be inserted: others of \(library.path("b")) have"
          + " values that must be unique.")
    }
    #expect(try StoreDump(library.path("b")) == state)
  }

  @Test func aValueOfAnotherObjectIsToldBeforehand() throws {
    let library = try made(unique: ["title"])
    try library.fill("a").close()
    try library.fill("b", books: 10).close()
    // A book that the source does not have has the title of one that is to be inserted.
    try library.change("b", "UPDATE ZBOOK SET ZISBN = 'other', ZTITLE = 'Title 20' WHERE Z_PK = 3")
    try expectRefusal(
      library,
      [
        "Book.title: row 21 of the source has 'Title 20', which no two objects may have and row 3 of the destination has"
      ])
    // An object that is there keeps its value, whatever the source's is.
    try library.change("b", "UPDATE ZBOOK SET ZTITLE = 'another' WHERE Z_PK = 3")
    try library.change("a", "UPDATE ZBOOK SET ZTITLE = 'aside' WHERE Z_PK = 1")
    try library.change("b", "UPDATE ZBOOK SET ZTITLE = 'aside' WHERE Z_PK = 2")
    try library.merge("a", into: "b")
    #expect(try library.column("SELECT count(*) FROM ZBOOK", "b") == ["31"])
    #expect(try SQLiteStore.examine(library.path("b"), model: library.model) == [])
  }

  /// Objects of two entities are never the same one, and share the index.
  @Test func theKeyOfAnotherEntityIsTaken() throws {
    let library = try made(unique: ["isbn"])
    try library.fill("a").close()
    try library.fill("b", books: 3).close()
    try library.change("b", "UPDATE ZBOOK SET ZISBN = 'isbn 3' WHERE Z_PK = 2")
    try expectRefusal(
      library,
      ["Book.isbn: row 4 of the source has 'isbn 3', which no two objects may have and row 2 of the destination has"])
  }

  @Test func manyAreCounted() throws {
    let library = try made(unique: ["title"])
    try library.fill("a").close()
    try library.fill("b").close()
    try library.change("b", "UPDATE ZBOOK SET ZISBN = 'other ' || Z_PK")
    let error = #expect(throws: CopyRefusal.self) { try library.merge("a", into: "b", writes: false) }
    let findings = try #require(error).findings
    #expect(findings.count == 21 && findings.reduce(0) { $0 + $1.rowCount } == 30, "\(findings)")
    #expect(findings.last?.what == "10 more objects of the source have what others of the destination have")
  }

  /// What a to-one leads to has another key in each store.
  @Test(arguments: [true, false]) func aRelationshipIsComparedByWhatItLeadsTo(_ isSame: Bool) throws {
    let library = try made(unique: ["title", "owner"])
    try library.fill("a").close()
    try library.fill("b", books: 10).close()
    // Persons 0 and 1 change their places; book 20 is person 0's.
    try library.change(
      "b",
      "UPDATE ZPERSON SET ZNAME = CASE Z_PK WHEN 1 THEN 'Person 1' ELSE 'Person 0' END WHERE Z_PK IN (1, 2)",
      "UPDATE ZBOOK SET ZISBN = 'other', ZTITLE = 'Title 20', ZOWNER = \(isSame ? 2 : 1) WHERE Z_PK = 3")
    guard !isSame else {
      return try expectRefusal(
        library,
        [
          "Book.title, owner: row 21 of the source has 'Title 20', 2, which no two objects may have and row 3 of the"
            + " destination has"
        ])
    }
    try library.merge("a", into: "b")
    #expect(try library.column("SELECT count(*) FROM ZBOOK", "b") == ["31"])
  }

  @Test func noValueIsLikeNoOther() throws {
    let library = try made(unique: ["title", "price"])
    try library.fill("a").close()
    try library.fill("b", books: 10).close()
    try library.change("a", "UPDATE ZBOOK SET ZPRICE = NULL WHERE Z_PK = 21")
    try library.change(
      "b", "UPDATE ZBOOK SET ZISBN = 'other', ZTITLE = 'Title 20', ZPRICE = NULL WHERE Z_PK = 3")
    try library.merge("a", into: "b")
    #expect(try library.column("SELECT count(*) FROM ZBOOK WHERE ZTITLE = 'Title 20'", "b") == ["2"])
  }
}
