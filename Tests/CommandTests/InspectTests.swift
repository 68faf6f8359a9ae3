import Foundation
import ModelDescription
import ModelFiles
import SQLiteDriver
import SQLiteStore
import StoreContract
import TestKit
import Testing

@testable import causeway

@Suite struct InspectTests {
  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(["inspect"] + words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  /// Every file of a folder with its bytes.
  private func contents(_ folder: URL) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.filter { !$0.hasPrefix(".") }.map {
        ($0, try Data(contentsOf: folder.appendingPathComponent($0)))
      })
  }

  private func makeStore(_ path: String, rows: Int, withHistory: Bool) throws -> ResolvedModel {
    let model = try SeedPlanTests.library()
    let store = try SQLiteStore.create(
      path, model: model,
      metadata: StoreMetadata(
        newStoreWithHashes: model.versionHashes(), digest: model.versionHashesDigest(),
        checksum: model.versionChecksum(), identifiers: []), modelCache: nil, withHistory: withHistory)
    _ = try store.save(SeedPlan(model, rows: rows, seed: 5).request)
    return model
  }

  @Test(arguments: [true, false]) func entitiesAreCounted(withHistory: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Library.store").path
    let model = try makeStore(path, rows: 7, withHistory: withHistory)
    let bundle = ModelBundle(
      path: "Library", versions: [.init(name: "Library", path: "Library", model: model.description, warnings: [])],
      currentName: "Library")
    let inspection = try StoreInspection(path: path, model: bundle)
    #expect(inspection.modelProblem == .absent)
    #expect(inspection.modelSource == .file(path: "Library", version: "Library"))
    #expect(inspection.entities.map(\.entity.name) == ["Book", "Loan", "Shelf", "Tag"])
    #expect(inspection.entities.map(\.number) == [1, 2, 3, 4])
    #expect(inspection.entities.map(\.rows) == [7, 7, 7, 7])
    #expect(inspection.tables.contains { $0.isHistory && $0.rows > 0 } == withHistory)
    let captured = CapturedOutput()
    inspection.print(on: captured.console)
    #expect(captured.output.contains("Book  number 1, table ZBOOK, 7 rows\n"))
    #expect(
      captured.output.contains("  books -> Book, ordered to-many, inverse shelf, optional, delete rule nullify\n"))
    #expect(captured.output.contains("  price: Decimal, optional\n"))
    #expect(inspection.json(rows: nil).text.contains("\"frameworkVersion\": 1526"))
  }

  @Test func withoutAModelTablesAreListedAndNothingChanges() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Library.store").path
    _ = try makeStore(path, rows: 3, withHistory: true)
    let before = try contents(folder.url)
    let text = run([path])
    #expect(text.status == .findings)
    #expect(text.errors == "")
    #expect(text.output.contains("none: the store keeps no model of itself; give one with --model MODEL\n"))
    #expect(text.output.contains("  ZTAG  3 rows: Z_PK, Z_ENT, Z_OPT, ZNAME\n"))
    let json = run([path, "--json"])
    #expect(json.status == .findings)
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let store = try #require(document?["store"] as? [String: Any])
    #expect((store["model"] as? [String: Any])?["problem"] as? String == "the store keeps no model of itself")
    #expect((document?["tables"] as? [Any])?.isEmpty == false)
    #expect(try contents(folder.url) == before)
  }

  @Test func badInputIsOneLine() throws {
    let folder = try TemporaryFolder()
    let text = folder.file("text.store")
    try Data("not a database".utf8).write(to: text)
    for path in [text.path, folder.url.path, folder.file("none").path] {
      let result = run([path])
      #expect(result.status == .failure)
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("causeway: ") && result.errors.contains(path))
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func storesOfTheFrameworksAreCountedRight() throws {
    let root = SharedMaterial.url("stores")
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    var (stores, good, modelled, entities) = (0, 0, 0, 0)
    for name in paths.sorted() {
      let original = root.appendingPathComponent(name)
      guard !name.hasSuffix("-wal"), !name.hasSuffix("-shm"),
        try original.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true,
        try Data(contentsOf: original, options: .alwaysMapped).starts(with: Data("SQLite format 3".utf8))
      else { continue }
      stores += 1
      let folder = try TemporaryFolder()
      let copy = folder.file("copy.sqlite")
      try FileManager.default.copyItem(at: original, to: copy)
      if FileManager.default.fileExists(atPath: original.path + "-wal") {
        try FileManager.default.copyItem(atPath: original.path + "-wal", toPath: copy.path + "-wal")
      }
      let before = try contents(folder.url)
      let inspection = try StoreInspection(path: copy.path)
      let result = run([copy.path, "--json"])
      #expect(result.status == (inspection.modelProblem == nil ? .fine : .findings), "\(name)")
      #expect(try contents(folder.url) == before, "\(name)")
      let connection = try Connection(path: copy.path, mode: .readOnly)
      var isRight = true
      for table in inspection.tables {
        isRight = try isRight && connection.integer("SELECT count(*) FROM \"\(table.name)\"") == table.rows
      }
      for entity in inspection.entities {
        // A renamed sub-entity's old name may stand there after a migration.
        let named = try connection.integer(
          "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entity.entity.name)'")
        let count = try connection.integer(
          "SELECT count(*) FROM \"\(entity.table)\" WHERE Z_ENT = \(named ?? entity.number)")
        isRight = isRight && count == entity.rows
      }
      // Every row of an entity's table belongs to one of the model's entities.
      for (table, family) in Dictionary(grouping: inspection.entities, by: \.table) {
        let total = try connection.integer("SELECT count(*) FROM \"\(table)\"")
        isRight = isRight && total == family.reduce(0) { $0 + $1.rows }
      }
      // A model without entities would make the comparison say nothing.
      #expect(inspection.entities.isEmpty == (inspection.modelProblem != nil), "\(name)")
      #expect(isRight, "\(name)")
      good += isRight ? 1 : 0
      modelled += inspection.modelProblem == nil ? 1 : 0
      entities += inspection.entities.count
      if let problem = inspection.modelProblem { print("\(name) \(problem.words)") }
    }
    print(
      "inspect counts rows like SQLite: \(good) of \(stores) stores; model read in \(modelled), \(entities) entities")
    #expect(good == stores && stores > 0)
  }
}
