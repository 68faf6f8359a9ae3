import ModelDescription
import ModelEvolution
import ModelFiles

/// How `diff` tells in what two sides differ and what that means.
struct DifferenceReport {
  let before: ComparedSide
  let after: ComparedSide
  private let differences: [ModelDifference]
  private let hashes: [ModelDifferences.HashChange]
  private let sameHashes: [String]

  init(from before: ComparedSide, to after: ComparedSide) {
    self.before = before
    self.after = after
    let found = ModelDifferences(
      from: before.model, to: after.model, hashesBefore: before.hashes, hashesAfter: after.hashes)
    differences = found.all.filter { Self.isTold($0, before, after) }
    hashes = found.changedHashes
    sameHashes = found.sameHashes
  }

  /// What only the lack of something unresolved may be is no difference; it would be a guess.
  private static func isTold(_ difference: ModelDifference, _ before: ComparedSide, _ after: ComparedSide) -> Bool {
    for side in [before, after] {
      if difference.kind == .defaultValue, side.computedDefaults.contains(difference.place) { return false }
      if difference.kind == .hash, side.findings.contains(where: { $0.kind == .unresolved }) { return false }
      if side.isUnresolved(entity: difference.entityName, property: difference.propertyName) { return false }
    }
    return true
  }

  private var findings: [SourceFinding] { before.findings + after.findings }

  private var isLightweight: Bool { differences.allSatisfy(\.lightweight.isLightweight) }

  var status: ExitStatus { differences.isEmpty && findings.isEmpty && hashes.isEmpty ? .fine : .findings }

  // MARK: Text

  func print(on console: Console) {
    console.print("A  \(before.title)".printable)
    console.print("B  \(after.title)".printable)
    for difference in differences { print(difference, on: console) }
    console.print()
    console.print(summary.printable)
    for change in hashes where change.isInherited && change.before != nil && change.after != nil {
      console.print(
        "The hash of \(change.entityName) changes by its parent's, or by the new name of what it refers to.".printable)
    }
    guard !findings.isEmpty else { return }
    console.print()
    console.print(console.styled("Not resolved, and therefore not compared", .bold))
    for finding in findings {
      let name = [finding.entity, finding.property].compactMap(\.self).joined(separator: ".")
      let place = finding.place.map { name.isEmpty ? $0 : " (\($0))" } ?? ""
      console.print("  \(name)\(place): \(finding.message)".printable)
    }
  }

  private func print(_ difference: ModelDifference, on console: Console) {
    console.print()
    console.print(console.styled(difference.place.printable, .bold))
    func line(_ title: String, _ text: String, _ style: Console.Style? = nil) {
      let text = text.printable
      console.print("  \(title.padded(to: 11))  " + (style.map { console.styled(text, $0) } ?? text))
    }
    line("A", difference.before)
    line("B", difference.after)
    line("hash", difference.changesHash ? "changes" : "stays")
    switch difference.lightweight {
    case .nothingToDo: line("lightweight", "nothing to do", .green)
    case .yes(let note): line("lightweight", "yes" + (note.map { "; \($0)" } ?? ""), .green)
    case .no(let reason, let remedy):
      line("lightweight", "no: \(reason)", .red)
      line("", remedy, .dim)
    }
    switch difference.cloudKit {
    case .allowed: line("CloudKit", "allowed", .green)
    case .notInProduction(let reason): line("CloudKit", "not in a production schema: \(reason)", .yellow)
    case .unsupported(let reason): line("CloudKit", "no: \(reason)", .red)
    }
  }

  private var summary: String {
    guard !differences.isEmpty else {
      return hashes.isEmpty ? "No differences; all hashes are equal." : "No differences that the two sides show."
    }
    let heavy = differences.count { !$0.lightweight.isLightweight }
    let known = differences.count.counted("difference")
    let hash: String
    if hashes.isEmpty {
      hash = "all hashes are equal"
    } else {
      let names = hashes.map(\.entityName).joined(separator: ", ")
      hash =
        "the hashes of \(names) change, \(sameHashes.isEmpty ? "none" : "\(sameHashes.count)") \(sameHashes.count == 1 ? "stays" : "stay")"
    }
    return "\(known): \(hash); "
      + (heavy == 0 ? "the migration is lightweight." : "the migration is not lightweight, for \(heavy) of them.")
  }

  // MARK: JSON

  var json: JSONValue {
    .document([
      "a": before.json, "b": after.json, "isLightweight": .boolean(isLightweight),
      "differences": .array(differences.map(Self.json)),
      "hashes": .array(
        hashes.map { change in
          [
            "entity": .string(change.entityName), "a": .optional(change.before?.hexadecimal),
            "b": .optional(change.after?.hexadecimal), "isInherited": .boolean(change.isInherited),
          ]
        }),
      "sameHashes": .strings(sameHashes),
      "unresolved": .array(
        findings.map { finding in
          [
            "entity": .optional(finding.entity), "property": .optional(finding.property),
            "place": .optional(finding.place), "message": .string(finding.message),
          ]
        }),
    ])
  }

  private static func json(_ difference: ModelDifference) -> JSONValue {
    var (verdict, note, reason, remedy): (String, String?, String?, String?) = ("yes", nil, nil, nil)
    switch difference.lightweight {
    case .nothingToDo: verdict = "nothing"
    case .yes(let what): note = what
    case .no(let why, let what): (verdict, reason, remedy) = ("no", why, what)
    }
    return [
      "kind": .string(difference.kind.rawValue), "entity": .string(difference.entityName),
      "property": .optional(difference.propertyName), "a": .string(difference.before),
      "b": .string(difference.after), "changesHash": .boolean(difference.changesHash),
      "lightweight": [
        "verdict": .string(verdict), "note": .optional(note), "reason": .optional(reason),
        "remedy": .optional(remedy),
      ],
      "cloudKit": [
        "verdict": .string(difference.cloudKit.word), "reason": .optional(difference.cloudKit.reason),
      ],
    ]
  }
}
