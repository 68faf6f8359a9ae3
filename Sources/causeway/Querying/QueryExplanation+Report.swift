import ModelDescription
import QueryModel
import SQLCompiler

extension QueryExplanation {
  /// For people: SQL, bindings, plan, verdict.
  func print(on console: Console) {
    func title(_ text: String) { console.print(console.styled(text, .bold)) }
    func line(_ text: String) { console.print("  " + text.printable) }
    title("SQL")
    line(compiled.sql)
    if !compiled.bindings.isEmpty {
      title("Bindings")
      for (index, value) in compiled.bindings.enumerated() { line("\(index + 1)  \(value.words)") }
    }
    title("Plan")
    for step in plan.steps { line(String(repeating: "  ", count: step.depth) + step.detail) }
    title("Indexes")
    line(verdict)
    if let adviceWords { line(adviceWords) }
  }

  private var adviceWords: String? {
    advice.map { advice in
      let keyPaths = advice.properties.map { "\\.\($0)" }.joined(separator: ", ")
      return "An index on \(advice.properties.joined(separator: ", ")) would serve:"
        + " #Index<\(entity.name)>([\(keyPaths)]) in the class, or a fetch index of the model."
    }
  }

  var json: JSONValue {
    .document([
      "store": .string(path), "entity": .string(entity.name),
      "where": .optional(request.predicate.map { "\($0)" }), "sql": .string(compiled.sql),
      "bindings": .array(compiled.bindings.map(\.json)),
      "plan": .array(
        plan.steps.map { ["depth": .integer(Int64($0.depth)), "detail": .string($0.detail)] }),
      "indexes": .strings(plan.indexes), "searches": .boolean(plan.isServed), "sorts": .boolean(plan.sortsRows),
      "verdict": .string(verdict),
      "advice": advice.map { ["properties": .strings($0.properties), "columns": .strings($0.columns)] } ?? .null,
    ])
  }
}

extension SQLValue {
  /// As SQL writes it; long values by their size.
  fileprivate var words: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let text) where text.utf8.count > 1000: "text of \(text.utf8.count) bytes"
    case .text(let text): "'\(text.replacing("'", with: "''"))'"
    case .blob(let data) where data.count > 64: "data of \(data.count) bytes"
    case .blob(let data): "x'\(data.hexadecimal)'"
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .number(value)
    case .text(let text): .string(text)
    case .blob(let data): ["bytes": .string(data.hexadecimal)]
    }
  }
}
