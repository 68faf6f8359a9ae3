import Foundation
import ModelDescription
import ModelEvolution
import SQLiteStore

/// How `migrate` tells what it did, would do, or could not.
struct MigrateReport {
  let path: String
  /// The model or the package that was named.
  let model: String
  /// The version that is wanted.
  private(set) var version: String
  /// The version that the store had; `nil` for none of the model's.
  var source: String?
  var plan: MigrationExplanation?
  var result: MigrationReport?
  /// Where the migrated store is.
  var place: String?
  var backup: String?
  var refusal: MigrationError?

  init(path: String, goal: any MigrationGoal) {
    (self.path, model, version) = (path, goal.path, goal.name)
  }

  /// Notes which versions the work leads from and to.
  mutating func note(_ work: MigrationWork) {
    source = work.source
    version = work.target ?? version
  }

  /// What is in the way of a migration, rather than of reading or writing.
  static func isFinding(_ code: MigrationError.Code) -> Bool {
    [.notLightweight, .missingValues, .duplicates, .rowsWithoutPlace, .refusedByPlan].contains(code)
  }

  var status: ExitStatus {
    if refusal != nil { return .findings }
    return plan?.obstacles.isEmpty ?? true ? .fine : .findings
  }

  // MARK: Text

  func print(on console: Console) {
    console.print(console.styled(path.printable, .bold))
    let from = source.map { "version \"\($0)\"" } ?? "a version that is none of the model's"
    if let refusal {
      console.print("  \(console.styled("not migrated", .red))  \(refusal.message.printable)")
      for finding in refusal.findings { console.print("    \(finding)".printable) }
      if !refusal.advice.isEmpty { console.print("  \(refusal.advice)") }
      return
    }
    if let plan {
      console.print("  From \(from) to version \"\(version)\".")
      for line in plan.lines { console.print("  \(line)".printable) }
      for obstacle in plan.obstacles {
        console.print("  \(console.styled("not lightweight", .red))  \("\(obstacle)".printable)")
      }
      return
    }
    guard let result else {
      console.print("  It is of version \"\(version)\" already; nothing written.")
      return
    }
    console.print("  Migrated from \(from) to version \"\(version)\".")
    if let place, place != path { console.print("  The migrated copy is \(place)".printable) }
    if let backup { console.print("  The store as it was is \(backup)".printable) }
    printProof(result, on: console)
  }

  private func printProof(_ result: MigrationReport, on console: Console) {
    var lines: [[String]] = [["entity", "rows before", "after", "hash before", "after"]]
    for entity in result.entities {
      lines.append([
        Self.name(entity), String(entity.before), String(entity.after),
        Self.short(entity.source.flatMap { result.hashesBefore[$0] }),
        Self.short(entity.destination.flatMap { result.hashesAfter[$0] }),
      ])
    }
    Self.print(lines, on: console)
    if !result.links.isEmpty {
      Self.print(
        [["relationship", "links before", "after"]]
          + result.links.map { [$0.relationship, String($0.before), String($0.after)] }, on: console)
    }
    for fill in result.filled {
      console.print(
        "  filled   \(fill.entity).\(fill.property): \(fill.value) in \(fill.rows.counted("row"))"
          + (fill.origin == .zero ? ", since nothing else was known" : ""))
    }
    for line in result.dropped { console.print("  \(console.styled("dropped", .yellow))  \(line.printable)") }
    for line in result.notes { console.print("  note     \(line)".printable) }
  }

  private static func name(_ entity: MigrationReport.EntityCount) -> String {
    switch (entity.source, entity.destination) {
    case (let old?, let new?): old == new ? new : "\(new) (was \(old))"
    case (nil, let new?): "\(new) (new)"
    case (let old?, nil): "\(old) (dropped)"
    case (nil, nil): ""
    }
  }

  private static func short(_ hash: Data?) -> String { hash.map { String($0.hexadecimal.prefix(12)) } ?? "-" }

  private static func print(_ lines: [[String]], on console: Console) {
    let widths = (0..<(lines.first?.count ?? 0)).map { column in lines.map { $0[column].count }.max() ?? 0 }
    for (number, line) in lines.enumerated() {
      let cells = zip(line, widths).map { $0.padded(to: $1) }
      var text = "  " + cells.joined(separator: "  ")
      while text.last == " " { text.removeLast() }
      console.print(number == 0 ? console.styled(text, .dim) : text.printable)
    }
  }

  // MARK: JSON

  var json: JSONValue {
    .document([
      "store": .string(path), "model": .string(model), "from": .optional(source), "to": .string(version),
      "outcome": .string(outcome), "output": .optional(place), "backup": .optional(backup),
      "plan": plan.map { plan in
        [
          "mode": .string(plan.mode.rawValue), "lines": .strings(plan.lines),
          "obstacles": .array(plan.obstacles.map(Self.json)),
        ]
      } ?? .null, "proof": result.map(Self.json) ?? .null,
      "refusal": refusal.map { refusal in
        [
          "code": .string(refusal.code.rawValue), "message": .string(refusal.message),
          "advice": .string(refusal.advice),
          "findings": .array(
            refusal.findings.map { finding in
              [
                "entity": .string(finding.entityName), "property": .optional(finding.propertyName),
                "rows": .integer(finding.rowCount), "message": .string(finding.what),
              ]
            }),
        ]
      } ?? .null,
    ])
  }

  /// One word for what happened.
  var outcome: String {
    refusal != nil ? "refused" : plan != nil ? "explained" : result != nil ? "migrated" : "upToDate"
  }

  private static func json(_ obstacle: MappingObstacle) -> JSONValue {
    [
      "kind": .string(obstacle.kind.rawValue), "entity": .string(obstacle.entityName),
      "property": .optional(obstacle.propertyName), "reason": .string(obstacle.reason),
      "remedy": .string(obstacle.remedy),
    ]
  }

  private static func json(_ result: MigrationReport) -> JSONValue {
    [
      "mode": .string(result.mode.rawValue),
      "entities": .array(
        result.entities.map { entity in
          [
            "from": .optional(entity.source), "to": .optional(entity.destination), "before": .integer(entity.before),
            "after": .integer(entity.after),
            "hashBefore": .optional(entity.source.flatMap { result.hashesBefore[$0]?.hexadecimal }),
            "hashAfter": .optional(entity.destination.flatMap { result.hashesAfter[$0]?.hexadecimal }),
          ]
        }),
      "links": .array(
        result.links.map { link in
          [
            "relationship": .string(link.relationship), "before": .integer(link.before), "after": .integer(link.after),
          ]
        }),
      "filled": .array(
        result.filled.map { fill in
          [
            "entity": .string(fill.entity), "property": .string(fill.property), "rows": .integer(fill.rows),
            "value": .string(fill.value), "origin": .string(fill.origin.rawValue),
          ]
        }), "dropped": .strings(result.dropped), "notes": .strings(result.notes),
    ]
  }
}
