import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

@Suite struct DiffTests {
  private let folder: TemporaryFolder
  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    .path

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(["diff"] + words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  private func kinds(_ words: [String]) throws -> [String] {
    let result = run(words + ["--json"])
    let document = try JSONDocument(result.output)
    return (document["differences"]?.elements ?? []).map { difference in
      ["kind", "entity", "property"].compactMap { difference[$0]?.string }.joined(separator: " ")
    }
  }

  @Test func everyDifferenceIsToldWithWhatItMeans() {
    let result = run([Self.model + "#Library", Self.model + "#Library 2"])
    #expect(result.status == .findings && result.errors.isEmpty)
    #expect(
      result.output == """
        A  model \(Self.model), version "Library"
        B  model \(Self.model), version "Library 2"

        Book.isArchived
          A            no such property
          B            mandatory attribute of type Boolean, default false
          hash         changes
          lightweight  yes
          CloudKit     allowed

        Book.shelf
          A            no such property
          B            to-one relationship to Shelf
          hash         changes
          lightweight  yes
          CloudKit     allowed

        Shelf
          A            no such entity
          B            entity Shelf
          hash         changes
          lightweight  yes
          CloudKit     no: uniqueness constraints are not mirrored

        3 differences: the hashes of Book, Shelf change, 3 stay; the migration is lightweight.

        """)
  }

  @Test func versionsAreNamedInTwoWays() throws {
    let marked = try kinds([Self.model + "#Library 2", Self.model + "#Library"])
    #expect(marked == ["propertyRemoved Book isArchived", "propertyRemoved Book shelf", "entityRemoved Shelf"])
    #expect(try kinds([Self.model, Self.model, "--from", "Library 2", "--to", "Library"]) == marked)
    #expect(try kinds([Self.model + "#Library 2", Self.model]).isEmpty)
    #expect(run([Self.model, Self.model]).status == .fine)
    #expect(run([Self.model, Self.model]).output.hasSuffix("\nNo differences; all hashes are equal.\n"))
  }

  @Test func aFileWithTheSignInItsNameIsAFile() throws {
    let copy = folder.file("A#B.xcdatamodeld").path
    try FileManager.default.copyItem(atPath: Self.model, toPath: copy)
    #expect(run([copy, copy + "#Library 2"]).status == .fine)
  }

  @Test func storesAndClassesAreSidesToo() throws {
    let store = folder.file("Library.sqlite").path
    let classes = folder.file("classes").path
    let captured = CapturedOutput()
    let seeded = Tool.run(
      ["seed", Self.model, "--version", "Library", "--rows", "1", "-o", store], console: captured.console)
    #expect(seeded == .fine)
    #expect(Tool.run(["generate", Self.model, "-o", classes], console: captured.console) == .fine)
    #expect(run([store, Self.model + "#Library"]).status == .fine)
    #expect(try kinds([store, Self.model]).count == 3)
    // Order is what classes cannot say.
    #expect(try kinds([Self.model, classes]) == ["ordered Shelf books"])
    #expect(run([store, classes]).output.contains("A  store \(store)\nB  classes in \(classes)\n"))
  }

  private static let versions = """
    import SwiftData
    enum LibraryV1: VersionedSchema {
      static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { var title: String; init() { title = "" } }
      @Model final class Unlisted { var x: Int = 0; init() {} }
    }
    enum LibraryV2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { return [LibraryV2.Book.self, Shelf.self] }
      @Model final class Book { var title: String; var shelf: Shelf?; init() { title = "" } }
    }
    @Model final class Shelf { var code: String = ""; var books: [Book] = []; init() {} }
    typealias Book = LibraryV2.Book
    """

  @Test func versionedSchemasAreSides() throws {
    let source = folder.file("Versions.swift")
    try Self.versions.write(to: source, atomically: true, encoding: .utf8)
    #expect(
      try kinds([source.path + "#LibraryV1", source.path + "#LibraryV2"]) == [
        "propertyAdded Book shelf", "entityAdded Shelf",
      ]
    )
    #expect(try kinds([folder.url.path + "#LibraryV1", source.path + "#LibraryV1"]).isEmpty)
    let wrong = run([source.path + "#LibraryV3", source.path + "#LibraryV2"])
    #expect(wrong.status == .failure)
    #expect(
      wrong.errors
        == "causeway: \(source.path): no file declares one VersionedSchema LibraryV3; there are LibraryV1, LibraryV2\n")
  }

  @Test func versionsSideBySideMustBeNamed() throws {
    let source = folder.file("Versions.swift")
    try Self.versions.replacing("typealias Book = LibraryV2.Book", with: "")
      .write(to: source, atomically: true, encoding: .utf8)
    let result = run([source.path, source.path + "#LibraryV2"])
    #expect(result.status == .failure)
    #expect(
      result.errors
        == "causeway: \(source.path): declares the versions LibraryV1, LibraryV2; name one as \(source.path)#LibraryV1\n"
    )
  }

  @Test func whatIsNotResolvedIsToldAndNotCompared() throws {
    let source = folder.file("Book.swift")
    try "@Model final class Book { var title: Elsewhere; init() {} }".write(
      to: source, atomically: true, encoding: .utf8)
    let result = run([source.path, source.path])
    #expect(result.status == .findings)
    #expect(result.output.contains("Not resolved, and therefore not compared\n  Book.title (Book.swift): "))
  }

  @Test(arguments: [
    ([String](), "A is missing"),
    (["/nowhere/A", model], "/nowhere/A does not exist or cannot be reached."),
    (
      [model + "#3", model],
      "\(model): has no version \"3\"; it has \"Library\", \"Library 2\""
    ),
    (
      [model + "#3", model, "--from", "4"], "\(model)#3: names the version \"3\", and \"4\" is given too"
    ),
  ])
  func badInputIsOneLine(_ words: [String], _ line: String) {
    let result = run(words)
    #expect(result.status == .failure && result.output.isEmpty)
    #expect(result.errors == "causeway: \(line)\n")
  }

  @Test func aStoreWithoutModelIsRefused() throws {
    let store = folder.file("Library.sqlite").path
    let captured = CapturedOutput()
    #expect(Tool.run(["seed", Self.model, "--rows", "1", "-o", store], console: captured.console) == .fine)
    try Connection(path: store, mode: .readWrite).execute("DELETE FROM Z_MODELCACHE")
    let result = run([store, Self.model])
    #expect(
      result.errors == "causeway: \(store): the store keeps no model of itself; name the model's file instead\n")
  }
}
