internal import Foundation

/// The tables of `Documentation/QuerySemantics.md`, for the tests that hold their rows.
package enum SemanticsTable {
  /// A condition, and what each spelling answers: `yes`, `no`, `error`, or `–` and the reason where it has no such spelling.
  package struct Row: Sendable {
    package let condition: String
    package let formatInMemory: String
    package let formatInSQL: String
    package let predicateInMemory: String
    package let predicateInSQL: String
    package let source: String

    package var answers: [String] { [formatInMemory, formatInSQL, predicateInMemory, predicateInSQL] }
  }

  package static let rows: [Row] = {
    let page = SharedMaterial.packageRoot.appendingPathComponent("Documentation/QuerySemantics.md")
    let lines = ((try? String(contentsOf: page, encoding: .utf8)) ?? "").split(separator: "\n")
    return lines.filter { $0.hasPrefix("| `") }.compactMap { line in
      let cells = line.components(separatedBy: " | ").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: "| "))
      }
      guard cells.count == 6 else { return nil }
      return Row(
        // A bar inside a cell is escaped.
        condition: cells[0].trimmingCharacters(in: ["`"]).replacingOccurrences(of: "\\|", with: "|"),
        formatInMemory: cells[1], formatInSQL: cells[2],
        predicateInMemory: cells[3], predicateInSQL: cells[4], source: cells[5])
    }
  }()
}
