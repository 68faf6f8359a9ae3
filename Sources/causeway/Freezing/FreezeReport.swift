import ModelCodegen
import ModelDescription

/// How `freeze` tells what it wrote, or why it did not.
struct FreezeReport {
  let code: FrozenCode
  let side: ComparedSide
  let file: String

  init(_ code: FrozenCode, side: ComparedSide, file: String) {
    self.code = code
    self.side = side
    self.file = file
  }

  /// What the classes say otherwise, where it matters to whoever reads them.
  private var findings: [Finding] { code.findings.filter { $0.effect != .note } }

  private var entities: [(name: String, reasons: [String])] {
    code.obstacles.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private var number: String { code.version.number.map(String.init).joined(separator: ".") }

  func print(on console: Console) {
    if code.isFrozen {
      console.print(
        "Wrote \(file): \(code.version.name), version \(number), with the hashes of \(side.title).".printable)
    } else {
      let count = entities.count { !$0.reasons.isEmpty }
      console.print("Nothing written: \(count) of \(entities.count.counted("entity", "entities")) cannot be frozen.")
    }
    for (name, reasons) in entities {
      for reason in reasons { console.print("  \(name): \(reason)".printable) }
    }
    guard code.isFrozen else { return }
    for finding in findings { console.print("  \(finding)".printable) }
  }

  var json: JSONValue {
    .document([
      "source": side.json, "file": .string(file), "version": .string(code.version.name),
      "number": .string(number),
      "isFrozen": .boolean(code.isFrozen),
      "entities": .array(
        entities.map { name, reasons in
          [
            "entity": .string(name), "hash": .optional(side.hashes[name]?.hexadecimal),
            "isFrozen": .boolean(reasons.isEmpty), "reasons": .strings(reasons),
          ]
        }),
      "unsaid": .strings(findings.map(\.description)),
    ])
  }
}
