import Foundation
import ModelDescription
import ModelEvolution
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// What stands in the way is said before anything of the store changes.
@Suite struct MigrationRefusalTests {
  /// Runs a migration that must fail, and holds the folder to what it was.
  private func refusal(
    _ library: MigrationLibrary, fills: MigrationFills = MigrationFills(),
    options: MigrationOptions = MigrationOptions(), _ change: (inout ModelDescription) -> Void
  ) throws -> MigrationError {
    let destination = try library.changed(change)
    let before = try StoreDump(library.path)
    let files = library.externalFiles()
    let error = #expect(throws: MigrationError.self) {
      try library.migrate(to: destination, fills: fills, options: options)
    }
    #expect(try StoreDump(library.path) == before)
    #expect(library.externalFiles() == files)
    let names = try FileManager.default.contentsOfDirectory(atPath: library.folder.url.path)
    #expect(names.filter { $0.contains("migration") } == [])
    _ = try SQLiteStore.open(library.path, model: library.model)
    return try #require(error)
  }

  @Test func aTypeThatChangesIsNamed() throws {
    let error = try refusal(MigrationLibrary()) { $0.editAttribute("Book", "title") { $0.type = .integer64 } }
    #expect(error.code == .notLightweight)
    #expect(error.findings.map { "\($0.entityName).\($0.propertyName ?? "")" } == ["Book.title"])
    #expect(error.description.contains("String becomes Integer 64"))
  }

  @Test(arguments: [false, true]) func aNewMandatoryPropertyWithoutDefaultIsNamedWithItsRows(_ isCopy: Bool) throws {
    var options = MigrationOptions()
    options.alwaysCopies = isCopy
    let error = try refusal(MigrationLibrary(), options: options) {
      $0.edit("Shelf") { $0.attributes.append(.init(name: "isFull", type: .boolean)) }
    }
    #expect(error.code == .missingValues)
    #expect(error.findings.map { "\($0.entityName).\($0.propertyName ?? "") \($0.rowCount)" } == ["Shelf.isFull 4"])
  }

  @Test func aNewlyMandatoryPropertyNamesOnlyTheRowsWithoutValue() throws {
    let error = try refusal(MigrationLibrary()) {
      $0.editAttribute("Book", "note") { $0.isOptional = false }
      $0.editRelationship("Book", "shelf") { $0.isOptional = false }
    }
    #expect(
      Set(error.findings.map { "\($0.entityName).\($0.propertyName ?? "") \($0.rowCount)" })
        == ["Book.note 15", "Magazine.note 4", "Book.shelf 3", "Magazine.shelf 1"])
  }

  @Test func valuesStandWhereTheCallerKnowsThemOrAllowsZero() throws {
    let library = try MigrationLibrary()
    let destination = try library.changed {
      $0.edit("Shelf") { $0.attributes.append(.init(name: "isFull", type: .boolean)) }
      $0.editAttribute("Book", "note") { $0.isOptional = false }
    }
    let report = try library.migrate(
      to: destination,
      fills: MigrationFills(values: ["Book": ["note": .string("by init")]], allowsZero: true))
    #expect(
      Set(report.filled.map { "\($0.entity).\($0.property) \($0.rows) \($0.value) \($0.origin)" }) == [
        "Shelf.isFull 4 false zero", "Book.note 15 \"by init\" initialiser", "Magazine.note 4 \"by init\" initialiser",
      ])
    #expect(try library.column("SELECT ZISFULL, count(*) FROM ZSHELF GROUP BY 1") == ["0|4"])
    #expect(try library.column("SELECT count(*) FROM ZBOOK WHERE ZNOTE = 'by init'") == ["19"])
  }

  @Test(arguments: [false, true]) func duplicatesUnderANewConstraintAreListed(_ isCopy: Bool) throws {
    var options = MigrationOptions()
    options.alwaysCopies = isCopy
    let error = try refusal(MigrationLibrary(), options: options) {
      $0.edit("Book") { $0.uniquenessConstraints = [["note"], ["shelf"]] }
    }
    #expect(error.code == .duplicates)
    #expect(error.findings.count == 4)
    #expect(error.findings.allSatisfy { $0.entityName == "Book" && $0.propertyName == "shelf" })
    #expect(error.findings.first?.what.contains("keys") == true)
  }

  @Test func aConstraintThatHoldsIsAdded() throws {
    let library = try MigrationLibrary()
    let destination = try library.changed { $0.edit("Book") { $0.uniquenessConstraints = [["title"]] } }
    let report = try library.migrate(to: destination)
    #expect(report.mode == .inPlace)
    #expect(
      try library.column("SELECT sql FROM sqlite_master WHERE name LIKE '%UNIQUE%'") == [
        "CREATE UNIQUE INDEX Z_Book_UNIQUE_title ON ZBOOK (ZTITLE COLLATE BINARY ASC)"
      ])
  }

  @Test func rowsOfAnEntityThatBecomesAbstractAreNamed() throws {
    let error = try refusal(MigrationLibrary()) { $0.edit("Tag") { $0.isAbstract = true } }
    #expect(error.code == .rowsWithoutPlace)
    #expect(error.findings.map(\.rowCount) == [6])
  }

  @Test func tooLittleSpaceIsSaid() throws {
    var options = MigrationOptions()
    options.files.freeSpace = { _ in 4096 }
    let error = try refusal(MigrationLibrary(), options: options) {
      $0.edit("Book") { $0.attributes.removeAll { $0.name == "note" } }
    }
    #expect(error.code == .noSpace)
  }

  @Test func aStoreThatIsOpenElsewhereIsLocked() throws {
    let library = try MigrationLibrary()
    let store = try SQLiteStore.open(library.path, model: library.model)
    var options = MigrationOptions()
    options.busyTimeout = .milliseconds(50)
    let error = try refusal(library, options: options) {
      $0.edit("Book") { $0.attributes.removeAll { $0.name == "note" } }
    }
    #expect(error.code == .locked)
    withExtendedLifetime(store) {}
  }

  @Test func aReadOnlyFileIsRefused() throws {
    let library = try MigrationLibrary()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: library.path)
    try Unprivileged.run {
      let error = try refusal(library) { $0.edit("Book") { $0.attributes.removeAll { $0.name == "note" } } }
      #expect(error.code == .readOnly)
    }
  }

  @Test func aStoreOfAnotherVersionIsNotTouched() throws {
    let library = try MigrationLibrary()
    let other = try library.changed { $0.edit("Book") { $0.attributes.removeAll { $0.name == "note" } } }
    let third = try library.changed { $0.edit("Book") { $0.attributes.removeAll { $0.name == "price" } } }
    let error = #expect(throws: MigrationError.self) {
      try StoreMigration.migrate(library.path, from: other, to: third)
    }
    #expect(error?.code == .changedMeanwhile)
    // Somebody else has done it already.
    try library.migrate(to: other)
    #expect(try StoreMigration.migrate(library.path, from: library.model, to: other) == nil)
  }

  @Test func aSecondMigrationWaitsAndGivesUpAfterItsDeadline() throws {
    let library = try MigrationLibrary()
    let first = try MigrationWorkspace(library.path, model: library.model)
    var options = MigrationOptions()
    options.deadline = .milliseconds(100)
    let error = #expect(throws: MigrationError.self) {
      try MigrationWorkspace(library.path, model: library.model, options: options)
    }
    #expect(error?.code == .locked)
    first.discard()
    _ = try MigrationWorkspace(library.path, model: library.model, options: options)
  }

  /// One of several does it; the others wait and find it done.
  @Test func manyAtOnceAgree() async throws {
    let library = try MigrationLibrary()
    let destination = try library.changed { $0.edit("Book") { $0.attributes.removeAll { $0.name == "note" } } }
    let (path, model) = (library.path, library.model)
    let done = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask { try StoreMigration.migrate(path, from: model, to: destination) != nil }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(done == 1)
    #expect(try library.column("SELECT count(*) FROM ZBOOK") == ["25"])
  }
}
