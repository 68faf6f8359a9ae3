import Foundation
import ModelDescription
import ModelFiles
import SQLiteDriver
import SQLiteStore
import TestKit
import Testing
import causeway_source

@testable import causeway

@Suite struct CheckTests {
  private let folder: TemporaryFolder
  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    .path

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(["check"] + words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  private func findings(_ words: [String]) throws -> [[String: Any]] {
    let output = run(words + ["--json"]).output
    let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    return try #require(document?["findings"] as? [[String: Any]])
  }

  private func seed(_ version: String) throws -> String {
    let path = folder.file("\(version).sqlite").path
    let captured = CapturedOutput()
    let words = ["seed", Self.model, "--version", version, "--rows", "2", "-o", path]
    try #require(Tool.run(words, console: captured.console) == .fine, "\(captured.errors)")
    return path
  }

  private func classes(_ version: String, _ change: (String) -> String = { $0 }) throws -> String {
    let target = folder.file("classes")
    let captured = CapturedOutput()
    let words = ["generate", Self.model, "--version", version, "-o", target.path]
    try #require(Tool.run(words, console: captured.console) != .failure, "\(captured.errors)")
    for name in try FileManager.default.contentsOfDirectory(atPath: target.path) {
      let file = target.appendingPathComponent(name)
      try change(String(contentsOf: file, encoding: .utf8)).write(to: file, atomically: true, encoding: .utf8)
    }
    return target.path
  }

  @Test func aStoreIsRecognisedAsItsVersion() throws {
    let store = try seed("Library")
    let result = run(["--model", Self.model, "--store", store])
    #expect(result.status == .fine)
    #expect(result.errors == "")
    #expect(
      result.output == """
        Store \(store)
          same: the store is version "Library" of the model.
          The current version is "Library 2": the store differs from it; --version "Library 2" lists in what.

        """)
  }

