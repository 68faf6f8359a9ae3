import Foundation
import ModelDescription
import ModelEvolution
import SQLiteDriver
import TestKit
import Testing

@testable import SQLiteStore

/// Relationships in other forms: links are kept as far as the new form can hold them, and counted.
@Suite struct MigrationRelationshipTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var change: @Sendable (inout ModelDescription) -> Void
    var expected: [(sql: String, lines: [String])]
    var links: [String]
    var testDescription: String { name }

    init(
      _ name: String, _ change: @escaping @Sendable (inout ModelDescription) -> Void,
      _ expected: [(sql: String, lines: [String])], links: [String]
    ) {
      (self.name, self.change, self.expected, self.links) = (name, change, expected, links)
    }
  }

  static let cases: [Case] = [
    Case(
      "a one-to-many becomes many-to-many and keeps the order",
      { $0.editRelationship("Book", "shelf") { $0 = toMany("shelf", "Shelf", "books") } },
      [("SELECT count(*) FROM Z_1SHELF", ["21"])], links: ["Book.shelf 21 21"]),
    Case(
      "a many-to-many becomes one-to-many: the first of each is kept",
      { $0.editRelationship("Book", "tags") { $0 = toOne("tags", "Tag", "books") } },
      [
        ("SELECT count(ZTAGS), min(Z_PK) FROM ZBOOK", ["25|1"]),
        ("SELECT Z_PK, ZTAGS FROM ZBOOK WHERE Z_PK < 6", ["1|1", "2|4", "3|3", "4|2", "5|1"]),
      ], links: ["Book.tags 38 25"]),
    Case(
      "a one-to-one becomes one-to-many",
      { $0.editRelationship("Book", "prequel") { $0 = toMany("prequel", "Book", "sequel") } },
      [("SELECT count(ZSEQUEL), count(Z1_SEQUEL) FROM ZBOOK", ["6|6"])], links: ["Book.sequel 6 6"]),
    Case(
      "a one-to-many becomes one-to-one: each shelf keeps its first book",
      { $0.editRelationship("Shelf", "books") { $0 = toOne("books", "Book", "shelf") } },
      [
        ("SELECT count(ZSHELF) FROM ZBOOK", ["4"]),
        (
          "SELECT s.Z_PK, b.Z_PK, s.Z1_BOOKS FROM ZSHELF AS s JOIN ZBOOK AS b ON b.ZSHELF = s.Z_PK AND s.ZBOOKS = b.Z_PK ORDER BY 1",
          ["1|20|1", "2|25|2", "3|22|2", "4|23|2"]
        ),
      ], links: ["Book.shelf 21 4", "Shelf.books 21 4"]),
    Case(
      "an unordered many-to-many becomes ordered",
      { $0.editRelationship("Book", "tags") { $0.isOrdered = true } },
      [("SELECT Z_4TAGS, Z_FOK_4TAGS FROM Z_1TAGS WHERE Z_1BOOKS = 1 ORDER BY 1", ["1|2048", "5|3072"])],
      links: ["Book.tags 38 38"]),
    Case(
      "an ordered one-to-many becomes unordered",
      { $0.editRelationship("Shelf", "books") { $0.isOrdered = false } },
      [("SELECT count(*) FROM pragma_table_info('ZBOOK') WHERE name LIKE 'Z_FOK%'", ["0"])],
      links: ["Book.shelf 21 21"]),
    Case(
      "a to-many without inverse gets one",
      {
        $0.editRelationship("Shelf", "favourites") { $0.inverseName = "fan" }
        $0.edit("Tag") { $0.relationships.append(toOne("fan", "Shelf", "favourites")) }
      },
      [("SELECT Z_PK, ZFAN FROM ZTAG WHERE ZFAN NOT NULL ORDER BY 1", ["1|1", "2|2", "3|1", "4|2"])],
      links: ["Tag.fan 4 4"]),
    Case(
      "an inverse goes away",
      {
        $0.editRelationship("Book", "shelf") { $0.inverseName = nil }
        $0.edit("Shelf") { $0.relationships.removeAll { $0.name == "books" } }
      },
      [("SELECT count(ZSHELF) FROM ZBOOK", ["21"])], links: ["Book.shelf 21 21"]),
    Case(
      "the to-one of a one-to-many goes away, and its inverse keeps the links",
      {
        $0.editRelationship("Shelf", "books") {
          $0.inverseName = nil
          $0.isOrdered = false
        }
        $0.edit("Book") { $0.relationships.removeAll { $0.name == "shelf" } }
      },
      [("SELECT count(Z3BOOKS) FROM ZBOOK", ["21"])], links: ["Shelf.books 21 21"]),
    Case(
      "a to-one becomes a to-many without inverse",
      {
        $0.editRelationship("Book", "sequel") { $0 = toMany("sequel", "Book", nil) }
        $0.edit("Book") { $0.relationships.removeAll { $0.name == "prequel" } }
      },
      [("SELECT count(Z1SEQUEL), min(Z_PK) FROM ZBOOK WHERE Z1SEQUEL NOT NULL", ["6|2"])], links: ["Book.sequel 6 6"]),
    Case(
      "a destination becomes a child of what it was: links to others fall away",
      {
        $0.editRelationship("Book", "sequel") {
          $0.destinationEntityName = "Magazine"; $0.inverseName = nil
        }
        $0.editRelationship("Book", "prequel") { $0.inverseName = nil }
      },
      [("SELECT count(ZSEQUEL), count(ZPREQUEL) FROM ZBOOK", ["0|6"])],
      links: ["Book.sequel 6 0", "Book.prequel 6 6"]),
    Case(
      "relationships are renamed on both sides",
      {
        $0.editRelationship("Book", "tags") {
          $0.name = "labels"; $0.renamingIdentifier = "tags"; $0.inverseName = "works"
        }
        $0.editRelationship("Tag", "books") {
          $0.name = "works"; $0.renamingIdentifier = "books"; $0.inverseName = "labels"
        }
      },
      [("SELECT count(*) FROM Z_1LABELS", ["38"])], links: ["Book.labels 38 38"]),
  ]

  static func toMany(_ name: String, _ destination: String, _ inverse: String?) -> RelationshipDescription {
    RelationshipDescription(name: name, destinationEntityName: destination, inverseName: inverse, isToMany: true)
  }

  static func toOne(_ name: String, _ destination: String, _ inverse: String?) -> RelationshipDescription {
    RelationshipDescription(name: name, destinationEntityName: destination, inverseName: inverse, isToMany: false)
  }

  @Test(arguments: cases) func aChange(_ test: Case) throws {
    let library = try MigrationLibrary()
    let destination = try library.changed(test.change)
    let mapping = ModelMapping.inferred(from: library.model, to: destination)
    #expect(mapping.obstacles.map(\.description) == [])
    let before = try ContentDump(library.path, library.model)
    let report = try library.migrate(to: destination)
    let after = try ContentDump(library.path, destination)
    for (sql, lines) in test.expected {
      let found = try library.column(sql)
      #expect(found == lines, "\(sql)")
    }
    let counts = report.links.map { "\($0.relationship) \($0.before) \($0.after)" }
    for line in test.links { #expect(counts.contains(line), "\(counts)") }
    if test.links.allSatisfy({ $0.split(separator: " ")[1] == $0.split(separator: " ")[2] }) {
      #expect(before.losses(in: after, mapping) == [])
    }
    try MigrationKindTests.checkFile(library, destination, mode: report.mode)
  }

  /// Members get the order of their keys, with positions as new ones have them.
  @Test func anUnorderedOneToManyBecomesOrdered() throws {
    let library = try MigrationLibrary { $0.editRelationship("Shelf", "books") { $0.isOrdered = false } }
    let before = try ContentDump(library.path, library.model)
    let destination = try library.changed { $0.editRelationship("Shelf", "books") { $0.isOrdered = true } }
    let report = try library.migrate(to: destination)
    let after = try ContentDump(library.path, destination)
    #expect(before.members["Shelf.books"]?.mapValues { $0.sorted() } == after.members["Shelf.books"])
    #expect(
      try library.column("SELECT Z_PK, Z_FOK_SHELF FROM ZBOOK WHERE ZSHELF = 2 ORDER BY 2")
        == ["1|2048", "5|3072", "9|4096", "13|5120", "17|6144", "21|7168", "25|8192"])
    #expect(before.losses(in: after, .inferred(from: library.model, to: destination)) == [])
    #expect(report.notes.contains("The members of Shelf.books are numbered in the order of their keys."))
    #expect(report.links.contains { $0.relationship == "Book.shelf" && $0.before == 21 && $0.after == 21 })
    try MigrationKindTests.checkFile(library, destination, mode: report.mode)
  }

  /// The members stay, their order goes, and the report counts it.
  @Test func anOrderedManyToManyBecomesUnordered() throws {
    let library = try MigrationLibrary { $0.editRelationship("Book", "tags") { $0.isOrdered = true } }
    let before = try ContentDump(library.path, library.model)
    let destination = try library.changed { $0.editRelationship("Book", "tags") { $0.isOrdered = false } }
    let report = try library.migrate(to: destination)
    let after = try ContentDump(library.path, destination)
    #expect(before.losses(in: after, .inferred(from: library.model, to: destination)) == [])
    #expect(try library.column("SELECT count(*) FROM pragma_table_info('Z_1TAGS') WHERE name LIKE 'Z_FOK%'") == ["0"])
    #expect(report.links.contains { $0.relationship == "Book.tags" && $0.before == 38 && $0.after == 38 })
    #expect(report.dropped.contains("38 places in the order of Book.tags"), "\(report.dropped)")
    #expect(report.notes.contains("The order of Book.tags is not kept."))
    try MigrationKindTests.checkFile(library, destination, mode: report.mode)
  }

  /// Apple's order keys are kept, and a join table has them too.
  @Test func theOrderOfAShelfSurvivesAManyToMany() throws {
    let library = try MigrationLibrary()
    let before = try ContentDump(library.path, library.model)
    let destination = try library.changed {
      $0.editRelationship("Book", "shelf") { $0 = Self.toMany("shelf", "Shelf", "books") }
    }
    try library.migrate(to: destination)
    let after = try ContentDump(library.path, destination)
    #expect(before.members["Shelf.books"]?.count == 4)
    #expect(after.members["Shelf.books"] == before.members["Shelf.books"])
  }
}
