import Foundation
import ModelDescription
import ModelFiles
import SQLiteDriver
import SQLiteStore
import TestKit
import Testing

@testable import causeway

/// Damage of the tables of history, and what migrations leave behind.
@Suite struct DoctorHistoryTests {
  private let folder: TemporaryFolder
  private let store: String

  /// A store with two transactions of two changes each.
  init() throws {
    folder = try TemporaryFolder()
    store = try ExampleLibrary.seed(rows: 3, in: folder)
    let resolved = try ResolvedModel(ModelFiles.load(ExampleLibrary.model).version(nil).model)
    let number = try #require(resolved.entity(named: "Book")).number
    try change(
      StoreLayout(resolved).historyStatements + [
        "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (1, 16003, 'app'), (2, 16003, 'me')",
        "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZTIMESTAMP) VALUES (1, 16002, 2, 1, 5.0), (2, 16002, NULL, 1, 6.0)",
        "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) VALUES"
          + " (1, 16001, 0, \(number), 1, 1), (2, 16001, 0, \(number), 2, 1), (3, 16001, 1, \(number), 1, 2), (4, 16001, 1, \(number), 2, 2)",
      ])
  }

  private func change(_ statements: [String]) throws {
    let connection = try Connection(path: store, mode: .readWrite)
    for statement in statements { try connection.execute(statement) }
  }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  @Test func soundHistoryIsSound() { #expect(run(["doctor", store]).status == .fine) }

  @Test(arguments: [
    ("danglingChange", [3, 4], "DELETE FROM ATRANSACTION WHERE Z_PK = 2", "SELECT count(*) = 2 FROM ACHANGE"),
    (
      "danglingChange", [1], "UPDATE ACHANGE SET ZTRANSACTIONID = NULL WHERE Z_PK = 1",
      "SELECT count(*) = 3 FROM ACHANGE"
    ),
    (
      "danglingString", [1, 2], "DELETE FROM ATRANSACTIONSTRING WHERE Z_PK = 1",
      "SELECT count(*) = 0 FROM ATRANSACTION WHERE ZBUNDLEIDTS IS NOT NULL"
    ),
    (
      "danglingString", [1], "UPDATE ATRANSACTION SET ZAUTHORTS = 99 WHERE Z_PK = 1",
      "SELECT count(*) = 2 FROM ATRANSACTION WHERE ZAUTHORTS IS NULL AND ZBUNDLEIDTS = 1"
    ),
    ("historyEntity", [2], "UPDATE ACHANGE SET ZENTITY = 44 WHERE Z_PK = 2", "SELECT count(*) = 3 FROM ACHANGE"),
  ])
  func damageIsFoundAndMendedOnACopy(_ kind: String, _ rows: [Int], _ statement: String, _ question: String) throws {
    try change([statement])
    let found = run(["doctor", store, "--json"])
    let damages = try JSONDocument(found.output)["damages"]?.elements ?? []
    try #require(found.status == .findings && damages.count == 1, "\(found.output)\(found.errors)")
    #expect(damages[0]["kind"]?.string == kind)
    #expect(damages[0]["rows"] == .array(rows.map { .number(Double($0)) }))
    #expect(damages[0]["count"] == .number(Double(rows.count)) && damages[0]["canMend"] == .boolean(true))
    let copy = folder.file("Mended.sqlite").path
    #expect(run(["doctor", store, "--fix", "-o", copy]).status == .fine)
    #expect(run(["doctor", copy]).output.hasSuffix("Nothing is wrong.\n"))
    #expect(try Connection(path: copy, mode: .untouched).integer(question) == 1)
  }

  /// What a migration leaves that was cut off is told, and what one is making is nobody's business.
  @Test func leftoversOfAMigrationAreTold() throws {
    let left = folder.file(".Library.sqlite-migration")
    try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
    for name in ["lock", "step-1.sqlite"] { try Data([1]).write(to: left.appendingPathComponent(name)) }
    let before = try FolderState(folder.url)
    let found = run(["doctor", store])
    #expect(found.status == .findings && found.output.contains("leftover"), "\(found.output)")
    #expect(found.output.contains("file \(left.path)/step-1.sqlite"), "\(found.output)")
    #expect(try FolderState(folder.url) == before)
    let copy = folder.file("copy/Mended.sqlite")
    try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    #expect(run(["doctor", store, "--fix", "-o", copy.path]).status == .fine)
    #expect(run(["doctor", copy.path]).status == .fine)
    // Opening it for writing removes them.
    let description = try SQLiteStore.description(of: store)
    _ = try SQLiteStore.open(store, model: #require(description.readableModel))
    #expect(!FileManager.default.fileExists(atPath: left.path))
    #expect(run(["doctor", store]).status == .fine)
  }
}
