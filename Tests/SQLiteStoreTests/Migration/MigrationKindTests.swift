import Foundation
import ModelDescription
import ModelEvolution
import SQLiteDriver
import TestKit
import Testing

@testable import SQLiteStore

/// Every kind of change, each with the rows that it must leave.
@Suite struct MigrationKindTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var mode: MigrationPlan.Mode
    var change: @Sendable (inout ModelDescription) -> Void
    /// Statements over the new file with the lines that they give.
    var expected: [(sql: String, lines: [String])]
    var testDescription: String { name }

    init(
      _ name: String, _ mode: MigrationPlan.Mode, _ change: @escaping @Sendable (inout ModelDescription) -> Void,
      _ expected: [(sql: String, lines: [String])]
    ) {
      (self.name, self.mode, self.change, self.expected) = (name, mode, change, expected)
    }
  }

  static let cases: [Case] = [
    Case(
      "an optional attribute is added", .inPlace,
      { $0.edit("Book") { $0.attributes.append(.init(name: "rating", type: .integer16, isOptional: true)) } },
      [("SELECT count(*), count(ZRATING) FROM ZBOOK", ["25|0"])]),
    Case(
      "a mandatory attribute with a default is added", .inPlace,
      {
        $0.edit("Book") {
          $0.attributes.append(.init(name: "rating", type: .integer16, defaultValue: .integer(3)))
          $0.attributes.append(.init(name: "word", type: .string, defaultValue: .string("it's")))
        }
      },
      [("SELECT ZRATING, ZWORD, count(*) FROM ZBOOK GROUP BY 1, 2", ["3|it's|25"])]),
    Case(
      "an attribute of a subentity with a default is added", .inPlace,
      {
        $0.edit("Magazine") {
          $0.attributes.append(.init(name: "glossy", type: .boolean, defaultValue: .boolean(true)))
        }
      },
      [("SELECT Z_ENT, ZGLOSSY, count(*) FROM ZBOOK GROUP BY 1, 2", ["1|-|20", "2|1|5"])]),
    Case(
      "an attribute is removed", .copy,
      { $0.edit("Book") { $0.attributes.removeAll { $0.name == "note" } } },
      [("SELECT count(*) FROM pragma_table_info('ZBOOK') WHERE name = 'ZNOTE'", ["0"])]),
    Case(
      "an attribute is renamed", .copy,
      {
        $0.editAttribute("Book", "title") {
          $0.name = "heading"
          $0.renamingIdentifier = "title"
        }
      },
      [("SELECT ZHEADING FROM ZBOOK WHERE Z_PK IN (1, 25)", ["Title 1", "Title 25"])]),
    Case(
      "two attributes swap names", .copy,
      {
        $0.editAttribute("Book", "title") {
          $0.name = "x"
          $0.renamingIdentifier = "title"
        }
        $0.editAttribute("Book", "note") {
          $0.name = "title"
          $0.renamingIdentifier = "note"
        }
        $0.editAttribute("Book", "x") { $0.name = "note" }
      },
      [("SELECT ZNOTE, ZTITLE FROM ZBOOK WHERE Z_PK IN (3, 4)", ["Title 3|-", "Title 4|Note 4"])]),
    Case(
      "an attribute becomes mandatory with a default", .copy,
      {
        $0.editAttribute("Book", "note") {
          $0.isOptional = false
          $0.defaultValue = .string("none")
        }
      },
      [("SELECT count(*) FROM ZBOOK WHERE ZNOTE = 'none'", ["19"])]),
    Case(
      "an attribute becomes optional", .inPlace, { $0.editAttribute("Book", "title") { $0.isOptional = true } },
      [("SELECT count(ZTITLE) FROM ZBOOK", ["25"])]),
    Case(
      "an integer becomes wider", .inPlace, { $0.editAttribute("Book", "pages") { $0.type = .integer64 } },
      [("SELECT sum(ZPAGES) FROM ZBOOK", ["3250"])]),
    Case(
      "bytes may be kept in files, and no longer", .copy,
      {
        $0.editAttribute("Book", "cover") { $0.allowsExternalStorage = false }
        $0.editAttribute("Book", "thumb") { $0.allowsExternalStorage = true }
      },
      [
        (
          "SELECT Z_PK, length(ZCOVER), hex(substr(ZCOVER, 1, 2)) FROM ZBOOK WHERE ZCOVER NOT NULL",
          ["7|200000|0707", "8|2|0808"]
        ),
        ("SELECT Z_PK, hex(ZTHUMB) FROM ZBOOK WHERE ZTHUMB NOT NULL", ["9|010109"]),
      ]),
    Case(
      "a composite loses a part and gets another", .copy,
      {
        $0.editAttribute("Book", "size") {
          $0.elements[1] = .init(name: "depth", type: .double, isOptional: true)
        }
      },
      [
        (
          "SELECT Z_PK, ZWIDTH, ZDEPTH FROM ZBOOK WHERE ZWIDTH NOT NULL",
          ["5|5.0|-", "10|10.0|-", "15|15.0|-", "20|20.0|-", "25|25.0|-"]
        )
      ]),
    Case(
      "an enum becomes a plain attribute", .inPlace,
      { $0.editAttribute("Book", "kind") { $0 = .init(name: "kind", type: .string, isOptional: true) } },
      [("SELECT ZKIND, count(*) FROM ZBOOK GROUP BY 1", ["paper|25"])]),
    Case(
      "an entity is added that comes last", .inPlace,
      { $0.entities.append(EntityDescription(name: "Zone", attributes: [.init(name: "name", type: .string)])) },
      [("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY ORDER BY 1", ["1|Book", "2|Magazine", "3|Shelf", "4|Tag", "5|Zone"])]),
    Case(
      "an entity is added that comes first", .copy,
      { $0.entities.append(EntityDescription(name: "Author", attributes: [.init(name: "name", type: .string)])) },
      [
        ("SELECT Z_ENT, count(*) FROM ZBOOK GROUP BY 1", ["2|20", "3|5"]),
        ("SELECT count(*) FROM ZBOOK WHERE Z2_SEQUEL = 2 AND Z2_PREQUEL IS NULL", ["7"]),
        ("SELECT count(*) FROM Z_2TAGS", ["38"]),
        ("SELECT Z4FAVOURITES, count(*) FROM ZTAG GROUP BY 1", ["-|3", "1|2", "2|1"]),
      ]),
    Case(
      "an entity is removed", .copy,
      {
        $0.entities.removeAll { $0.name == "Tag" }
        $0.edit("Book") { $0.relationships.removeAll { $0.name == "tags" } }
        $0.edit("Shelf") { $0.relationships.removeAll { $0.name == "favourites" } }
      },
      [("SELECT name FROM sqlite_master WHERE name LIKE '%TAG%'", [])]),
    Case(
      "a subentity is removed", .copy, { $0.entities.removeAll { $0.name == "Magazine" } },
      [
        ("SELECT count(*), max(Z_PK) FROM ZBOOK", ["20|20"]),
        ("SELECT count(*) FROM Z_1TAGS WHERE Z_1BOOKS > 20", ["0"]),
      ]),
    Case(
      "an entity is renamed", .copy,
      {
        $0.edit("Tag") {
          $0.name = "Label"
          $0.renamingIdentifier = "Tag"
        }
        for (entity, name) in [("Book", "tags"), ("Shelf", "favourites")] {
          $0.editRelationship(entity, name) { $0.destinationEntityName = "Label" }
        }
      },
      [("SELECT count(*) FROM ZLABEL", ["6"]), ("SELECT count(*) FROM Z_1TAGS", ["38"])]),
    Case(
      "an attribute moves up to the parent", .copy,
      {
        $0.edit("Magazine") { $0.attributes = [] }
        $0.edit("Book") { $0.attributes.append(.init(name: "issue", type: .integer64, isOptional: true)) }
      },
      [("SELECT count(ZISSUE), sum(ZISSUE) FROM ZBOOK", ["5|115"])]),
    Case(
      "an attribute moves down to the child", .copy,
      {
        $0.edit("Book") { $0.attributes.removeAll { $0.name == "note" } }
        $0.edit("Magazine") { $0.attributes.append(.init(name: "note", type: .string, isOptional: true)) }
      },
      [("SELECT Z_PK, ZNOTE FROM ZBOOK WHERE ZNOTE NOT NULL", ["24|Note 24"])]),
    Case(
      "a child becomes a root", .copy,
      {
        let book = $0.entities[0]
        $0.edit("Magazine") {
          $0.superentityName = nil
          $0.attributes += book.attributes.filter { $0.name == "title" }
        }
      },
      [
        (
          "SELECT Z_PK, ZTITLE FROM ZMAGAZINE",
          ["21|Title 21", "22|Title 22", "23|Title 23", "24|Title 24", "25|Title 25"]
        ),
        ("SELECT count(*) FROM ZBOOK", ["20"]), ("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Magazine'", ["25"]),
      ]),
    Case(
      "a root becomes a child of another", .copy,
      {
        $0.edit("Tag") {
          $0.superentityName = "Shelf"; $0.attributes = []
        }
      },
      [
        (
          "SELECT Z_ENT, min(Z_PK), max(Z_PK), count(*), min(ZNAME) FROM ZSHELF GROUP BY 1",
          ["3|1|4|4|Shelf 1", "4|5|10|6|Tag 1"]
        ),
        ("SELECT count(*), min(Z_4TAGS), max(Z_4TAGS) FROM Z_1TAGS", ["38|5|10"]),
        ("SELECT Z_PK, Z3FAVOURITES FROM ZSHELF WHERE Z3FAVOURITES NOT NULL", ["5|1", "6|2", "7|1", "8|2"]),
      ]),
    Case(
      "a new parent gets the rows of two entities", .copy,
      {
        $0.entities.append(
          EntityDescription(name: "Item", isAbstract: true, attributes: [.init(name: "name", type: .string)]))
        $0.edit("Tag") {
          $0.superentityName = "Item"; $0.attributes = []
        }
        $0.edit("Shelf") {
          $0.superentityName = "Item"; $0.attributes = []
        }
      },
      [
        ("SELECT Z_ENT, count(*), min(ZNAME), min(Z_PK) FROM ZITEM GROUP BY 1", ["4|4|Shelf 1|1", "5|6|Tag 1|5"]),
        ("SELECT count(*) FROM ZBOOK WHERE ZSHELF NOT NULL", ["21"]),
      ]),
  ]

  @Test(arguments: cases) func aChange(_ test: Case) throws {
    let library = try MigrationLibrary()
    let destination = try library.changed(test.change)
    let mapping = ModelMapping.inferred(from: library.model, to: destination)
    #expect(mapping.obstacles.map(\.description) == [])
    let before = try ContentDump(library.path, library.model)
    let report = try library.migrate(to: destination)
    #expect(report.mode == test.mode)
    let after = try ContentDump(library.path, destination)
    if !test.name.hasPrefix("a root becomes"), !test.name.hasPrefix("a new parent"), !test.name.hasPrefix("bytes"),
      !test.name.hasSuffix("removed")
    {
      #expect(before.losses(in: after, mapping) == [])
    }
    for (sql, lines) in test.expected { #expect(try library.column(sql) == lines, "\(sql)") }
    try Self.checkFile(library, destination, mode: report.mode)
  }

  /// A migrated file is one that could have been made with the destination's model.
  static func checkFile(_ library: MigrationLibrary, _ destination: ResolvedModel, mode: MigrationPlan.Mode) throws {
    let layout = try StoreLayout(destination)
    let connection = try Connection(path: library.path, mode: .untouched)
    let statements = try connection.schema().compactMap(\.sql)
    let wanted = layout.creationStatements(withHistory: statements.contains { $0.contains("TABLE ACHANGE") })
    switch mode {
    case .copy: #expect(statements == wanted)
    case .inPlace:
      #expect(
        Set(statements.filter { !$0.hasPrefix("CREATE TABLE") }) == Set(wanted.filter { !$0.hasPrefix("CREATE TABLE") })
      )
    }
    let description = try SQLiteStore.description(of: library.path)
    #expect(description.metadata.hashes == destination.versionHashes())
    #expect(description.metadata.digest == destination.versionHashesDigest())
    #expect(description.metadata.identifiers == ["2.0.0"])
    #expect(description.metadata.values["own"] == .string("kept"))
    #expect(description.readableModel?.versionHashes() == destination.versionHashes())
    let store = try SQLiteStore.open(library.path, model: destination)
    #expect(store.identifier == description.metadata.uuid)
    #expect(try connection.text("PRAGMA integrity_check") == "ok")
    let names = try FileManager.default.contentsOfDirectory(atPath: library.folder.url.path)
    #expect(names.filter { $0.contains("migration") } == [])
  }
}
