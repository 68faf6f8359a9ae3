/// Makes a text that a regular expression matches, for the forms that models use: literals, classes, groups,
/// alternatives and counts.
///
/// What it makes is always tried against the expression itself; what it cannot read it gives up.
struct SeedPattern {
  private var pattern: Substring
  private var generator: SeedGenerator
  /// Repetitions without a limit are kept to this many more than needed.
  private static let more = 3
  /// A count beyond this is no text that anybody wants.
  private static let most = 10_000

  /// - Returns: `nil` where the pattern has forms that are not known here.
  static func text(_ pattern: String, using generator: inout SeedGenerator) -> String? {
    var reader = SeedPattern(pattern: pattern[...], generator: generator)
    let text = reader.alternatives()
    generator = reader.generator
    guard let text, reader.pattern.isEmpty else { return nil }
    return text
  }

  private mutating func alternatives() -> String? {
    var found: [String] = []
    while true {
      guard let text = sequence() else { return nil }
      found.append(text)
      guard pattern.first == "|" else { break }
      pattern.removeFirst()
    }
    return found[Int(generator.next() % UInt64(found.count))]
  }

  private mutating func sequence() -> String? {
    var text = ""
    while let next = pattern.first, next != "|", next != ")" {
      if next == "^" || next == "$" {
        pattern.removeFirst()
        continue
      }
      let start = pattern
      guard let first = atom(), let count = repetitions() else { return nil }
      let rest = pattern
      if count > 0 { text += first }
      for _ in 1..<max(count, 1) {
        pattern = start
        guard let again = atom() else { return nil }
        text += again
      }
      pattern = rest
    }
    return text
  }

  private mutating func atom() -> String? {
    let first = pattern.removeFirst()
    switch first {
    case "(":
      if pattern.hasPrefix("?:") { pattern.removeFirst(2) } else if pattern.first == "?" { return nil }
      guard let text = alternatives(), pattern.first == ")" else { return nil }
      pattern.removeFirst()
      return text
    case "[": return characterClass()
    case "\\": return escape()
    case ".": return pick(Array("abcdefghijklmnopqrstuvwxyz"))
    case "*", "+", "?", "{": return nil
    default: return String(first)
    }
  }

  private mutating func escape() -> String? {
    guard let kind = pattern.popFirst() else { return nil }
    if let members = Self.members(of: kind) { return pick(members) }
    if kind.isLetter || kind.isNumber { return kind == "b" ? "" : nil }
    return String(kind)
  }

  private static func members(of kind: Character) -> [Character]? {
    switch kind {
    case "d": Array("0123456789")
    case "w": Array("abcdefghijklmnopqrstuvwxyz0123456789_")
    case "s": [" "]
    default: nil
    }
  }

  private mutating func characterClass() -> String? {
    var members: [Character] = []
    var isNegated = false
    if pattern.first == "^" {
      isNegated = true
      pattern.removeFirst()
    }
    var isFirst = true
    while let next = pattern.popFirst() {
      if next == "]", !isFirst {
        let all = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ ")
        let chosen = isNegated ? all.filter { !members.contains($0) } : members
        return chosen.isEmpty ? nil : pick(chosen)
      }
      isFirst = false
      var low = next
      if next == "[" { return nil }
      if next == "\\" {
        guard let kind = pattern.popFirst() else { return nil }
        if let known = Self.members(of: kind) {
          members += known
          continue
        }
        low = kind
      }
      guard pattern.first == "-", let high = pattern.dropFirst().first, high != "]" else {
        members.append(low)
        continue
      }
      pattern.removeFirst(2)
      guard let from = low.unicodeScalars.first?.value, let to = high.unicodeScalars.first?.value, from <= to,
        to - from < 1000
      else { return nil }
      members += (from...to).compactMap { Unicode.Scalar($0).map(Character.init) }
    }
    return nil
  }

  /// How often what stands before is wanted; `nil` for a form that is not known.
  private mutating func repetitions() -> Int? {
    guard let sign = pattern.first, "*+?{".contains(sign) else { return 1 }
    pattern.removeFirst()
    var (low, high): (Int, Int?) = (0, nil)
    switch sign {
    case "*": break
    case "+": low = 1
    case "?": high = 1
    default:
      guard let end = pattern.firstIndex(of: "}") else { return nil }
      let parts = pattern[..<end].split(separator: ",", omittingEmptySubsequences: false)
      pattern = pattern[pattern.index(after: end)...]
      guard let first = parts.first.flatMap({ Int($0) }), (0...Self.most).contains(first), parts.count <= 2 else {
        return nil
      }
      (low, high) = (first, parts.count == 1 ? first : Int(parts[1]))
    }
    // Reluctant and possessive counts match the same texts.
    if let next = pattern.first, next == "?" || next == "+" { pattern.removeFirst() }
    let limit = max(low, min(high ?? low + Self.more, low + Self.more))
    return low + Int(generator.next() % UInt64(limit - low + 1))
  }

  private mutating func pick(_ characters: [Character]) -> String {
    String(characters[Int(generator.next() % UInt64(characters.count))])
  }
}
