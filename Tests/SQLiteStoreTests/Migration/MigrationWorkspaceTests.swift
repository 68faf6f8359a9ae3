import Foundation
import ModelDescription
import ModelEvolution
import QueryModel
import StoreContract
import Synchronization
import TestKit
import Testing

@testable import SQLiteStore

/// Steps one after the other, with an application's own work between them.
@Suite struct MigrationWorkspaceTests {
  /// The seeds' plan: a mandatory property is added without default, and the application fills it.
  private func addingIsComplete(_ library: MigrationLibrary) throws -> ResolvedModel {
    try library.changed {
      $0.edit("Book") { $0.attributes.append(.init(name: "isComplete", type: .boolean)) }
      $0.editAttribute("Book", "title") {
        $0.name = "heading"
        $0.renamingIdentifier = "title"
      }
    }
  }

  @Test func aCustomStageReadsBothShapesAndFillsTheNewOne() throws {
    let library = try MigrationLibrary()
    let second = try addingIsComplete(library)
    let workspace = try MigrationWorkspace(library.path, model: library.model)
    try workspace.copySource()
    try workspace.migrate(
      .inferred(from: library.model, to: second), fills: MigrationFills(defersCheck: true), acceptsObstacles: true)
    let error = #expect(throws: MigrationError.self) { try workspace.checkMandatory() }
    #expect(error?.code == .missingValues)
    #expect(
      error?.findings.map { "\($0.entityName).\($0.propertyName ?? "") \($0.rowCount)" } == [
        "Book.isComplete 20", "Magazine.isComplete 5",
      ])
    do {
      let old = try #require(try workspace.openPrevious())
      let new = try workspace.openCurrent()
      #expect(try old.count(FetchRequest(entity: 1)) == 25)
      let field = try #require(second.entity(named: "Book")?.fieldNumber(of: "isComplete"))
      let cover = try #require(second.entity(named: "Book")?.fieldNumber(of: "cover"))
      var request = SaveRequest()
      for key in 1...Int64(25) {
        request.updates.append(
          .init(
            key: RowKey(entity: key > 20 ? 2 : 1, primaryKey: key), version: nil,
            values: [(field, .integer(1))]
              + (key == 7 ? [(cover, .null)] : key == 10 ? [(cover, .blob(Data(repeating: 1, count: 150_000)))] : [])))
      }
      _ = try new.save(request)
    }
    try workspace.checkMandatory()
    // The old store's file is still there, and the new one already.
    #expect(library.externalFiles().count == 2)
    try workspace.commit()
    #expect(library.externalFiles().count == 1)
    #expect(try library.column("SELECT ZISCOMPLETE, count(*) FROM ZBOOK GROUP BY 1") == ["1|25"])
    #expect(
      try library.column("SELECT Z_PK, length(ZCOVER) FROM ZBOOK WHERE ZCOVER NOT NULL ORDER BY 1") == ["8|3", "10|38"])
    try MigrationKindTests.checkFile(library, second, mode: .copy)
  }

  @Test func whatIsDiscardedLeavesTheStoreAndItsFiles() throws {
    let library = try MigrationLibrary()
    let second = try addingIsComplete(library)
    let (before, files) = (try StoreDump(library.path), library.externalFiles())
    let workspace = try MigrationWorkspace(library.path, model: library.model)
    try workspace.copySource()
    do {
      let store = try workspace.openCurrent()
      let cover = try #require(library.model.entity(named: "Book")?.fieldNumber(of: "cover"))
      var request = SaveRequest()
      request.updates = [
        .init(
          key: RowKey(entity: 1, primaryKey: 7), version: nil,
          values: [(cover, .blob(Data(repeating: 2, count: 150_000)))]),
        .init(
          key: RowKey(entity: 1, primaryKey: 3), version: nil,
          values: [(cover, .blob(Data(repeating: 3, count: 150_000)))]),
      ]
      _ = try store.save(request)
    }
    try workspace.migrate(.inferred(from: library.model, to: second), fills: MigrationFills(defersCheck: true))
    #expect(library.externalFiles().count == 3)
    workspace.discard()
    #expect(try StoreDump(library.path) == before)
    #expect(library.externalFiles() == files)
    let names = try FileManager.default.contentsOfDirectory(atPath: library.folder.url.path)
    #expect(names.filter { $0.contains("migration") } == [])
  }

  @Test func aWorkspaceThatIsForgottenIsDiscarded() throws {
    let library = try MigrationLibrary()
    let second = try addingIsComplete(library)
    let before = try StoreDump(library.path)
    do {
      let workspace = try MigrationWorkspace(library.path, model: library.model)
      try workspace.migrate(.inferred(from: library.model, to: second), fills: MigrationFills(allowsZero: true))
    }
    #expect(try StoreDump(library.path) == before)
    let store = try SQLiteStore.open(library.path, model: library.model)
    #expect(try store.count(FetchRequest(entity: 1)) == 25)
  }

  @Test func severalStepsEndInOneSwap() throws {
    let library = try MigrationLibrary()
    let before = try ContentDump(library.path, library.model)
    let second = try addingIsComplete(library)
    var description = second.description
    description.entities.append(EntityDescription(name: "Author", attributes: [.init(name: "name", type: .string)]))
    let third = try ResolvedModel(description)
    description.edit("Book") { $0.attributes.removeAll { $0.name == "isComplete" } }
    description.editAttribute("Book", "heading") {
      $0.name = "title"
      $0.renamingIdentifier = "heading"
    }
    description.entities.removeAll { $0.name == "Author" }
    let last = try ResolvedModel(description)
    let workspace = try MigrationWorkspace(library.path, model: library.model)
    for (from, to) in [(library.model, second), (second, third), (third, last)] {
      try workspace.migrate(.inferred(from: from, to: to), fills: MigrationFills(allowsZero: true))
      #expect(workspace.model.versionHashes() == to.versionHashes())
    }
    #expect(workspace.reports.map(\.rowsAfter) == [35, 35, 35])
    // The store itself is nobody's meanwhile.
    #expect(throws: StoreError.self) { try SQLiteStore.description(of: library.path) }
    try workspace.commit()
    #expect(try ContentDump(library.path, last) == before)
  }

  @Test func rowsOfALogAloneAreMigrated() throws {
    let library = try MigrationLibrary()
    // A store that is cut off keeps its last saves in the log.
    let other = try TemporaryFolder()
    let copy = other.file("Library.sqlite").path
    let store = try SQLiteStore.open(library.path, model: library.model)
    var request = SaveRequest()
    request.inserts = [.init(key: RowKey(entity: 4, primaryKey: -1), values: [.text("in the log")])]
    _ = try store.save(request)
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: library.path + ending, toPath: copy + ending)
    }
    withExtendedLifetime(store) {}
    let second = try library.changed {
      $0.edit("Tag") { $0.attributes.append(.init(name: "x", type: .string, isOptional: true)) }
    }
    for isCopy in [true, false] {
      let path = other.file("\(isCopy).sqlite").path
      for ending in ["", "-wal"] { try FileManager.default.copyItem(atPath: copy + ending, toPath: path + ending) }
      var options = MigrationOptions()
      options.alwaysCopies = isCopy
      let report = try StoreMigration.migrate(path, from: library.model, to: second, options: options)
      #expect(report?.mode == (isCopy ? .copy : .inPlace))
      #expect(try MigrationLibrary.column("SELECT ZNAME FROM ZTAG WHERE Z_PK = 7", path) == ["in the log"])
    }
  }

  @Test func aPlanIsSaidBeforeItIsDone() throws {
    let library = try MigrationLibrary()
    let second = try addingIsComplete(library)
    let before = try StoreDump(library.path)
    let lines: [String]
    do {
      let workspace = try MigrationWorkspace(library.path, model: library.model)
      lines = try workspace.plan(.inferred(from: library.model, to: second)).lines
    }
    #expect(lines.contains { $0.contains("On a copy") })
    #expect(lines.contains { $0.contains("heading") })
    #expect(lines.contains { $0.contains("isComplete: must have a value") })
    #expect(try StoreDump(library.path) == before)
  }

  @Test func progressReachesTheEnd() throws {
    let library = try MigrationLibrary()
    let second = try library.changed { $0.edit("Book") { $0.attributes.removeAll { $0.name == "note" } } }
    let seen = Lines()
    var options = MigrationOptions()
    options.progress = { seen.add($0) }
    try library.migrate(to: second, options: options)
    #expect(seen.last?.rows == 35 && seen.last?.totalRows == 35)
  }
}

private final class Lines: Sendable {
  private let latest = Mutex<MigrationProgress?>(nil)
  var last: MigrationProgress? { latest.withLock { $0 } }
  func add(_ progress: MigrationProgress) { latest.withLock { $0 = progress } }
}