  @Test func everyDifferenceFromANamedVersionIsListed() throws {
    let store = try seed("Library")
    let result = run(["--model", Self.model, "--store", store, "--version", "Library 2"])
    #expect(result.status == .findings)
    #expect(
      result.output.contains("  differs: the store does not have the tables of version \"Library 2\" of the model.\n"))
    let found = try findings(["--model", Self.model, "--store", store, "--version", "Library 2"])
    let places = found.map {
      [$0["kind"], $0["entity"], $0["property"]].map { $0 as? String ?? "-" }.joined(separator: " ")
    }
    #expect(
      places.sorted() == [
        "entityMissingInStore Shelf -", "propertyMissingInStore Book isArchived", "propertyMissingInStore Book shelf",
      ])
    #expect(found.allSatisfy { $0["grade"] as? String == "differs" && ($0["advice"] as? String)?.isEmpty == false })
  }

  @Test func aStoreWithoutModelIsComparedByHashes() throws {
    let store = try seed("Library")
    let connection = try Connection(path: store, mode: .readWrite)
    try connection.execute("DELETE FROM Z_MODELCACHE")
    #expect(run(["--model", Self.model, "--store", store]).status == .fine)
    // Alone, the other version cannot say what the store's model is.
    let alone = Self.model + "/Library 2.xcdatamodel"
    let found = try findings(["--model", alone, "--store", store])
    #expect(found.compactMap { $0["kind"] as? String } == ["hash", "entityMissingInStore"])
    #expect(found.compactMap { $0["entity"] as? String } == ["Book", "Shelf"])
  }

  @Test func aBrokenModelInTheStoreIsRefusedWhereItIsNeeded() throws {
    let store = try seed("Library")
    let connection = try Connection(path: store, mode: .readWrite)
    try connection.execute("DELETE FROM Z_MODELCACHE; INSERT INTO Z_MODELCACHE VALUES (x'00FF00FF')")
    let known = run(["--model", Self.model, "--store", store])
    #expect(known.status == .fine && known.output.contains("is broken"))
    let other = run(["--model", Self.model + "/Library 2.xcdatamodel", "--store", store])
    #expect(other.status == .failure && other.output.isEmpty)
    #expect(other.errors.split(separator: "\n").count == 1 && other.errors.contains("is broken"))
  }

  @Test func generatedClassesAreTheirVersionAndFitTheOrderedOne() throws {
    let store = try seed("Library")
    let path = try classes("Library")
    let result = run(["--model", Self.model, "--store", store, "--swift", path])
    #expect(result.status == .fine, "\(result.output)\(result.errors)")
    #expect(result.output.contains("  same: the classes are version \"Library\" of the model.\n"))
    #expect(result.output.contains("The classes on the store\n  same: all entity hashes are equal.\n"))
  }

  @Test func classesOfAnOrderedModelFit() throws {
    let path = try classes("Library 2")
    let result = run(["--model", Self.model, "--swift", path])
    #expect(result.status == .fine, "\(result.output)\(result.errors)")
    #expect(
      result.output.contains("  fits: the classes open a store of version \"Library 2\" of the model as it is.\n"))
    #expect(result.output.contains("    fits    Shelf.books: the model has ordered, the classes have unordered\n"))
    #expect(result.output.contains("            Apple's SwiftData would migrate the store and lose the order.\n"))
  }

  @Test func generatedDefaultsAreThoseOfTheModel() throws {
    let path = try classes("Library 2")
    #expect(try findings(["--model", Self.model, "--swift", path]).compactMap { $0["kind"] as? String } == ["ordered"])
  }

  @Test func aDefaultThatOnlyTheProgramKnowsIsNoDifference() throws {
    let path = try classes("Library 2") {
      $0.replacingOccurrences(of: "var renewals: Int32 = 0", with: "var renewals: Int32 = usual()")
        .replacingOccurrences(of: "var width: Double? = 0.0", with: "var width: Double? = 2.5")
    }
    let found = try findings(["--model", Self.model, "--swift", path]).filter { $0["grade"] as? String == "same" }
    #expect(
      found.map { $0["message"] as? String } == ["Shelf.width: the model has default 0.0, the classes have default 2.5"]
    )
  }

  @Test func changedClassesDifferByProperty() throws {
    let path = try classes("Library") {
      $0.replacingOccurrences(of: "var memberName: String", with: "var memberName: Int")
        .replacingOccurrences(of: "var renewals: Int32", with: "var renewals: Int")
    }
    let words = ["--model", Self.model, "--swift", path]
    #expect(run(words).status == .findings)
    let found = try findings(words).filter { $0["grade"] as? String != "same" }
    let facts = found.map { finding in
      ["kind", "entity", "property", "grade"].compactMap { finding[$0] as? String }
    }
    #expect(
      facts == [["attributeType", "Loan", "memberName", "differs"], ["integerWidth", "Loan", "renewals", "fits"]])
    #expect(found.last?["message"] as? String == "Loan.renewals: the model has Integer 32, the classes have Integer 64")
    #expect((found.last?["apple"] as? String)?.contains("or refuse it") == true)
  }

  @Test func whatIsNotResolvedIsSaidAndNotCompared() throws {
    let path = try classes("Library") {
      $0.replacingOccurrences(of: "var memberName: String", with: "var memberName: Elsewhere")
    }
    let words = ["--model", Self.model, "--swift", path]
    let result = run(words)
    #expect(result.status == .findings)
    #expect(
      result.output.contains(
        "  unresolved: the classes are version \"Library\" of the model, as far as the source shows.\n"))
    #expect(
      result.output.contains("  Loan.memberName (Loan.swift): the type Elsewhere is declared in none of the files\n"))
    let found = try findings(words).filter { $0["grade"] as? String != "same" }
    #expect(found.compactMap { $0["kind"] as? String } == ["unresolved"])
  }

  @Test func storedPropertiesInsideAConditionAreNeverSame() throws {
    let path = try classes("Library") {
      $0.replacingOccurrences(
        of: "final class Tag {", with: "final class Tag {\n  #if DEBUG\n    var extra = 1\n  #endif")
    }
    let words = ["--model", Self.model, "--swift", path]
    #expect(run(words).status == .findings)
    #expect(run(words).output.contains("  unresolved: ") && !run(words).output.contains("  same: "))
    #expect(run(words + ["--json"]).output.contains("\n  \"grade\": \"unresolved\",\n"))
    #expect(try findings(words).compactMap { $0["property"] as? String } == ["extra"])
  }

  @Test func anUnresolvedRelationshipTakesItsInverseAlong() throws {
    let path = try classes("Library") {
      $0.replacingOccurrences(of: "var book: Book?", with: "var book: Elsewhere<Book>?")
    }
    let found = try findings(["--model", Self.model, "--swift", path]).filter { $0["grade"] as? String != "same" }
    #expect(Set(found.compactMap { $0["kind"] as? String }) == ["unresolved"])
  }

  @Test(arguments: [
    ([String](), "--model MODEL is missing"),
    (["--model", "M"], "nothing to check: give --store STORE, --swift DIR or both"),
    (["--model", "M", "--stroe", "S"], "unknown option \"--stroe\"; did you mean \"--store\"?"),
    (
      ["--model", "/nowhere/M.xcdatamodeld", "--store", "S"], "/nowhere/M.xcdatamodeld: there is no such file or folder"
    ),
    (["--model", model, "--store", "/nowhere/S"], "/nowhere/S does not exist or cannot be reached."),
    (["--model", model, "--swift", "/nowhere/D"], "/nowhere/D: no such folder"),
    (
      ["--model", model, "--store", "S", "--version", "3"],
      "\(model): has no version \"3\"; it has \"Library\", \"Library 2\""
    ),
  ])
  func badInputIsOneLine(_ words: [String], _ line: String) {
    let result = run(words)
    #expect(result.status == .failure)
    #expect(result.output == "")
    #expect(result.errors == "causeway: \(line)\n")
  }

  @Test func foldersWithoutClassesAreRefused() throws {
    let empty = run(["--model", Self.model, "--swift", folder.url.path])
    #expect(empty.errors == "causeway: \(folder.url.path): holds no Swift files\n")
    try "struct A {}".write(to: folder.file("A.swift"), atomically: true, encoding: .utf8)
    let plain = run(["--model", Self.model, "--swift", folder.url.path])
    #expect(plain.status == .failure)
    #expect(plain.errors == "causeway: \(folder.url.path): no Swift file in it declares a @Model class\n")
  }

  @Test func aMissingHelperIsNamed() throws {
    let helper = SourceHelper(folder.file("causeway-source"))
    let error = #expect(throws: CommandError.self) { try helper.read(".") }
    #expect(error?.message.contains("swift build --product causeway-source") == true)
  }

  @Test func theHelpersDocumentComesBackAsItWas() throws {
    let bundle = try ModelFiles.load(URL(fileURLWithPath: Self.model))
    for version in bundle.versions {
      let document = SourceModelDocument(
        model: version.model, findings: [SourceFinding(kind: .unresolved, entity: "A", message: "b")])
      #expect(try SourceModelDocument.read(document.data()) == document)
    }
    #expect(throws: ModelFileError.self) { try SourceModelDocument.read(Data("{}".utf8)) }
  }

  /// The model beside or inside each real store, and the version it is.
  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func realStoresAreGradedAgainstTheModelsBesideThem() throws {
    var (recognised, graded, all) = (0, 0, 0)
    for store in try RealStores.all() {
      // Xcode 3's model files are not read.
      let models = store.models.filter { (try? ModelFiles.load(URL(fileURLWithPath: $0))) != nil }
      guard !models.isEmpty else { continue }
      all += 1
      let results = models.map { run(["--model", $0, "--store", store.path, "--json"]) }
      #expect(!results.contains { $0.status == .failure }, "\(store.name): \(results.map(\.errors))")
      if !results.contains(where: { $0.status == .failure }) { graded += 1 }
      if results.contains(where: {
        $0.output.hasPrefix("{\n  \"findings\": [],\n  \"format\": 1,\n  \"grade\": \"same\"")
      }) {
        recognised += 1
      } else {
        print("no version of the models beside it: \(store.name) in \(models.count) models")
      }
    }
    print("stores graded against the model beside them: \(graded) of \(all), \(recognised) recognised as a version")
    #expect(graded == all && all > 0)
  }
}
