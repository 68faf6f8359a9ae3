/// A derivation expression as `predicateFormat` prints it, which is the text that hashes contain.
package enum DerivationText {
  /// `loans.@count` → `count:(loans)`; `loans.@sum.fee` → `sum:(loans.fee)`; all else unchanged.
  ///
  /// `@count`, `canonical:` and `now()` are proved by stores; the other aggregates are not (VersionHashes.md section 2).
  package static func canonical(_ expression: String) -> String {
    let steps = expression.trimmed.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let position = steps.firstIndex(where: { $0.hasPrefix("@") }), position > 0 else { return expression.trimmed }
    let owner = steps[..<position].joined(separator: ".")
    let rest = steps[(position + 1)...].joined(separator: ".")
    switch (steps[position], rest.isEmpty) {
    case ("@count", true): return "count:(\(owner))"
    case ("@sum", false): return "sum:(\(owner).\(rest))"
    case ("@min", false): return "min:(\(owner).\(rest))"
    case ("@max", false): return "max:(\(owner).\(rest))"
    case ("@avg", false): return "average:(\(owner).\(rest))"
    default: return expression.trimmed
    }
  }

  /// The key path in a canonical text that is a path or a function of one; `nil` for other forms.
  package static func path(in text: String) -> String? {
    var path = Substring(text)
    if let colon = text.firstIndex(of: ":"), text[text.index(after: colon)...].hasPrefix("("), text.hasSuffix(")") {
      path = text[text.index(colon, offsetBy: 2)...].dropLast()
    }
    let isPath = path.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    return isPath && path.first != "." && !path.isEmpty ? String(path) : nil
  }

  /// The way back: `count:(loans)` → `loans.@count`, as model files spell it; all else unchanged.
  package static func modelSpelling(_ format: String) -> String {
    let text = format.trimmed
    let names = ["count": "count", "sum": "sum", "min": "min", "max": "max", "average": "avg"]
    guard text.hasSuffix(")"), let colon = text.firstIndex(of: ":"), let name = names[String(text[..<colon])],
      text[text.index(after: colon)...].hasPrefix("(")
    else { return text }
    let path = text[text.index(colon, offsetBy: 2)...].dropLast()
    if name == "count" { return "\(path).@count" }
    guard let dot = path.lastIndex(of: ".") else { return text }
    return "\(path[..<dot]).@\(name).\(path[path.index(after: dot)...])"
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
