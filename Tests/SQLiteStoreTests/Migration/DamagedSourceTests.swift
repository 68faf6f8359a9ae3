import Foundation
import ModelDescription
import ModelEvolution
import SQLiteDriver
import TestKit
import Testing

@testable import SQLiteStore

/// Stores with links to rows that are not there, and without links that the model demands: a new file is sound, and what was
/// not is said.
@Suite struct DamagedSourceTests {
  private static let damage = """
    UPDATE ZBOOK SET ZSHELF = 99 WHERE Z_PK IN (1, 2, 3);
    UPDATE ZBOOK SET ZSHELF = NULL, Z_FOK_SHELF = NULL WHERE Z_PK IN (5, 6);
    UPDATE ZBOOK SET ZSEQUEL = 77 WHERE Z_PK = 4;
    UPDATE ZTAG SET Z3FAVOURITES = 98 WHERE Z_PK = 1;
    INSERT INTO Z_1TAGS VALUES (1, 88), (55, 2);
    """

  /// Every book must have a shelf; two have none.
  private static func library() throws -> MigrationLibrary {
    let library = try MigrationLibrary { $0.editRelationship("Book", "shelf") { $0.isOptional = false } }
    try Connection(path: library.path, mode: .readWrite).execute(damage)
    return library
  }

  private static let dangling = [
    "1 link of Book.sequel leads nowhere in the source; it is nil in the copy.",
    "3 links of Book.shelf lead nowhere in the source; they are nil in the copy.",
    "1 link of Shelf.favourites leads nowhere in the source; it is nil in the copy.",
    "2 links of Book.tags lead nowhere in the source; they are nil in the copy.",
  ]

  private static func damages(_ path: String, _ model: ResolvedModel) throws -> [StoreDamage.Kind] {
    try SQLiteStore.examine(path, model: model).map(\.kind)
  }

  @Test func aCopyMigrationLeavesOutWhatLeadsNowhere() throws {
    let library = try Self.library()
    #expect(try Self.damages(library.path, library.model).contains { [.danglingKey, .danglingLink].contains($0) })
    let destination = try library.changed { $0.edit("Book") { $0.attributes.removeAll { $0.name == "note" } } }
    let report = try library.migrate(to: destination)
    #expect(report.mode == .copy)
    let orphans = "5 rows have no Book.shelf, which both models demand."
    #expect(Set(report.notes) == Set(Self.dangling + [orphans]), "\(report.notes)")
    #expect(report.dropped.allSatisfy { !$0.contains("link") }, "\(report.dropped)")
    let links = report.links.map { "\($0.relationship) \($0.before) \($0.after)" }
    #expect(links.contains("Book.shelf 23 20") && links.contains("Book.tags 40 38"), "\(links)")
    #expect(
      try library.column("SELECT Z_PK FROM ZBOOK WHERE ZSHELF IS NULL AND Z_FOK_SHELF IS NOT NULL OR ZSEQUEL = 77")
        == [])
    #expect(try !Self.damages(library.path, destination).contains { [.danglingKey, .danglingLink].contains($0) })
  }

  /// Links that come into another form are gone through one by one.
  @Test func soDoesAnotherForm() throws {
    let library = try Self.library()
    let destination = try library.changed {
      $0.editRelationship("Book", "shelf") { $0 = MigrationRelationshipTests.toMany("shelf", "Shelf", "books") }
      $0.editRelationship("Book", "tags") { $0 = MigrationRelationshipTests.toOne("tags", "Tag", "books") }
    }
    let report = try library.migrate(to: destination)
    for line in Self.dangling where !line.contains("sequel") {
      #expect(report.notes.contains(line), "\(line) of \(report.notes)")
    }
    #expect(report.links.contains { $0.relationship == "Book.shelf" && $0.before == 23 && $0.after == 20 })
    #expect(try !Self.damages(library.path, destination).contains { [.danglingKey, .danglingLink].contains($0) })
  }

  /// In place only what is new is written.
  @Test func inPlaceTheyStay() throws {
    let library = try Self.library()
    let before = try Self.damages(library.path, library.model)
    let destination = try library.changed {
      $0.edit("Book") { $0.attributes.append(.init(name: "rating", type: .integer16, isOptional: true)) }
    }
    let report = try library.migrate(to: destination)
    #expect(report.mode == .inPlace)
    #expect(try Self.damages(library.path, destination) == before)
  }

  @Test func aCopiedStoreGoesWithoutThem() throws {
    let library = try Self.library()
    let folder = try TemporaryFolder()
    let place = folder.file("Copy.sqlite").path
    let before = try FolderState(library.folder.url)
    let copy = try StoreCopy(library.path, from: library.model, to: library.model, scratch: folder.url)
    // Said before anything is written, too.
    #expect(Set(copy.notes.remarks) == Set(Self.dangling), "\(copy.notes.remarks)")
    try copy.makeStore(place)
    #expect(
      Set(copy.notes.remarks) == Set(Self.dangling + ["5 rows have no Book.shelf, which both models demand."]),
      "\(copy.notes.remarks)")
    #expect(try !Self.damages(place, library.model).contains { [.danglingKey, .danglingLink].contains($0) })
    #expect(try FolderState(library.folder.url) == before)
    #expect(try MigrationLibrary.column("SELECT count(*), count(ZSHELF) FROM ZBOOK", place) == ["25|20"])
  }
}
