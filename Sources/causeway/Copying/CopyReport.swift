import ModelDescription
import SQLiteStore

/// How `copy` tells what it did, would do, or could not.
struct CopyReport {
  let source: String
  let target: MigrationTarget
  let store: String
  let isDry: Bool
  let merges: Bool
  var counts: [CopyCount] = []
  var notes: CopyNotes?
  var refusal: CopyRefusal?

  var status: ExitStatus { refusal == nil ? .fine : .findings }

  private var copied: Int { counts.reduce(0) { $0 + $1.copied } }
  private var found: Int { counts.reduce(0) { $0 + $1.found } }

  // MARK: Text

  func print(on console: Console) {
    console.print(console.styled(source.printable, .bold))
    if let refusal {
      console.print("  \(console.styled("not copied", .red))  \(refusal.message.printable)")
      for finding in refusal.findings { console.print("    \(finding)".printable) }
      if !refusal.advice.isEmpty { console.print("  \(refusal.advice)") }
      return
    }
    let verb = isDry ? "Would copy" : "Copied"
    let have = isDry ? "has" : "had"
    let rest = merges ? "; it \(have) \(found.counted("object")) of the source already" : ""
    console.print("  \(verb) \(copied.counted("object")) to \(store), version \"\(target.name)\"\(rest).".printable)
    for count in counts where count.copied + count.found > 0 {
      let former = count.source == count.entity ? "" : " (was \(count.source))"
      let there = merges ? ", \(count.found) there already" : ""
      console.print("    \(count.entity)\(former)  \(count.copied)\(there)".printable)
    }
    if merges, found > 0 {
      let verb = isDry ? "would be" : "were"
      console.print("  Relationships that \(verb) set in objects that are there are not counted.")
    }
    for line in notes?.filled ?? [] { console.print("  filled  \(line)".printable) }
    for line in notes?.left ?? [] { console.print("  \(console.styled("stays behind", .yellow))  \(line.printable)") }
    for line in notes?.remarks ?? [] { console.print("  note    \(line)".printable) }
  }

  // MARK: JSON

  var json: JSONValue {
    .document([
      "source": .string(source), "model": .string(target.path), "version": .string(target.name),
      "store": .string(store), "dryRun": .boolean(isDry), "merge": .boolean(merges),
      "outcome": .string(refusal != nil ? "refused" : isDry ? "counted" : merges ? "merged" : "copied"),
      "entities": .array(
        counts.map { count in
          [
            "name": .string(count.entity), "from": .string(count.source), "copied": .integer(Int64(count.copied)),
            "found": .integer(Int64(count.found)),
          ]
        }), "filled": .strings(notes?.filled ?? []), "staysBehind": .strings(notes?.left ?? []),
      "notes": .strings(notes?.remarks ?? []),
      "refusal": refusal.map { refusal in
        [
          "message": .string(refusal.message), "advice": .string(refusal.advice),
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
}
