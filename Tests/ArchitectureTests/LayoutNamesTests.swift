import Foundation
import TestKit
import Testing

/// Apple's names of tables and columns stand in one folder.
@Suite struct LayoutNamesTests {
  /// Statements, and literals that are a name and nothing else; messages to people may name a table.
  @Test func onlyTheLayoutSpellsTablesAndColumns() throws {
    let sources = SharedMaterial.packageRoot.appendingPathComponent("Sources")
    let name = /\b(Z_[A-Z]+|Z[A-Z]{3,}|A(TRANSACTION|TRANSACTIONSTRING|CHANGE))\b/
    let statement = /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|FROM|WHERE)\b/
    var found: [String] = []
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init()
    where file.pathExtension == "swift" && !file.path.contains("/SQLiteStore/Layout/") {
      for (number, line) in try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).enumerated() where !line.contains("//") {
        for literal in line.matches(of: /"((?:[^"\\]|\\.)*)"/).map(\.1) {
          guard literal.contains(name) else { continue }
          if literal.contains(statement) || literal.wholeMatch(of: name) != nil {
            found.append("\(file.lastPathComponent):\(number + 1): \(literal)")
          }
        }
      }
    }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }
}
