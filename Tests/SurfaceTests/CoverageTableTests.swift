import Foundation
import TestKit
import Testing

/// `Documentation/Coverage/SwiftData.md` says of each declaration whether it works, and by which test that is shown.
@Suite struct CoverageTableTests {
  private struct Row {
    let line: Int
    let declarations: String
    let state: String
    let tests: String
  }

  private func rows() throws -> [Row] {
    let url = SharedMaterial.packageRoot.appendingPathComponent("Documentation/Coverage/SwiftData.md")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { number, line in
      guard line.hasPrefix("| "), !line.hasPrefix("| ---"), !line.hasPrefix("| declarations") else { return nil }
      let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3 else { return Row(line: number + 1, declarations: "", state: "", tests: "") }
      return Row(line: number + 1, declarations: cells[0], state: cells[1], tests: cells[2])
    }
  }

  /// Every test of the package as `Suite.name`.
  private func tests() throws -> Set<String> {
    let folder = SharedMaterial.packageRoot.appendingPathComponent("Tests")
    let declaration = /(?:struct|extension|class) (\w+Tests)\b|func (\w+)\(/
    var found: Set<String> = []
    for case let url as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
    where url.pathExtension == "swift" {
      var suite = ""
      for match in try String(contentsOf: url, encoding: .utf8).matches(of: declaration) {
        if let name = match.output.1 { suite = String(name) }
        if let name = match.output.2 { found.insert("\(suite).\(name)") }
      }
    }
    return found
  }

  @Test func everyRowNamesTestsThatExist() throws {
    let (rows, tests) = (try rows(), try tests())
    #expect(rows.count > 40)
    for row in rows {
      #expect(!row.declarations.isEmpty, "line \(row.line) has not three cells")
      let names = row.tests.matches(of: /`([^`]+)`/).map { String($0.output.1) }
      let known = ["works", "throws", "does nothing", "not yet"]
      #expect(known.contains { row.state.hasPrefix($0) }, "line \(row.line): \(row.state)")
      if row.state.hasPrefix("works") { #expect(!names.isEmpty, "line \(row.line): what works is shown by a test") }
      for name in names { #expect(tests.contains(name), "line \(row.line): there is no test \(name)") }
    }
    print("coverage of SwiftData: \(rows.filter { $0.state.hasPrefix("works") }.count) of \(rows.count) rows work")
  }
}
