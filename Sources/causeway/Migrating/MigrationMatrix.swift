import Foundation
import ModelDescription
import SQLiteStore

/// Every store of a folder, each migrated on a copy: what a build server runs.
struct MigrationMatrix {
  let folder: String
  let goal: any MigrationGoal
  private(set) var cases: [Case] = []

  struct Case {
    let report: MigrateReport
    /// Why the store could not be read or migrated at all.
    let failure: String?
    let seconds: Double

    var isFine: Bool { failure == nil && report.status == .fine }

    /// Why it does not reach the version; a refusal without places has its message only.
    var reasons: [String] {
      let refusal = report.refusal.map { $0.findings.isEmpty ? [$0.message] : $0.findings.map(\.description) }
      return [failure].compactMap(\.self) + (refusal ?? [])
    }
  }

  init(_ folder: String, goal: any MigrationGoal, choices: MigrationChoices, _ console: Console) throws {
    guard ModelInput.isPlainFolder(folder) else { throw CommandError("\(folder) is no folder") }
    self.folder = folder
    self.goal = goal
    let staging = try StagingFolder(in: FileManager.default.temporaryDirectory)
    defer { staging.discard() }
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for name in names.sorted() {
      let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
      guard Self.isStore(path) else { continue }
      cases.append(Self.run(path, staging.url.appendingPathComponent(UUID().uuidString), goal, choices, console))
    }
    guard !cases.isEmpty else { throw CommandError("\(folder): no store is in it") }
  }

  private static func run(
    _ path: String, _ scratch: URL, _ goal: any MigrationGoal, _ choices: MigrationChoices, _ console: Console
  ) -> Case {
    let clock = ContinuousClock()
    var report = MigrateReport(path: path, goal: goal)
    var failure: String?
    let copy = scratch.appendingPathComponent(URL(fileURLWithPath: path).lastPathComponent).path
    // The copy is nobody's business.
    func told(_ text: String) -> String { text.replacingOccurrences(of: copy, with: path) }
    let time = clock.measure {
      do {
        let work = try goal.work(on: path, choices, console)
        report.note(work)
        guard !work.isDone else { return }
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        try SQLiteStore.copy(path, to: copy)
        let progress = MigrationLine(console)
        defer { progress.finish() }
        report.result = try work.run(copy, progress)
      } catch var error as MigrationError where MigrateReport.isFinding(error.code) {
        error.message = told(error.message)
        report.refusal = error
      } catch {
        failure = told(CommandError.line(for: error))
      }
    }
    try? FileManager.default.removeItem(at: scratch)
    let (seconds, attoseconds) = time.components
    return Case(report: report, failure: failure, seconds: Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// A database, or a file that is called one: a broken fixture must not look like none.
  private static func isStore(_ path: String) -> Bool {
    let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    if type == .typeRegular, ["sqlite", "store", "db"].contains(URL(fileURLWithPath: path).pathExtension.lowercased()) {
      return true
    }
    guard type == .typeRegular, let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
  }

  /// A plan says what its last version is called when it has looked at a store.
  private var toldName: String? { cases.lazy.map(\.report.version).first { $0 != goal.name } }
  private var target: String { toldName ?? goal.name }

  var status: ExitStatus { cases.allSatisfy(\.isFine) ? .fine : .findings }

  // MARK: Text

  func print(on console: Console) {
    for item in cases {
      let verdict =
        item.isFine
        ? console.styled(item.report.outcome.padded(to: 10), .green)
        : console.styled((item.failure == nil ? "refused" : "failed").padded(to: 10), .red)
      let rows = item.report.result.map { ", \($0.rowsAfter.counted("row"))" } ?? ""
      let from = item.report.source.map { " from \"\($0)\"" } ?? ""
      console.print("  \(verdict)  " + "\(item.report.path)\(from)\(rows)".printable)
      for reason in item.reasons { console.print("              \(reason)".printable) }
    }
    console.print(
      "\(cases.filter(\.isFine).count) of \(cases.count.counted("store")) reach"
        + " \(toldName.map { "version \"\($0)\"" } ?? goal.words).")
  }

  var json: JSONValue {
    .document([
      "folder": .string(folder), "model": .string(goal.path), "to": .string(target),
      "stores": .array(
        cases.map { item in
          [
            "store": .string(item.report.path), "from": .optional(item.report.source),
            "outcome": .string(item.failure == nil ? item.report.outcome : "failed"),
            "rows": item.report.result.map { .integer($0.rowsAfter) } ?? .null, "seconds": .number(item.seconds),
            "problems": .strings(item.reasons),
          ]
        }),
    ])
  }

  // MARK: JUnit

  /// - Throws: `CommandError` when the file cannot be written.
  func writeJUnit(_ path: String) throws {
    do {
      try Data(junit.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandError(path, error)
    }
  }

  var junit: String {
    let failures = cases.filter { !$0.isFine }.count
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuite name="causeway migrate" tests="\#(cases.count)" failures="\#(failures)">"#,
    ]
    for item in cases {
      let name = Self.escaped("\(item.report.path) to \(target)")
      let head = #"  <testcase classname="migrate" name="\#(name)" time="\#(String(format: "%.3f", item.seconds))""#
      guard !item.isFine else {
        lines.append(head + "/>")
        continue
      }
      let message = item.failure ?? item.report.refusal?.message ?? ""
      let text = item.reasons.joined(separator: "\n")
      lines.append(head + ">")
      lines.append(#"    <failure message="\#(Self.escaped(message))">\#(Self.escaped(text))</failure>"#)
      lines.append("  </testcase>")
    }
    return (lines + ["</testsuite>", ""]).joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
