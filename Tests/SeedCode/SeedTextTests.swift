import Foundation
import TestKit
import Testing

/// The files have the documents' code, all of it, byte for byte.
@Suite struct SeedTextTests {
  @Test(.enabled(if: SharedMaterial.isPresent)) func everyBlockIsAsInItsDocument() throws {
    let documents = try SeedTable.documents()
    try #require(documents.count == 4)
    var same = 0
    for block in SeedTable.blocks {
      let lines = documents[block.document]
      try #require(block.lines.upperBound <= lines.count, "\(block.testDescription)")
      let text = lines[(block.lines.lowerBound - 1)..<block.lines.upperBound].joined(separator: "\n") + "\n"
      let isSame = try Data(text.utf8) == Data(block.text().utf8)
      #expect(isSame, "\(block.testDescription) differs")
      if isSame { same += 1 }
    }
    print("seeds: \(same) of \(SeedTable.blocks.count) blocks are in their files byte for byte")
  }

  /// No line of the documents that looks like code is left out.
  @Test(.enabled(if: SharedMaterial.isPresent)) func noCodeIsLeftOut() throws {
    let code =
      /^\s*(import |@\w+[ (\n]|@\w+$|class |final |struct |enum |let |var |func |static |extension |private |\}|\.[a-z]|#[A-Z]|\/\/|if |for |try |return |guard |switch )/
    for (number, lines) in try SeedTable.documents().enumerated() {
      let covered = Set(SeedTable.blocks.filter { $0.document == number }.flatMap(\.lines))
      for (index, line) in lines.enumerated() where !covered.contains(index + 1) {
        // A heading.
        guard line != "@FetchRequest to @Query" else { continue }
        #expect(line.firstMatch(of: code) == nil, "\(number):\(index + 1) \(line)")
      }
    }
  }

  @Test func everyFileHasItsRow() throws {
    let folder = FileManager.default.enumerator(at: SeedTable.folder, includingPropertiesForKeys: nil)
    var found: Set<String> = []
    for case let file as URL in folder ?? .init() where file.lastPathComponent.contains(/^Seed\dLine/) {
      found.insert(file.standardizedFileURL.path)
    }
    // Those of other targets have no others beside them.
    let here = SeedTable.folder.standardizedFileURL.path + "/"
    let listed = Set(SeedTable.blocks.map(\.file.standardizedFileURL.path))
    #expect(found == listed.filter { $0.hasPrefix(here) })
    #expect(listed.allSatisfy { FileManager.default.fileExists(atPath: $0) })
  }

  /// Every block that is said to run has its test, in the module that it is part of.
  @Test func everyRunningBlockHasATest() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: SeedTable.folder.appendingPathComponent(path), encoding: .utf8)
    }
    let (runs, stacks) = (try text("SeedRunTests.swift"), try text("Stacks/SeedStackTests.swift"))
    for block in SeedTable.blocks {
      let tests: String
      switch block.verdict {
      case .runs: tests = runs
      case .stack: tests = stacks
      default: continue
      }
      #expect(tests.contains("func seed\(block.document)Line\(block.lines.lowerBound)()"), "\(block.testDescription)")
    }
  }
}
