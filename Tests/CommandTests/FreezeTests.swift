import Foundation
import ModelDescription
import ModelFiles
import TestKit
import Testing

@testable import causeway

@Suite struct FreezeTests {
  private let folder: TemporaryFolder
  private static let model = ExampleLibrary.model.path

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  @Test func aVersionIsFrozenWithItsHashes() throws {
    let file = try ExampleLibrary.freeze(in: folder)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(
      text.hasPrefix(
        """
        // LibraryV1.swift
        // Frozen by causeway from Library.xcdatamodeld, version "Library". Do not edit.

        import Foundation
        import SwiftData

        enum LibraryV1: VersionedSchema {
          static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

          static var models: [any PersistentModel.Type] {
            [Book.self, Loan.self, Member.self, Tag.self]
          }

        """))
    #expect(text.hasSuffix("\n// causeway-frozen end\n"))
    #expect(run(["diff", Self.model + "#Library", file.path + "#LibraryV1"]).status == .fine)
    #expect(run(["check", "--frozen", folder.url.path]).status == .fine)
    #expect(
      run(["check", "--frozen", folder.url.path]).output == """
        LibraryV1 (LibraryV1.swift)
          as it was frozen, 4 classes

        """)
  }

  @Test func aStoreAndClassesAreFrozenToo() throws {
    let store = folder.file("Library.sqlite").path
    #expect(run(["seed", Self.model, "--version", "Library", "--rows", "1", "-o", store]).status == .fine)
    let first = folder.file("Store3.swift").path
    #expect(run(["freeze", store, "-o", first]).status == .fine)
    #expect(try String(contentsOfFile: first, encoding: .utf8).contains("Schema.Version(1, 0, 0)"))
    let second = folder.file("Again.swift").path
    #expect(run(["freeze", first + "#Store3", "-o", second]).status == .fine)
    #expect(run(["diff", store, second]).status == .fine)
    // Two versions that hash alike are one too many.
    let checked = run(["check", "--frozen", folder.url.path])
    #expect(checked.status == .findings && checked.output.contains("alike   hashes as Store3"), "\(checked.output)")
  }

  @Test func whatClassesCannotSayIsToldAndNothingWritten() throws {
    let file = folder.file("LibraryV2.swift").path
    let result = run(["freeze", Self.model, "-o", file])
    #expect(result.status == .findings)
    #expect(
      result.output == """
        Nothing written: 1 of 5 entities cannot be frozen.
          Shelf: books: the model has ordered, classes have unordered

        """)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test(arguments: [
    ("var title: String", "var title: String?", "Book.title: was edited", true),
    ("var title: String\n", "var title: String = \"?\"\n", "Book.title: was edited", false),
    ("deleteRule: .deny", "deleteRule: .nullify", "Member.loans: was edited", false),
    ("var dueAt: Date\n", "var dueAt: Date\n    var note: String?\n", "Loan.note: was added", true),
    ("var memberName: String", "var borrower: String", "Loan.memberName: was removed", true),
    ("#Unique<Book>([\\.isbn])", "", "Book: its parent, constraints or indexes were edited", true),
  ])
  func editsAreNamed(_ old: String, _ new: String, _ line: String, _ changesHash: Bool) throws {
    let file = try ExampleLibrary.freeze(in: folder)
    let text = try String(contentsOf: file, encoding: .utf8)
    try #require(text.contains(old))
    // The initialiser assigns what is no longer there; only the declarations are read.
    try text.replacing(old, with: new, maxReplacements: 1).write(to: file, atomically: true, encoding: .utf8)
    let result = run(["check", "--frozen", folder.url.path])
    #expect(result.status == .findings)
    #expect(result.output.contains(line), "\(result.output)")
    #expect(result.output.contains("its hash is") == changesHash, "\(result.output)")
  }

  @Test func anotherFormIsNoEdit() throws {
    let file = try ExampleLibrary.freeze(in: folder)
    let text = try String(contentsOf: file, encoding: .utf8)
    let formatted = text.replacing("    var ", with: "      // A remark.\n      public var ")
    try formatted.write(to: file, atomically: true, encoding: .utf8)
    #expect(run(["check", "--frozen", file.path]).status == .fine)
  }

  @Test func anEditedCommentIsRefused() throws {
    let file = try ExampleLibrary.freeze(in: folder)
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacing("// causeway-frozen end\n", with: "").write(to: file, atomically: true, encoding: .utf8)
    let result = run(["check", "--frozen", folder.url.path])
    #expect(result.status == .failure)
    #expect(result.errors == "causeway: \(folder.url.path)/LibraryV1.swift: the comment about LibraryV1 has no end\n")
  }

  @Test func nothingIsReplacedUnasked() throws {
    let file = try ExampleLibrary.freeze(in: folder)
    let again = run(["freeze", Self.model, "--version", "Library", "-o", file.path])
    #expect(again.status == .failure && again.errors.contains("--force replaces"))
    #expect(run(["freeze", Self.model, "--version", "Library", "-o", file.path, "--force"]).status == .fine)
  }

  @Test(arguments: [
    (["freeze", model, "-o", "x.txt"], "whose name is that of the enum; \"x.txt\" is none"),
    (["freeze", model, "-o", "2nd.swift"], "whose name is that of the enum; \"2nd.swift\" is none"),
    (["freeze", "/nowhere/M.momd", "-o", "/tmp/X.swift"], "/nowhere/M.momd"),
    (["check", "--frozen", "/nowhere/D"], "/nowhere/D: no such folder"),
    (["check", "--frozen", "D", "--model", "M"], "--frozen is checked alone; leave --model out"),
    (["generate", model, "-o", "x", "--versioned", "--core-data"], "leave --core-data out"),
    (["generate", model, "-o", "x", "--versioned", "--version", "Library"], "leave --version out"),
  ])
  func badInputIsOneLine(_ words: [String], _ part: String) {
    let result = run(words)
    #expect(result.status == .failure && result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains(part), "\(result.errors)")
  }

  @Test func aFolderWithoutFrozenVersionsIsRefused() throws {
    try "struct A {}".write(to: folder.file("A.swift"), atomically: true, encoding: .utf8)
    let result = run(["check", "--frozen", folder.url.path])
    #expect(result.errors.contains("no Swift file in it holds a version that \"causeway freeze\" made"))
  }

  @Test func aFIFOIsRefusedAndHiddenFilesAreNotRead() throws {
    let file = try ExampleLibrary.freeze(in: folder)
    guard mkfifo(folder.file(".Hidden.swift").path, 0o600) == 0 else { throw POSIXError(.EIO) }
    #expect(run(["check", "--frozen", folder.url.path]).status == .fine)
    let odd = folder.file("Odd.swift").path
    guard mkfifo(odd, 0o600) == 0 else { throw POSIXError(.EIO) }
    let result = run(["check", "--frozen", folder.url.path])
    #expect(result.status == .failure && result.errors == "causeway: \(odd): not a regular file\n", "\(result.errors)")
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  // MARK: All versions and a plan

  @Test func everyVersionAndAPlanAreWritten() throws {
    let target = folder.file("Versions")
    let result = run(["generate", Self.model, "-o", target.path, "--versioned"])
    // The order of a relationship is what the classes of the second version cannot say.
    #expect(result.status == .findings, "\(result.errors)")
    #expect(result.output.contains("so neither Apple's frameworks nor this plan take a store of the model"))
    let names = try FileManager.default.contentsOfDirectory(atPath: target.path).sorted()
    #expect(names == ["LibraryMigrationPlan.swift", "LibraryV1.swift", "LibraryV2.swift"])
    let plan = try String(contentsOf: target.appendingPathComponent(names[0]), encoding: .utf8)
    #expect(
      plan == """
        // LibraryMigrationPlan.swift
        // Written by causeway: the migrations between the versions of a model.

        import SwiftData

        enum LibraryMigrationPlan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] {
            [LibraryV1.self, LibraryV2.self]
          }

          static var stages: [MigrationStage] {
            [libraryV1ToLibraryV2]
          }

          static var libraryV1ToLibraryV2: MigrationStage {
            .lightweight(fromVersion: LibraryV1.self, toVersion: LibraryV2.self)
          }
        }

        // The classes of the newest version.
        typealias Book = LibraryV2.Book
        typealias Loan = LibraryV2.Loan
        typealias Member = LibraryV2.Member
        typealias Shelf = LibraryV2.Shelf
        typealias Tag = LibraryV2.Tag

        """)
    #expect(run(["check", "--frozen", target.path]).status == .fine)
    // The aliases pick the newest classes.
    #expect(run(["check", "--model", Self.model, "--swift", target.path]).status == .fine)
    #expect(run(["generate", Self.model, "-o", target.path, "--versioned"]).status == .failure)
  }

  /// Every shared version is frozen with its hashes, or each entity that is not has a reason.
  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func sharedVersionsAreFrozenOrTold() throws {
    let files = FileManager.default.enumerator(at: SharedMaterial.url("models"), includingPropertiesForKeys: nil)
    let bundles = (files?.allObjects as? [URL] ?? []).filter {
      $0.pathExtension == "xcdatamodeld" && !$0.path.contains("/old-format/")
    }.sorted { $0.path < $1.path }
    var (frozen, told, all, entities, exact) = (0, 0, 0, 0, 0)
    let versions = bundles.flatMap { bundle in
      ((try? ModelFiles.load(bundle).versions) ?? []).map { (bundle, $0.name) }
    }
    for (index, (bundle, name)) in versions.enumerated() where FullRun.isOn || index % 12 == 0 {
      let file = folder.file("Frozen\(index).swift").path
      let result = run(["freeze", bundle.path, "--version", name, "-o", file, "--json"])
      all += 1
      guard result.status != .failure else {
        // A name that Swift cannot have.
        Issue.record("\(bundle.lastPathComponent) \(name): \(result.errors)")
        continue
      }
      let document = try JSONDocument(result.output)
      let found = document["entities"]?.elements ?? []
      entities += found.count
      exact += found.count { $0["isFrozen"] == .boolean(true) }
      #expect(found.allSatisfy { $0["isFrozen"] == .boolean(true) || $0["reasons"]?.elements.isEmpty == false })
      #expect(!result.output.contains("for no reason that is known"), "\(bundle.lastPathComponent) \(name)")
      if result.status == .fine { frozen += 1 } else { told += 1 }
    }
    print("versions frozen: \(frozen) of \(all), \(told) told why not; entities: \(exact) of \(entities)")
    #expect(frozen + told == all)
  }
}
