import SQLiteStore

/// How `doctor` tells what is wrong with a store, and what was mended.
struct DoctorReport {
  let path: String
  /// Where the model comes from that the rows were checked by; `nil` where there was none.
  let model: String?
  let damages: [StoreDamage]
  /// The copy, and what mending it did.
  var fix: (copy: String, result: SQLiteStore.Mended)?

  /// Without a copy everything found counts, with one what is left in it.
  var status: ExitStatus {
    (fix?.result.left ?? damages).isEmpty && model != nil ? .fine : .findings
  }

  // MARK: Text

  func print(on console: Console) {
    console.print(console.styled(path.printable, .bold))
    if model == nil {
      console.print("  It keeps no model of itself: only SQLite's own check was made; give --model MODEL.")
    }
    if damages.isEmpty {
      console.print(model == nil ? "  That check found nothing." : "  " + console.styled("Nothing is wrong.", .green))
    }
    for damage in damages { print(damage, on: console, saysRepair: fix == nil) }
    guard let fix else { return }
    console.print()
    console.print(console.styled("The copy \(fix.copy)".printable, .bold))
    if fix.result.mended.isEmpty { console.print("  Nothing was changed in it.") }
    for damage in fix.result.mended {
      console.print("  \(console.styled("mended", .green))  \(damage.message.printable)")
      console.print(console.styled("          \(damage.mending.words)".printable, .dim))
    }
    for damage in fix.result.left {
      console.print("  \(console.styled("left", .red))    \(damage.message.printable)")
      console.print(console.styled("          \(damage.mending.words)".printable, .dim))
    }
  }

  private func print(_ damage: StoreDamage, on console: Console, saysRepair: Bool) {
    let title = damage.kind.rawValue.padded(to: 16)
    console.print("  \(console.styled(title, .red))  \(damage.message.printable)")
    let indent = String(repeating: " ", count: 20)
    if let list = Self.list(damage.rows.map(String.init), of: damage.count, "row") {
      console.print((indent + list).printable)
    }
    if let list = Self.list(damage.files, of: damage.count, "file") { console.print((indent + list).printable) }
    guard saysRepair else { return }
    let words = damage.mending.isPossible ? "--fix: \(damage.mending.words)" : damage.mending.words
    console.print(console.styled((indent + words).printable, .dim))
  }

  private static func list(_ names: [String], of count: Int, _ noun: String) -> String? {
    guard !names.isEmpty else { return nil }
    let more = count > names.count ? " and \(count - names.count) more" : ""
    return "\(names.count == 1 && more.isEmpty ? noun : noun + "s") \(names.joined(separator: ", "))\(more)"
  }

  // MARK: JSON

  var json: JSONValue {
    .document([
      "store": .string(path), "model": .optional(model), "isHealthy": .boolean(damages.isEmpty),
      "damages": .array(damages.map(Self.json)),
      "fix": fix.map { fix in
        [
          "copy": .string(fix.copy), "mended": .array(fix.result.mended.map(Self.json)),
          "left": .array(fix.result.left.map(Self.json)),
        ]
      } ?? .null,
    ])
  }

  private static func json(_ damage: StoreDamage) -> JSONValue {
    [
      "kind": .string(damage.kind.rawValue), "entity": .optional(damage.entityName),
      "property": .optional(damage.propertyName), "table": .optional(damage.table),
      "count": .integer(Int64(damage.count)), "rows": .array(damage.rows.map { .integer($0) }),
      "files": .strings(damage.files), "message": .string(damage.message),
      "canMend": .boolean(damage.mending.isPossible), "mending": .string(damage.mending.words),
    ]
  }
}
