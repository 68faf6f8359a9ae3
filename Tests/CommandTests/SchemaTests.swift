import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

/// Every verb's `--json` is what its schema in the documentation says.
@Suite struct SchemaTests {
  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    .path

  private static func schema(_ verb: String) throws -> JSONSchema {
    let file = SharedMaterial.packageRoot.appendingPathComponent("Documentation/Schemas/\(verb).json")
    return try JSONSchema(String(contentsOf: file, encoding: .utf8))
  }

  private func check(_ words: [String], _ expected: causeway.ExitStatus) throws {
    let captured = CapturedOutput()
    let status = Tool.run(words + ["--json"], console: captured.console)
    #expect(status == expected, "\(words): \(captured.errors)")
    let problems = try Self.schema(words[0]).problems(in: JSONDocument(captured.output))
    #expect(problems.isEmpty, "\(words)")
    #expect(captured.output.contains("\n  \"format\": 1"))
  }

  @Test func everyVerbHasASchema() throws {
    let folder = SharedMaterial.packageRoot.appendingPathComponent("Documentation/Schemas").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files == CommandList.all.map { $0.name + ".json" }.sorted())
  }

  @Test func everyDocumentFollowsItsSchema() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("Library.sqlite").path
    let classes = folder.file("classes").path
    try check(["seed", Self.model, "--version", "Library", "--rows", "3", "-o", store], .fine)
    try check(["generate", Self.model, "-o", classes], .fine)
    try check(["generate", Self.model, "--core-data", "-o", folder.file("managed").path], .fine)
    try check(["compile", Self.model, "-o", folder.file("Library.momd").path], .fine)
    try check(["hash", Self.model], .fine)
    try check(["hash", store], .fine)
    try check(["inspect", store], .fine)
    try check(["inspect", store, "--entity", "Book", "--limit", "2"], .fine)
    try check(["inspect", store, "--entity", "Book", "--redact"], .fine)
    try check(["inspect", store, "--entity", "Book", "--where", "pageCount > 3", "--sort", "-title"], .fine)
    try check(["explain", store, "--entity", "Book", "--where", "title BEGINSWITH 'A'"], .fine)
    try check(
      ["explain", store, "--entity", "Book", "--where", "pageCount == 3 AND price > 1.5", "--sort", "isbn"], .fine)
    try check(["check", "--model", Self.model, "--store", store, "--swift", classes], .findings)
    try check(["diff", Self.model + "#Library", Self.model], .findings)
    try check(["diff", Self.model, classes], .findings)
    try check(["diff", store, Self.model + "#Library"], .fine)
    let frozen = folder.file("frozen/LibraryV1.swift").path
    try check(["freeze", store, "-o", frozen], .fine)
    try check(["freeze", Self.model, "-o", folder.file("frozen/LibraryV2.swift").path], .findings)
    try check(["check", "--frozen", folder.file("frozen").path], .fine)
    try check(["generate", Self.model, "--versioned", "-o", folder.file("versions").path], .findings)
    try check(["seed", Self.model, "--rows", "1", "--extremes", "-o", folder.file("Extreme.sqlite").path], .fine)
    try check(["doctor", store], .fine)
    let copy = ["copy", store, "--to-model", Self.model, "-o", folder.file("Copy.sqlite").path]
    try check(copy + ["--dry-run"], .fine)
    try check(copy, .fine)
    let merge = ["copy", store, "--to-model", Self.model, "--version", "Library", "-o", store + "2"]
    try FileManager.default.copyItem(atPath: store, toPath: store + "2")
    try check(merge + ["--key", "Tag=name"], .findings)
    try Connection(path: store, mode: .readWrite).execute("UPDATE ZLOAN SET ZMEMBER = 99; DROP INDEX Z_Tag_UNIQUE_name")
    try check(["doctor", store], .findings)
    try check(["doctor", store, "--fix", "-o", folder.file("Mended.sqlite").path], .fine)
    try check(["check", "--model", Self.model, "--version", "Library 2", "--store", store], .findings)
    try "@Model class A { var x: Elsewhere; let y = 1; init() {} }"
      .write(toFile: classes + "/A.swift", atomically: true, encoding: .utf8)
    try check(["check", "--model", Self.model, "--swift", classes], .findings)
    try Connection(path: store, mode: .readWrite).execute("UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'")
    try check(["inspect", store], .findings)
    try check(["hash", store], .findings)
    try check(["inspect", store, "--model", Self.model], .findings)
  }

  @Test func theCheckerFindsWhatIsWrong() throws {
    let schema = try JSONSchema(
      #"""
      {"type": "object", "required": ["a", "b"], "additionalProperties": false, "properties": {
        "a": {"type": ["integer", "null"]}, "b": {"oneOf": [{"const": 1}, {"type": "boolean"}]},
        "c": {"type": "array", "items": {"pattern": "^x"}}}}
      """#)
    func problems(_ text: String) throws -> Int {
      try schema.problems(in: JSONDocument(text)).count
    }
    #expect(try problems(#"{"a": 1, "b": true, "c": ["x"]}"#) == 0)
    #expect(try problems(#"{"a": null, "b": 1}"#) == 0)
    #expect(try problems(#"{"a": 1.5, "b": 2, "c": ["y", "x"], "d": 0}"#) == 4)
    #expect(try problems("[]") == 1)
    #expect(try problems("{}") == 2)
  }
}
