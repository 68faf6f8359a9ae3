import Foundation

/// The declarations of a listing of Apple's module in Swift, one to a line inside code blocks, as `Type.member(label:)`.
struct ApplesDeclarations {
  /// In the order of the listing; a name may come twice.
  private(set) var names: [String] = []
  private var owner = ""
  private var nested: String?

  init(_ page: String) {
    var isCode = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode, !line.hasPrefix("```") { add(String(line.prefix { $0 != "/" || line.contains("http") })) }
    }
  }

  private static let modifiers: Set<String> = [
    "open", "public", "final", "static", "class", "weak", "convenience", "optional", "dynamic", "required", "override",
    "indirect", "unowned(unsafe)",
  ]
  private static let kinds: Set<String> = ["class", "struct", "enum", "protocol", "extension"]

  private mutating func add(_ line: String) {
    var words = line.split(separator: " ")
    let indent = line.prefix { $0 == " " }.count
    while let first = words.first, first.hasPrefix("@") || Self.modifiers.contains(String(first)) {
      // `class NSObject` is a kind, `class var` a modifier.
      if first == "class", words.count > 1, !["func", "var", "let"].contains(words[1]) { break }
      words.removeFirst()
    }
    guard words.count > 1 || line.contains("init") else { return }
    let kind = String(words[0])
    if Self.kinds.contains(kind) {
      let name = String(words[1].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
      if indent == 0 { (owner, nested) = (name, nil) } else { nested = "\(owner).\(name)" }
      if kind != "extension" { names.append(nested ?? owner) }
      return
    }
    if indent == 0 { (owner, nested) = ("", nil) } else if indent < 4 { nested = nil }
    let rest = words.dropFirst().joined(separator: " ")
    let place = nested ?? owner
    func append(_ name: String) { names.append(place.isEmpty ? name : "\(place).\(name)") }
    switch kind {
    case "var", "let":
      for name in rest.prefix(while: { $0 != ":" }).split(separator: ",") {
        append(name.trimmingCharacters(in: .whitespaces))
      }
    case "case":
      for part in rest.split(separator: ",") {
        append(String(part.split(separator: " ").first ?? ""))
      }
    case "func": append(Self.signature(rest))
    case "typealias": append(String(words[1]))
    default: if kind.hasPrefix("init") { append(Self.signature(words.joined(separator: " "))) }
    }
  }

  /// `name<T>(a b: X, _ c: (Y) -> Z = d)` as `name(a:_:)`.
  private static func signature(_ text: String) -> String {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "=" }
    guard let open = text.firstIndex(of: "(") else { return String(name) }
    var labels = ""
    var depth = 0
    var isLabel = true
    var label = ""
    for character in text[open...] {
      switch character {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: break
      }
      if depth == 0 { break }
      if depth == 1, character == "," {
        (isLabel, label) = (true, "")
      } else if depth == 1, character == ":", isLabel {
        labels += (label.split(separator: " ").first ?? "") + ":"
        isLabel = false
      } else if depth == 1, isLabel, character != "(" {
        label.append(character)
      }
    }
    return "\(name)(\(labels))"
  }
}
