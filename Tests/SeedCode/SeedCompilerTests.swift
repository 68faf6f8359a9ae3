import Foundation
import TestKit
import Testing

/// What the compiler says to the blocks that are no part of this module.
@Suite struct SeedCompilerTests {
  private func files(_ folder: String, _ more: String...) throws -> [URL] {
    try ([folder] + more).flatMap { folder in
      try FileManager.default.contentsOfDirectory(
        at: SeedTable.folder.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    }
    .filter { ["swift", "txt"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
  }

  /// Views and apps, against a stand-in for SwiftUI that is compiled for it.
  @Test func viewsAndAppsCompile() throws {
    let folder = try TemporaryFolder()
    let built = try BuiltPackage().importArguments
    let module = try Subprocess(
      [
        "swiftc", "-emit-module", "-wmo", "-module-name", "SwiftUI", "-swift-version", "6", "-o",
        folder.file("SwiftUI.swiftmodule").path,
      ] + built + files("UI/SwiftUI").map(\.path)
    ).run()
    try #require(module.status == 0, "\(module.output)")
    for (part, support) in [
      ("Views", "Support"), ("App1", "Support"), ("App2", "Support"), ("CoreDataViews", "CoreDataSupport"),
    ] {
      let outcome = try SwiftCompiler.typecheck(
        files("UI/\(part)", "UI/\(support)"), module: part,
        arguments: ["-I", folder.url.path, "-parse-as-library", "-wmo"] + built, languageMode: "5")
      #expect(outcome.status == 0, "\(outcome.output)")
    }
  }

  @Test func rejectedBlocksAreRejectedForTheirReason() throws {
    let rejected = SeedTable.blocks.compactMap { block in
      if case .rejected(let message) = block.verdict { (block, message) } else { nil }
    }
    let outcome = try SwiftCompiler.typecheck(
      files("Rejected", "Rejected/Support"), arguments: ["-parse-as-library", "-wmo"] + BuiltPackage().importArguments)
    let lines = outcome.output.split(separator: "\n")
    for (block, message) in rejected {
      let name = block.file.lastPathComponent
      #expect(
        lines.contains { $0.contains("\(name):") && $0.contains("error: ") && $0.contains(message) },
        "\(block.testDescription): \(message)\n\(outcome.output)")
    }
    print("seeds: \(rejected.count) of \(rejected.count) rejected blocks are told why")
  }

  /// Those that cannot even be parsed, and the one that has an ellipsis where an argument belongs, which is parsed as an
  /// operator and fails at its line however it is surrounded.
  @Test func nobodyCanCompileTheRest() throws {
    var rest = 0
    for block in SeedTable.blocks {
      guard case .never = block.verdict else { continue }
      rest += 1
      let folder = try TemporaryFolder()
      let file = folder.file("Block.swift")
      let text = try block.text()
      if text.contains("(...)") {
        // The first line of the block is the second of the file.
        let source =
          "import CoreData; @MainActor func block(viewContext: NSManagedObjectContext) throws {\n\(text)\n}\n"
        try Data(source.utf8).write(to: file)
        let line =
          try #require(
            text.split(separator: "\n", omittingEmptySubsequences: false)
              .firstIndex { $0.contains("(...)") }) + 2
        let outcome = try SwiftCompiler.typecheck([file], arguments: BuiltPackage().importArguments)
        #expect(outcome.status != 0, "\(block.testDescription) compiles")
        #expect(outcome.output.contains("Block.swift:\(line):"), "\(outcome.output)")
        #expect(outcome.output.contains("error: "), "\(outcome.output)")
        continue
      }
      try Data(text.utf8).write(to: file)
      let outcome = try Subprocess(["swiftc", "-frontend", "-parse", file.path]).run()
      #expect(outcome.status != 0, "\(block.testDescription) can be parsed")
    }
    print("seeds: \(rest) of \(rest) other blocks cannot be compiled by anybody")
    #expect(rest > 1)
  }
}
