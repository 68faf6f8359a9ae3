import Foundation
import TestKit
import Testing

/// The seeds' Core Data stacks: a program of their own, since their models and classes are made by the build plugin's tool.
@Suite struct SeedProgramTests {
  private static let folder = SeedTable.folder.appendingPathComponent("Stacks")

  @Test func theStacksRun() throws {
    let folder = try TemporaryFolder()
    let built = try BuiltPackage()
    let house = try built.makeLibrary(folder.file("libHouse.so"), of: ["CoreData", "SwiftData"])
    let sources = try Self.files(Self.folder, "swift")
    let models = try FileManager.default.contentsOfDirectory(
      at: Self.folder.appendingPathComponent("Models"), includingPropertiesForKeys: nil)
    try #require(models.count == 5)
    let generated = folder.file("Generated")
    let tool = try Subprocess(
      [BuiltTool.url().path, "build", "--module", "SeedStacks", "-o", generated.path]
        + models.flatMap { ["--model", $0.path] } + sources.map(\.path)
    ).run()
    try #require(tool.isFine, "\(tool.output)")

    let program = folder.file("SeedStacks")
    let compiled = try SwiftCompiler.build(
      sources + Self.files(generated, "swift"), into: program, module: "SeedStacks",
      arguments: built.importArguments + ["-parse-as-library"] + house, languageMode: "5")
    try #require(compiled.isFine, "\(compiled.output)")

    let run = try Subprocess([program.path], environment: ["XDG_DATA_HOME": folder.file("Home").path]).run()
    #expect(run.isFine, "\(run.output)")
    let blocks = SeedTable.blocks.filter { block in if case .stack = block.verdict { true } else { false } }.count
    // And the one of the relationship that the text breaks off at.
    #expect(run.output.contains("Test run with \(blocks + 1) tests"), "\(run.output)")
    // Of the block that the document calls right: it reads a user outside of the context's queue.
    let reports = run.output.split(separator: "\n").filter { $0.contains(" was used on ") }
    #expect(reports.count == 1 && reports.allSatisfy { $0.contains("User.name of ") }, "\(reports)")
    print("seeds: \(blocks) of \(blocks) blocks with Core Data stacks run")
  }

  private static func files(_ folder: URL, _ suffix: String) throws -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL]
    return (files ?? []).filter { $0.pathExtension == suffix }.sorted { $0.path < $1.path }
  }
}
