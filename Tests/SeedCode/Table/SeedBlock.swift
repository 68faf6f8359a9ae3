import Foundation
import TestKit
import Testing

/// A block of code of the seeds, and the file that has it word for word between two marks.
struct SeedBlock: Sendable, CustomTestStringConvertible {
  /// The number that the document's name begins with.
  let document: Int
  /// Counted from one.
  let lines: ClosedRange<Int>
  let verdict: SeedVerdict
  /// Begins with `@main`, and so is alone in its module.
  var isProgram = false

  init(_ document: Int, _ lines: ClosedRange<Int>, _ verdict: SeedVerdict, isProgram: Bool = false) {
    self.document = document
    self.lines = lines
    self.verdict = verdict
    self.isProgram = isProgram
  }

  var testDescription: String { "\(document):\(lines.lowerBound)-\(lines.upperBound)" }

  var file: URL {
    var isText = false
    if case .never = verdict { isText = true }
    return SeedTable.folder.appendingPathComponent(
      "\(verdict.folder(self))/Seed\(document)Line\(lines.lowerBound).\(isText ? "txt" : "swift")")
  }

  /// What stands between the marks of the file.
  func text() throws -> String {
    let file = try String(contentsOf: file, encoding: .utf8)
    let begin = "// SEED \(testDescription)\n"
    guard let start = file.range(of: begin)?.upperBound,
      let end = file.range(of: "// END\n", range: start..<file.endIndex)?.lowerBound
    else { return "" }
    return String(file[start..<end])
  }
}
