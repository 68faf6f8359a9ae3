import Foundation
import ModelDescription
import ModelFiles
import SQLiteDriver
import SQLiteStore
import TestKit
import Testing

@testable import causeway

/// `causeway migrate`: copies, stores in place, folders, refusals.
@Suite struct MigrateTests {
  private let folder: TemporaryFolder
  private let store: String
  private let old: String

  private static let first = ModelDescription(entities: [
    EntityDescription(
      name: "Book",
      attributes: [
        .init(name: "title", type: .string, defaultValue: .string("none")),
        .init(name: "note", type: .string, isOptional: true),
      ])
  ])

  init() throws {
    folder = try TemporaryFolder()
    store = folder.file("Library.sqlite").path
    old = try Self.model(Self.first, folder.file("Old.mom"))
    let captured = CapturedOutput()
    let status = Tool.run(["seed", old, "--rows", "10", "-o", store], console: captured.console)
    #expect(status == .fine, "\(captured.errors)")
  }

  private static func model(_ description: ModelDescription, _ file: URL) throws -> String {
    try CompiledModel.write(ResolvedModel(description)).write(to: file)
    return file.path
  }

  private func changed(_ name: String, _ change: (inout EntityDescription) -> Void) throws -> String {
    var description = Self.first
    change(&description.entities[0])
    return try Self.model(description, folder.file("\(name).mom"))
  }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(["migrate"] + words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  private func hashes(_ path: String) throws -> [String: Data] { try SQLiteStore.description(of: path).metadata.hashes }

  @Test func aCopyIsMigratedAndTheStoreStays() throws {
    let new = try changed("New") {
      $0.attributes.append(.init(name: "pages", type: .integer16, defaultValue: .integer(7)))
    }
    let before = try hashes(store)
    let copy = folder.file("Migrated.sqlite").path
    let result = run([store, "--to", new, "--allow-inferred", "-o", copy])
    #expect(result.status == .fine, "\(result.errors)")
    #expect(result.output.contains("Book") && result.output.contains("filled   Book.pages: 7 in 10 rows"))
    #expect(try hashes(store) == before)
    #expect(try hashes(copy) != before)
    // The default place is beside the store, and is not written over.
    #expect(run([store, "--to", new, "--allow-inferred"]).status == .fine)
    #expect(FileManager.default.fileExists(atPath: folder.file("Library-migrated.sqlite").path))
    #expect(run([store, "--to", new, "--allow-inferred"]).status == .failure)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.filter { $0.hasPrefix(".") } == [])
  }

  @Test func aStoreIsMigratedInPlaceWithABackup() throws {
    let new = try changed("New") { $0.attributes.append(.init(name: "pages", type: .integer16, isOptional: true)) }
    let before = try hashes(store)
    let result = run([store, "--to", new, "--allow-inferred", "--in-place", "--backup"])
    #expect(result.status == .fine, "\(result.errors)")
    #expect(try hashes(folder.file("Library-backup.sqlite").path) == before)
    #expect(try hashes(store) != before)
    let again = run([store, "--to", new, "--in-place"])
    #expect(again.status == .fine && again.output.contains("already"))
  }

  @Test func aStoreOfNoVersionLosesNothing() throws {
    let new = try changed("New") { $0.attributes.removeAll { $0.name == "note" } }
    let other = try changed("Other") { $0.name = "Film" }
    let before = try FolderState(folder.url)
    for (model, words) in [(new, "Book.note: it is not there"), (other, "Book: its rows would be dropped")] {
      let refused = run([store, "--to", model, "--allow-inferred", "--in-place", "--backup"])
      #expect(refused.status == .findings && refused.output.contains(words), "\(refused.output)")
      #expect(run([store, "--to", model, "--allow-inferred", "--explain"]).status == .findings)
    }
    #expect(try FolderState(folder.url) == before)
    let allowed = run([store, "--to", new, "--allow-inferred", "--allow-loss", "--in-place"])
    #expect(allowed.status == .fine && allowed.output.contains("dropped"), "\(allowed.output)")
  }

  /// SQLite would read the log of the file that was there into the copy.
  @Test func aLogThatIsLeftIsNotTakenForTheCopys() throws {
    let new = try changed("New") { $0.attributes.append(.init(name: "pages", type: .integer16, isOptional: true)) }
    let copy = folder.file("Copy.sqlite").path
    try Data("left".utf8).write(to: URL(fileURLWithPath: copy + "-wal"))
    let refused = run([store, "--to", new, "--allow-inferred", "-o", copy])
    #expect(refused.status == .failure && refused.errors.contains("Copy.sqlite-wal is left of another file"))
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  @Test func aRefusalLeavesNoBackup() throws {
    let new = try changed("New") { $0.attributes.append(.init(name: "pages", type: .integer16)) }
    let words = [store, "--to", new, "--allow-inferred", "--in-place", "--backup"]
    #expect(run(words).status == .findings)
    #expect(!FileManager.default.fileExists(atPath: folder.file("Library-backup.sqlite").path))
    #expect(run([store, "--to", new, "--allow-inferred", "--explain"]).status == .findings)
    #expect(run(words + ["--fill-zero"]).status == .fine)
  }

  @Test func whatOnlyAddsIsDoneInPlace() throws {
    let new = try changed("New") { $0.attributes.append(.init(name: "pages", type: .integer16, isOptional: true)) }
    let explained = run([store, "--to", new, "--allow-inferred", "--in-place", "--explain"])
    #expect(explained.output.contains("In place, in one transaction"), "\(explained.output)")
    #expect(
      run([store, "--to", new, "--allow-inferred", "--explain"]).output.contains("On a copy. In place it would be"))
  }

  @Test func whatIsInTheWayIsListed() throws {
    let new = try changed("New") {
      $0.attributes[0].type = .date
      $0.attributes.append(.init(name: "pages", type: .integer16))
    }
    let before = try FolderState(folder.url)
    let explained = run([store, "--to", new, "--allow-inferred", "--explain"])
    #expect(explained.status == .findings)
    #expect(explained.output.contains("Book.title: String becomes Date"))
    #expect(run([store, "--to", new]).status == .failure)
    let refused = run([store, "--to", new, "--allow-inferred", "--in-place"])
    #expect(refused.status == .findings && refused.output.contains("not lightweight"))
    #expect(try FolderState(folder.url).names == before.names)
  }

  /// A verb that writes a store that nobody may write, and one that another holds: one line, and the folder as it was.
  @Test(.enabled(if: Unprivileged.isPossible)) func aStoreThatCannotBeWrittenIsLeftAsItIs() throws {
    let new = try changed("New") { $0.attributes.append(.init(name: "pages", type: .integer16, isOptional: true)) }
    let own = folder.file("own")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    let path = own.appendingPathComponent("Library.sqlite").path
    try SQLiteStore.copy(store, to: path)
    let words = [path, "--to", new, "--allow-inferred", "--in-place"]
    func permit(_ folderMode: Int, _ fileMode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: fileMode], ofItemAtPath: path)
      try FileManager.default.setAttributes([.posixPermissions: folderMode], ofItemAtPath: own.path)
    }
    for (folderMode, fileMode) in [(0o555, 0o444), (0o555, 0o666)] {
      try permit(folderMode, fileMode)
      let before = try FolderState(own)
      let result = Unprivileged.run { run(words) }
      #expect(result.status == .failure && result.output.isEmpty, "\(result)")
      #expect(result.errors.split(separator: "\n").count == 1 && result.errors.hasPrefix("causeway: "), "\(result)")
      #expect(result.errors.contains(path), "\(result)")
      let after = try FolderState(own)
      #expect(after == before, "\(result)")
    }
    try permit(0o755, 0o644)
    #expect(run(words).status == .fine)
  }

  @Test func aStoreThatAnotherHoldsIsLeftAsItIs() throws {
    let new = try changed("New") { $0.attributes.append(.init(name: "pages", type: .integer16, isOptional: true)) }
    let words = [store, "--to", new, "--allow-inferred", "--in-place"]
    let before = try hashes(store)
    let other = try Connection(path: store, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    let result = run(words)
    #expect(result.status == .failure && result.output.isEmpty, "\(result)")
    #expect(result.errors.split(separator: "\n").count == 1 && result.errors.hasPrefix("causeway: "), "\(result)")
    #expect(result.errors.contains(store), "\(result)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == names)
    try other.execute("ROLLBACK")
    #expect(try hashes(store) == before)
  }

  @Test func missingValuesAreFilledWhenAllowed() throws {
    let new = try changed("New") { $0.attributes.append(.init(name: "pages", type: .integer16)) }
    let refused = run([store, "--to", new, "--allow-inferred", "--in-place"])
    #expect(refused.status == .findings && refused.output.contains("Book.pages: 10 rows have no value"))
    let filled = run([store, "--to", new, "--allow-inferred", "--in-place", "--fill-zero"])
    #expect(filled.status == .fine && filled.output.contains("0 in 10 rows, since nothing else was known"))
  }

  @Test func aFolderIsAMatrix() throws {
    let new = try changed("New") { $0.attributes.append(.init(name: "pages", type: .integer16, isOptional: true)) }
    let stores = folder.file("stores")
    try FileManager.default.createDirectory(at: stores, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: store, toPath: stores.appendingPathComponent("a.sqlite").path)
    try Data("SQLite format 3\u{0}".utf8).write(to: stores.appendingPathComponent("b.sqlite"))
    try Data("version https://git-lfs.github.com/spec/v1".utf8).write(to: stores.appendingPathComponent("c.sqlite"))
    let before = try FolderState(stores)
    let report = folder.file("report.xml").path
    let result = run(["--from-all", stores.path, "--to", new, "--allow-inferred", "--junit", report])
    #expect(result.status == .findings)
    #expect(result.output.contains("1 of 3 stores reach version \"New\""))
    let xml = try String(contentsOfFile: report, encoding: .utf8)
    #expect(xml.contains(#"tests="3" failures="2""#) && xml.contains("<failure message="))
    #expect(try FolderState(stores) == before)
  }

  @Test(arguments: [
    ["--to", "x.mom"], ["a.sqlite", "--from-all", "d", "--to", "x.mom"], ["a.sqlite"],
    ["a.sqlite", "--to", "x.mom", "--in-place", "-o", "b"], ["a.sqlite", "--to", "x.mom", "--backup"],
    ["a.sqlite", "--to", "x.mom", "--junit", "r.xml"], ["a.sqlite", "--to", "missing.mom"],
  ]) func badWordsAreOneLine(_ words: [String]) {
    let result = run(words)
    #expect(result.status == .failure)
    #expect(result.errors.split(separator: "\n").count == 1 && result.errors.hasPrefix("causeway: "))
  }

  @Test func documentsFollowTheSchema() throws {
    let new = try changed("New") { $0.attributes.append(.init(name: "pages", type: .integer16)) }
    let file = SharedMaterial.packageRoot.appendingPathComponent("Documentation/Schemas/migrate.json")
    let schema = try JSONSchema(String(contentsOf: file, encoding: .utf8))
    let stores = folder.file("stores")
    try FileManager.default.createDirectory(at: stores, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: store, toPath: stores.appendingPathComponent("a.sqlite").path)
    for words in [
      [store, "--to", new, "--allow-inferred", "--explain"], [store, "--to", new, "--allow-inferred"],
      ["--from-all", stores.path, "--to", new, "--allow-inferred"],
      [store, "--to", new, "--allow-inferred", "--in-place", "--fill-zero"], [store, "--to", new],
    ] {
      let result = run(words + ["--json"])
      let problems = try schema.problems(in: JSONDocument(result.output))
      #expect(problems.isEmpty, "\(words): \(problems)")
    }
  }
}
