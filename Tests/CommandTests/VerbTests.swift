import Foundation
import ModelCodegen
import ModelDescription
import ModelFiles
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

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

  @Test func seedNamesWhatNoNewStoreGets() throws {
    let model = folder.file("M.xcdatamodel").path
    try FileManager.default.createDirectory(atPath: model, withIntermediateDirectories: true)
    try """
    <?xml version="1.0" encoding="UTF-8"?><model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Place"><attribute name="x" attributeType="Double"/>
    <fetchIndex name="where"><fetchIndexElement property="x" type="RTree" order="ascending"/></fetchIndex>
    <fetchIndex name="few" partialIndexPredicate="x &gt; 1"><fetchIndexElement property="x" type="Binary" order="ascending"/>
    </fetchIndex></entity></model>
    """.write(toFile: model + "/contents", atomically: true, encoding: .utf8)
    let lines = [
      "The index where of Place is not made: how the frameworks write location (R-tree) indexes is not known; fetches answer the same without.",
      "The index few of Place is not made: how the frameworks write partial indexes is not known; fetches answer the same without.",
    ]
    let words = run("seed", model, "--rows", "2", "-o", folder.file("a.sqlite").path)
    #expect(words.status == .fine, "\(words.errors)")
    for line in lines { #expect(words.output.contains("  " + line + "\n"), "\(words.output)") }
    let json = run("seed", model, "--rows", "2", "-o", folder.file("b.sqlite").path, "--json")
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(document?["omissions"] as? [String] == lines)
    #expect(document?["empty"] as? [String] == [])
  }

  @Test func seedSaysThatTheFolderIsMissing() {
    let missing = folder.file("missing").path
    let result = run("seed", model, "--rows", "1", "-o", missing + "/x.sqlite")
    #expect(result.status == .failure)
    #expect(result.errors.contains("there is no folder \(missing)") && !result.errors.contains("permissions"))
  }

  @Test func hashOfAFolderAsksForAFileInIt() {
    let result = run("hash", folder.url.path)
    #expect(result.status == .failure)
    #expect(result.errors.contains("name an .xcdatamodeld") && result.errors.contains("or a store"))
  }

  @Test func outputThatCannotBeWrittenIsAFailure() throws {
    let errors = CapturedOutput()
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    let console = Console(
      output: { try Console.write($0, to: full) }, errors: { errors.console.note($0) })
    #expect(Tool.run(["hash", model], console: console) == .failure)
    #expect(errors.errors.contains("causeway: the output cannot be written: No space left on device"))
    #expect(Tool.run(["--version"], console: console) == .failure)
  }

  @Test func aClosedPipeIsNoFailure() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let console = Console(output: { try Console.write($0, to: descriptor) }, errors: { _ in })
    withExtendedLifetime(pipe) { #expect(Tool.run(["--version"], console: console) == .fine) }
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
