import Foundation
import ModelDescription
import ModelEvolution
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// History and mirroring keep naming the same rows and properties.
@Suite struct MigrationHistoryTests {
  /// What history says by names: kind, entity, key, changed properties, kept values.
  private func history(_ path: String, _ model: ResolvedModel) throws -> [String] {
    let store = try SQLiteStore.open(path, model: model)
    return try store.history(after: 0).flatMap { record in
      record.changes.map { change in
        let entity = model.entity(numbered: change.key.entity)
        let fields = change.fields.compactMap { entity?.fields[$0].name } + change.toManys
        let kept = change.preserved.map { "\(entity?.fields[$0.key].name ?? "")=\($0.value)" }
        return "\(change.kind) \(entity?.name ?? "") \(change.key.primaryKey) \(fields.sorted()) \(kept)"
      }
    }
  }

  private func library() throws -> MigrationLibrary {
    let library = try MigrationLibrary(withHistory: true)
    let store = try SQLiteStore.open(library.path, model: library.model)
    var request = SaveRequest()
    let book = try #require(library.model.entity(named: "Book"))
    request.updates = [
      .init(
        key: RowKey(entity: 1, primaryKey: 3), version: nil,
        values: [
          (try #require(book.fieldNumber(of: "title")), .text("other")),
          (try #require(book.fieldNumber(of: "shelf")), .null),
        ],
        changedToManys: ["tags"])
    ]
    request.deletes = [.init(key: RowKey(entity: 4, primaryKey: 6), version: nil)]
    _ = try store.save(request)
    return library
  }

  @Test(arguments: [false, true]) func changesAreRenumbered(_ isCopy: Bool) throws {
    let library = try library()
    let before = try history(library.path, library.model)
    #expect(before.contains { $0.contains("Book 3") && $0.contains("title") && $0.contains("tags") })
    #expect(before.contains { $0.hasPrefix("delete Tag 6") && $0.contains("name=") }, "\(before.suffix(3))")
    let destination = try library.changed {
      $0.edit("Book") {
        $0.attributes.append(.init(name: "aaa", type: .integer64, isOptional: true))
        $0.attributes.append(.init(name: "zzz", type: .integer64, isOptional: true))
      }
      if isCopy {
        $0.entities.append(
          EntityDescription(
            name: "Author", attributes: [.init(name: "name", type: .string, preservesValueOnDeletion: true)]))
      }
    }
    let report = try library.migrate(to: destination)
    #expect(report.mode == (isCopy ? .copy : .inPlace))
    #expect(try history(library.path, destination) == before)
    // History goes on where it was.
    let store = try SQLiteStore.open(library.path, model: destination)
    let last = try store.history(after: 0).last?.number ?? 0
    var request = SaveRequest()
    request.inserts = [
      .init(
        key: RowKey(entity: try #require(destination.entity(named: "Tag")).number, primaryKey: -1),
        values: [.text("new")])
    ]
    _ = try store.save(request)
    #expect(try store.history(after: last).count == 1)
  }

  @Test func changesOfRemovedEntitiesAreDroppedWithALine() throws {
    let library = try library()
    let destination = try library.changed {
      $0.entities.removeAll { $0.name == "Tag" }
      $0.edit("Book") { $0.relationships.removeAll { $0.name == "tags" } }
      $0.edit("Shelf") { $0.relationships.removeAll { $0.name == "favourites" } }
    }
    let report = try library.migrate(to: destination)
    #expect(report.dropped.contains { $0.contains("in the history of entities that are dropped") })
    #expect(report.dropped.contains { $0.contains("5 rows of Tag") })
    #expect(report.dropped.contains { $0.contains("links of Book.tags") })
    #expect(try history(library.path, destination).allSatisfy { !$0.contains("Tag") })
  }

  @Test func mirroringAndTablesOfOthersAreKept() throws {
    let library = try MigrationLibrary()
    do {
      let connection = try Connection(path: library.path, mode: .readWrite)
      try connection.execute(
        """
        CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZENTITYID INTEGER, ZENTITYPK INTEGER, ZCKRECORDNAME VARCHAR );
        CREATE UNIQUE INDEX Z_NSCKRecordMetadata_UNIQUE_entityId_entityPK ON ANSCKRECORDMETADATA (ZENTITYID COLLATE BINARY ASC, ZENTITYPK COLLATE BINARY ASC);
        INSERT INTO ANSCKRECORDMETADATA VALUES (1, 17012, 1, 1, 3, 'a'), (2, 17012, 1, 2, 21, 'b'), (3, 17012, 1, 4, 2, 'c');
        INSERT INTO Z_PRIMARYKEY VALUES (17012, 'NSCKRecordMetadata', 0, 3);
        CREATE TABLE own (id INTEGER, word TEXT); INSERT INTO own VALUES (1, 'x');
        CREATE INDEX own_word ON own (word);
        ALTER TABLE ZBOOK ADD COLUMN stranger TEXT; UPDATE ZBOOK SET stranger = 's' WHERE Z_PK = 2;
        """)
    }
    let destination = try library.changed {
      $0.entities.append(EntityDescription(name: "Author", attributes: [.init(name: "name", type: .string)]))
      $0.entities.removeAll { $0.name == "Magazine" }
    }
    let report = try library.migrate(to: destination)
    #expect(
      try library.column("SELECT ZENTITYID, ZENTITYPK, ZCKRECORDNAME FROM ANSCKRECORDMETADATA ORDER BY 3")
        == ["2|3|a", "4|2|c"])
    #expect(
      try library.column("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000") == ["NSCKRecordMetadata|3"])
    #expect(try library.column("SELECT * FROM own") == ["1|x"])
    #expect(try library.column("SELECT name FROM sqlite_master WHERE name = 'own_word'") == ["own_word"])
    #expect(try library.column("SELECT Z_PK, stranger FROM ZBOOK WHERE stranger NOT NULL") == ["2|s"])
    #expect(report.dropped.contains { $0.contains("1 row of ANSCKRECORDMETADATA") })
  }

  @Test func whatOthersAddedStaysOrIsNamed() throws {
    let library = try MigrationLibrary()
    do {
      let connection = try Connection(path: library.path, mode: .readWrite)
      try connection.execute(
        """
        PRAGMA user_version = 7; PRAGMA application_id = -3;
        CREATE TABLE own (id INTEGER PRIMARY KEY AUTOINCREMENT, word TEXT);
        INSERT INTO own VALUES (9, 'x'), (4, 'y'); DELETE FROM own WHERE id = 9;
        ALTER TABLE ZSHELF ADD COLUMN stranger TEXT; UPDATE ZSHELF SET stranger = 's' WHERE Z_PK = 2;
        ALTER TABLE ZTAG ADD COLUMN stranger TEXT; UPDATE ZTAG SET stranger = 't' WHERE Z_PK = 3;
        CREATE INDEX by_pages ON ZBOOK (ZPAGES);
        CREATE TRIGGER watch AFTER UPDATE ON ZBOOK BEGIN DELETE FROM own; END;
        """)
    }
    // Both tables become one.
    let destination = try library.changed {
      $0.entities.append(
        EntityDescription(name: "Item", isAbstract: true, attributes: [.init(name: "name", type: .string)]))
      for name in ["Shelf", "Tag"] {
        $0.edit(name) {
          $0.superentityName = "Item"
          $0.attributes = []
        }
      }
    }
    let report = try library.migrate(to: destination)
    #expect(try library.column("PRAGMA user_version") == ["7"])
    #expect(try library.column("PRAGMA application_id") == ["-3"])
    #expect(try library.column("SELECT id, word FROM own") == ["4|y"])
    #expect(try library.column("SELECT seq FROM sqlite_sequence WHERE name = 'own'") == ["9"])
    #expect(
      try library.column("SELECT ZNAME, stranger FROM ZITEM WHERE stranger NOT NULL ORDER BY 1")
        == ["Shelf 2|s", "Tag 3|t"])
    #expect(report.dropped.contains("the index by_pages on ZBOOK, which is not the model's"))
    #expect(report.dropped.contains("the trigger watch on ZBOOK, which is not the model's"))
  }
}
