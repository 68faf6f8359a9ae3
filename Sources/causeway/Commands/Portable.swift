import Foundation
import ModelDescription

/// `causeway portable`: what of Swift sources needs Objective-C, and the edits that keep it there only.
struct Portable: Command {
  static let name = "portable"
  static let summary = "Lists what of Core Data sources cannot compile without Objective-C, and edits it."
  static let discussion = """
    Finds @objc, #keyPath and #selector, and the @NSManaged members whose accessors no build can generate. An edit keeps
    the meaning on Apple's platforms: '#if canImport(ObjectiveC)' around an attribute or a statement, the text that a
    #keyPath stands for. What has no such edit is listed with what to do. Without --apply no file is touched.

    Exit status: 0 nothing found, or all of it edited; 1 something is left; 2 the folder cannot be read.
    """
  static let example = "causeway portable Sources/Library"
  static let arguments: [Argument] = [
    .positional("DIR", "a folder of Swift files, or one file"), .flag("apply", "make the edits"),
  ]

  private let path: String
  private let applies: Bool
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.positional("DIR")
    applies = arguments.hasFlag("apply")
    wantsJSON = arguments.wantsJSON
  }

  /// One line of the helper's document.
  private struct Finding: Decodable {
    var path: String
    var line: Int
    var column: Int
    var kind: String
    var message: String
    var hasEdit: Bool
  }

  func run(_ console: Console) throws -> ExitStatus {
    let words = ["portable", URL(fileURLWithPath: path).path] + (applies ? ["--apply"] : [])
    let data = try ProgressLine.during("reading Swift files", console) { try SourceHelper.beside.run(words) }
    guard let findings = try? JSONDecoder().decode([Finding].self, from: data) else {
      throw CommandError("the helper that reads Swift source is of another version; build both anew")
    }
    let left = findings.filter { !(applies && $0.hasEdit) }
    if wantsJSON {
      console.print(
        .document([
          "applied": .boolean(applies),
          "findings": .array(
            findings.map {
              [
                "path": .string($0.path), "line": .integer(Int64($0.line)), "column": .integer(Int64($0.column)),
                "kind": .string($0.kind), "message": .string($0.message), "hasEdit": .boolean($0.hasEdit),
              ]
            }),
        ]))
      return left.isEmpty ? .fine : .findings
    }
    for finding in findings {
      let state = finding.hasEdit ? (applies ? "edited: " : "") : "by hand: "
      console.print("\(finding.path):\(finding.line):\(finding.column): \(state)\(finding.message)")
    }
    let edits = findings.filter(\.hasEdit).count
    if findings.isEmpty {
      console.print("Nothing needs Objective-C.")
    } else if applies {
      console.print("Edited \(edits.counted("place")); \(left.count.counted("place")) left.")
    } else {
      console.print("\(findings.count.counted("place")); --apply edits \(edits) of them.")
    }
    return left.isEmpty ? .fine : .findings
  }
}
