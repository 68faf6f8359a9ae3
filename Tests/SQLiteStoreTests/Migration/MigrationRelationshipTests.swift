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
      [
        ("SELECT Z_1SHELF, count(*) FROM Z_1SHELF GROUP BY 1", [])
      ], links: ["Book.shelf 21 21"]),
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
      [("SELECT count(ZSEQUEL), count(Z1_SEQUEL) FROM ZBOOK", ["7|7"])], links: ["Book.sequel 7 7"]),
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
      [("SELECT Z_PK, ZFAN FROM ZTAG WHERE ZFAN NOT NULL", ["1|1", "2|2", "3|1", "4|2"])], links: ["Tag.fan 4 4"]),
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
      [("SELECT count(Z1SEQUEL), min(Z_PK) FROM ZBOOK WHERE Z1SEQUEL NOT NULL", ["7|2"])], links: ["Book.sequel 7 7"]),
    Case(
      "a destination becomes a child of what it was: links to others fall away",
      {
        $0.editRelationship("Book", "sequel") {
          $0.destinationEntityName = "Magazine"; $0.inverseName = nil
        }
        $0.editRelationship("Book", "prequel") { $0.inverseName = nil }
      },
      [("SELECT count(ZSEQUEL), count(ZPREQUEL) FROM ZBOOK", ["0|7"])],
      links: ["Book.sequel 7 0", "Book.prequel 7 7"]),
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
    for (sql, lines) in test.expected where !lines.isEmpty { #expect(try library.column(sql) == lines, "\(sql)") }
    let counts = report.links.map { "\($0.relationship) \($0.before) \($0.after)" }
    for line in test.links { #expect(counts.contains(line), "\(counts)") }
    if test.links.allSatisfy({ $0.split(separator: " ")[1] == $0.split(separator: " ")[2] }) {
      #expect(before.losses(in: after, mapping) == [])
    }
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
