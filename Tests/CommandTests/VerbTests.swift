import Foundation
import ModelCodegen
import ModelDescription
import ModelFiles
import SQLiteDriver
import TestKit
import Testing
import causeway

@Suite struct VerbTests {
  private let folder: TemporaryFolder
  private let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld").path

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: String...) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  @Test func hashNamesEveryVersion() {
    let (status, output, errors) = run("hash", model)
    #expect(status == .fine && errors.isEmpty)
    #expect(output.contains("Library 2") && output.contains("  Shelf"))
    #expect(run("hash", model, "--json").output.contains("\"format\": 1"))
  }

  @Test func generateWritesAFileAnEntityAndNeverOverwrites() throws {
    let target = folder.file("Generated").path
    let (status, output, _) = run("generate", model, "-o", target)
    #expect(status != .failure, "\(output)")
    let files = try FileManager.default.contentsOfDirectory(atPath: target).sorted()
    #expect(files == ["Book.swift", "Loan.swift", "Member.swift", "Shelf.swift", "Tag.swift"])
    let again = run("generate", model, "-o", target)
    #expect(again.status == .failure && again.errors.contains("Book.swift") && again.errors.contains("--force"))
    #expect(run("generate", model, "-o", target, "--force").status == status)
  }

  @Test func seedMakesAStoreThatSQLiteReads() throws {
    let store = folder.file("Library.sqlite").path
    let (status, output, errors) = run("seed", model, "--rows", "20", "-o", store)
    #expect(status == .fine, "\(errors)")
    #expect(output.contains("100 rows"))
    let connection = try Connection(path: store, mode: .untouched)
    #expect(try connection.text("SELECT count(*) FROM ZBOOK") == "20")
    #expect(try connection.text("PRAGMA integrity_check") == "ok")
    #expect(run("seed", model, "--rows", "1", "-o", store).status == .failure)
  }

  @Test(arguments: [
    ["hash", "/nowhere/M.xcdatamodeld"], ["generate", "/nowhere/M.momd", "-o", "/tmp/x"],
    ["seed", "/nowhere/M.mom", "--rows", "1", "-o", "/nowhere/S"],
  ])
  func badInputIsOneLine(_ words: [String]) {
    let captured = CapturedOutput()
    #expect(Tool.run(words, console: captured.console) == .failure)
    #expect(captured.output.isEmpty)
    #expect(captured.errors.split(separator: "\n").count == 1 && captured.errors.contains("/nowhere"))
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func codeIsWrittenForEveryModel() throws {
    let paths = FileManager.default.enumerator(at: SharedMaterial.url("models"), includingPropertiesForKeys: nil)
    var (written, all) = (0, 0)
    for case let url as URL in paths ?? .init()
    where url.pathExtension == "xcdatamodeld" && !url.path.contains("/old-format/") {
      for version in try ModelFiles.load(url).versions {
        all += 1
        let code = try ModelGenerator(version.model, title: version.name).generate()
        if code.files.count >= version.model.entities.count { written += 1 }
      }
    }
    print("code generated for models: \(written) of \(all)")
    #expect(written == all)
  }
}
