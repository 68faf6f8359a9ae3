import Foundation
import ModelDescription
import ModelEvolution
import SQLiteDriver
import TestKit
import Testing

@testable import SQLiteStore

/// A new file that is not what it should be takes no store's place: every proof fails where its matter is broken.
@Suite struct MigrationVerificationTests {
  private static let damages: [(statement: String, words: String)] = [
    ("DELETE FROM ZTAG WHERE Z_PK = 6", "Tag has 5 rows instead of 6"),
    ("INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (9, 4, 1, 'x')", "Tag has 7 rows instead of 6"),
    ("UPDATE ZBOOK SET ZSHELF = NULL WHERE Z_PK = 1", "Book.shelf has 20 links instead of 21"),
    ("UPDATE ZBOOK SET ZSHELF = 1 WHERE Z_PK = 6", "Book.shelf has 22 links instead of 21"),
    ("DELETE FROM Z_1TAGS WHERE Z_1BOOKS = 1", "Book.tags has 36 links instead of 38"),
    ("UPDATE ZTAG SET Z3FAVOURITES = NULL WHERE Z_PK = 1", "Shelf.favourites has 3 links instead of 4"),
    (
      """
      PRAGMA writable_schema = 1;
      UPDATE sqlite_master SET sql = 'CREATE INDEX ZBOOK_ZSHELF_INDEX ON ZBOOK (ZPAGES)' WHERE name = 'ZBOOK_ZSHELF_INDEX'
      """, "SQLite finds it unsound"
    ),
  ]

  /// The plan of a migration, its source, and a file that it made.
  private func made(_ library: MigrationLibrary, in folder: TemporaryFolder) throws -> (
    plan: MigrationPlan, file: String
  ) {
    let destination = try library.changed { $0.edit("Book") { $0.attributes.removeAll { $0.name == "note" } } }
    let plan = try StoreMigration.plan(library.path, from: library.model, to: destination)
    let file = folder.file("Library.sqlite").path
    try FileManager.default.copyItem(atPath: library.path, toPath: file)
    let support = ".Library_SUPPORT"
    try FileManager.default.copyItem(at: library.folder.file(support), to: folder.file(support))
    try StoreMigration.migrate(file, from: library.model, to: destination)
    return (plan, file)
  }

  @Test func whatIsRightIsProven() throws {
    let (library, folder) = (try MigrationLibrary(), try TemporaryFolder())
    let (plan, file) = try made(library, in: folder)
    var report = MigrationReport(mode: .copy)
    try MigrationVerification(
      plan: plan, source: Connection(path: library.path, mode: .untouched),
      target: Connection(path: file, mode: .untouched)
    ).run(&report, isWhole: true)
    #expect(report.rowsBefore == 35 && report.rowsAfter == 35 && report.dropped == [])
  }

  @Test(arguments: damages.indices) func whatIsNotIsRefused(_ number: Int) throws {
    let (statement, words) = Self.damages[number]
    let (library, folder) = (try MigrationLibrary(), try TemporaryFolder())
    let (plan, file) = try made(library, in: folder)
    try Connection(path: file, mode: .readWrite).execute(statement)
    var report = MigrationReport(mode: .copy)
    let error = try #require(throws: MigrationError.self) {
      try MigrationVerification(
        plan: plan, source: Connection(path: library.path, mode: .untouched),
        target: Connection(path: file, mode: .untouched)
      ).run(&report, isWhole: true)
    }
    #expect(error.code == .unproven && error.message.contains(words), "\(error)")
  }

  /// Links that lead nowhere are left out only as far as the source has them.
  @Test func linksThatTheMigrationBrokeAreRefused() throws {
    let (library, folder) = (try MigrationLibrary(), try TemporaryFolder())
    let (plan, file) = try made(library, in: folder)
    let target = try Connection(path: file, mode: .readWrite)
    try target.execute("UPDATE ZBOOK SET ZSHELF = 99 WHERE Z_PK = 1")
    let error = try #require(throws: MigrationError.self) {
      try DanglingLinks(plan: plan, source: Connection(path: library.path, mode: .untouched), target: target).clear()
    }
    #expect(
      error.code == .unproven && error.message.contains("1 link of Book.shelf lead nowhere, instead of 0"), "\(error)")
  }
}
