import Foundation
import ModelDescription
import ModelFiles
import TestKit
import Testing

@testable import causeway

/// `causeway compile`: what it writes reads back as the source, and what is wrong writes nothing.
@Suite struct CompileTests {
  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  @Test func everyVersionReadsBack() throws {
    let folder = try TemporaryFolder()
    let target = folder.file("Library.momd")
    let result = run(["compile", Self.model.path, "-o", target.path])
    #expect(result.status == .fine, "\(result.errors)")
    let (source, compiled) = (try ModelFiles.load(Self.model), try ModelFiles.load(target))
    #expect(compiled.versions.map(\.name) == source.versions.map(\.name))
    #expect(compiled.currentName == source.currentName && compiled.warnings.isEmpty)
    for (version, original) in zip(compiled.versions, source.versions) {
      let (ours, theirs) = (try ResolvedModel(version.model), try ResolvedModel(original.model))
      #expect(ours.versionHashes() == theirs.versionHashes())
    }
    let info = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: target.appendingPathComponent("VersionInfo.plist")), format: nil)
    let entries = try #require(info as? [String: Any])
    let hashes = try #require(entries["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
    let checksums = try #require(entries["NSManagedObjectModel_VersionChecksums"] as? [String: String])
    for version in source.versions {
      let model = try ResolvedModel(version.model)
      #expect(hashes[version.name] == model.versionHashes())
      #expect(checksums[version.name] == model.versionChecksum())
    }
  }

  @Test func theSameModelGivesTheSameBytes() throws {
    let folder = try TemporaryFolder()
    for name in ["A.momd", "B.momd"] {
      #expect(run(["compile", Self.model.path, "-o", folder.file(name).path]).status == .fine)
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("A.momd").path) {
      #expect(
        try Data(contentsOf: folder.file("A.momd/\(name)")) == Data(contentsOf: folder.file("B.momd/\(name)")),
        "\(name)")
    }
  }

  @Test func classesGetTheModule() throws {
    let folder = try TemporaryFolder()
    let source = ModelDescription(entities: [
      EntityDescription(name: "A", className: ".A"), EntityDescription(name: "B", className: "B"),
      EntityDescription(name: "C", className: "Other.C"), EntityDescription(name: "D", className: "NSManagedObject"),
      EntityDescription(name: "E"),
    ])
    let file = folder.file("M.xcdatamodeld")
    let version = ModelBundle.Version(name: "M", path: "", model: source, warnings: [])
    try ModelFiles.write(ModelBundle(path: file.path, versions: [version], currentName: "M"), to: file)
    let target = folder.file("M.momd")
    #expect(run(["compile", file.path, "--module", "App", "-o", target.path]).status == .fine)
    let compiled = try ModelFiles.load(target).version().model
    let names = ["A", "B", "C", "D", "E"].map { compiled.entity(named: $0)?.className }
    #expect(names == ["App.A", "App.B", "Other.C", "NSManagedObject", nil])
  }

  @Test func badInputWritesNothing() throws {
    let folder = try TemporaryFolder()
    let target = folder.file("Library.momd").path
    #expect(run(["compile", folder.file("none.xcdatamodeld").path, "-o", target]).status == .failure)
    let ending = run(["compile", Self.model.path, "-o", folder.file("Library").path])
    #expect(ending.status == .failure && ending.errors.contains(".momd"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    #expect(run(["compile", Self.model.path, "-o", target]).status == .fine)
    let again = run(["compile", Self.model.path, "-o", target])
    #expect(again.status == .failure && again.errors.contains("--force"))
    #expect(run(["compile", Self.model.path, "--force", "-o", target]).status == .fine)
  }

  @Test func portableRunsTheHelper() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("Loan.swift")
    try "@objc(Loan) class Loan {}\nlet a = #selector(Loan.b)\n".write(to: file, atomically: true, encoding: .utf8)
    let listed = try Subprocess([BuiltCommand.url.path, "portable", folder.url.path]).run()
    #expect(
      listed.status == 1 && listed.output.contains("Loan.swift:1:1: @objc(Loan) needs Objective-C"), "\(listed.output)")
    #expect(listed.output.contains("Loan.swift:2:9: by hand: #selector"))
    let applied = try Subprocess([BuiltCommand.url.path, "portable", "--apply", folder.url.path]).run()
    #expect(applied.status == 1 && applied.output.contains("Edited 1 place; 1 place left."), "\(applied.output)")
    let document = try Subprocess([BuiltCommand.url.path, "portable", "--json", folder.url.path]).run()
    let schema = SharedMaterial.packageRoot.appendingPathComponent("Documentation/Schemas/portable.json")
    let problems = try JSONSchema(String(contentsOf: schema, encoding: .utf8)).problems(
      in: JSONDocument(document.output))
    #expect(problems.isEmpty)
  }
}
