import ModelEvolution
import ModelFiles

/// How `check` tells what it compared and what it found.
struct CheckReport {
  let modelPath: String
  let versions: [String]
  let currentVersion: String?
  var pairs: [CheckedPair] = []
  var sourceFindings: [SourceFinding] = []

  init(_ versions: ModelVersions) {
    modelPath = versions.path
    self.versions = versions.all.map(\.name)
    currentVersion = versions.currentName
  }

  /// The worst grade of all pairs.
  var grade: PairingGrade { pairs.map(\.grade).max() ?? .same }

  private var gradeWord: String {
    pairs.last { $0.grade == grade && $0.gradeWord != "same" }?.gradeWord ?? grade.rawValue
  }

  var status: ExitStatus { grade == .differs || !sourceFindings.isEmpty ? .findings : .fine }

  // MARK: Text

  func print(on console: Console) {
    for (index, pair) in pairs.enumerated() {
      if index > 0 { console.print() }
      console.print(console.styled(Self.title(pair), .bold))
      console.print(
        "  " + console.styled(pair.gradeWord, Self.style(pair.isPartial ? max(pair.grade, .fits) : pair.grade)) + ": "
          + verdict(pair))
      for note in pair.notes { console.print("  \(note)") }
      for grade in PairingGrade.allCases.reversed() {
        for difference in pair.differences where difference.grade == grade { print(difference, of: pair, on: console) }
      }
    }
    guard !sourceFindings.isEmpty else { return }
    console.print()
    console.print(console.styled("Not resolved, and therefore not compared", .bold))
    for finding in sourceFindings { console.print("  \(Self.line(finding))") }
  }

  private static func title(_ pair: CheckedPair) -> String {
    switch pair.sides {
    case .storeAndModel: "Store \(pair.subject)"
    case .modelAndClasses: "Classes in \(pair.subject)"
    case .storeAndClasses: "The classes on the store"
    }
  }

  private func verdict(_ pair: CheckedPair) -> String {
    let others =
      pair.alike.isEmpty ? "" : " (and \(pair.alike.map { "\"\($0)\"" }.joined(separator: ", ")), which hash alike)"
    let version = pair.version.map { "version \"\($0)\" of the model" } ?? ""
    let far = pair.isPartial ? ", as far as the source shows" : ""
    let line =
      switch (pair.sides, pair.grade) {
      case (.storeAndModel, .same): "the store is \(version)\(others)"
      case (.storeAndModel, .fits): "the store has the tables of \(version) and opens as it is"
      case (.storeAndModel, .differs):
        pair.choices > 1
          ? "the store is none of \(pair.choices) versions; nearest is \"\(pair.version ?? "")\""
          : "the store does not have the tables of \(version)"
      case (.modelAndClasses, .same): "the classes are \(version)\(others)\(far)"
      case (.modelAndClasses, .fits): "the classes open a store of \(version) as it is\(far)"
      case (.modelAndClasses, .differs):
        pair.choices > 1
          ? "the classes are none of \(pair.choices) versions\(far); nearest is \"\(pair.version ?? "")\""
          : "the classes do not open a store of \(version)\(far)"
      case (.storeAndClasses, .same): "all entity hashes are equal\(far)"
      case (.storeAndClasses, .fits): "the store opens with the classes as it is\(far)"
      case (.storeAndClasses, .differs): "the store does not open with the classes\(far)"
      }
    return line + "."
  }

  private func print(_ difference: PairingDifference, of pair: CheckedPair, on console: Console) {
    let grade = "\(difference.grade)".padded(to: 7)
    console.print("    " + console.styled(grade, Self.style(difference.grade)) + " \(difference.sentence(pair.sides))")
    let indent = String(repeating: " ", count: 12)
    console.print(indent + console.styled(difference.advice(pair.sides), .dim))
    if let apple = difference.appleBehaviour { console.print(indent + console.styled(apple, .dim)) }
  }

  private static func line(_ finding: SourceFinding) -> String {
    let name = [finding.entity, finding.property].compactMap(\.self).joined(separator: ".")
    let place = finding.place.map { name.isEmpty ? $0 : " (\($0))" } ?? ""
    return "\(name)\(place): \(finding.message)"
  }

  private static func style(_ grade: PairingGrade) -> Console.Style {
    switch grade {
    case .same: .green
    case .fits: .yellow
    case .differs: .red
    }
  }

  // MARK: JSON

  var json: JSONValue {
    .document([
      "grade": .string(gradeWord),
      "model": [
        "path": .string(modelPath), "versions": .strings(versions), "current": .optional(currentVersion),
      ],
      "pairs": .array(pairs.map(Self.json)),
      "findings": .array(pairs.flatMap(Self.findings) + sourceFindings.map(Self.json)),
    ])
  }

  private static func json(_ pair: CheckedPair) -> JSONValue {
    [
      "sides": .string(pair.sides.rawValue), "subject": .string(pair.subject), "version": .optional(pair.version),
      "alike": .strings(pair.alike), "grade": .string(pair.gradeWord), "isPartial": .boolean(pair.isPartial),
      "notes": .strings(pair.notes),
    ]
  }

  private static func findings(_ pair: CheckedPair) -> [JSONValue] {
    pair.differences.map { difference in
      [
        "sides": .string(pair.sides.rawValue), "kind": .string(difference.kind.rawValue),
        "grade": .string(difference.grade.rawValue), "entity": .string(difference.entityName),
        "property": .optional(difference.propertyName), "place": nil,
        "message": .string(difference.sentence(pair.sides)), "advice": .string(difference.advice(pair.sides)),
        "apple": .optional(difference.appleBehaviour),
      ]
    }
  }

  private static func json(_ finding: SourceFinding) -> JSONValue {
    [
      "sides": nil, "kind": .string(finding.kind.rawValue), "grade": nil, "entity": .optional(finding.entity),
      "property": .optional(finding.property), "place": .optional(finding.place),
      "message": .string(finding.message), "advice": nil, "apple": nil,
    ]
  }
}
