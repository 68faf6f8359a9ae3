/// One token of a predicate's text.
enum PredicateToken: Hashable {
  /// A name, a keyword or a key path.
  case word(String)
  case text(String)
  case number(String)
  case variable(String)
  /// An operator or a bracket.
  case mark(String)

  /// The tokens of a text, or `nil` where a character begins none.
  static func tokens(_ text: String) -> [PredicateToken]? {
    var tokens: [PredicateToken] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "\"" || first == "'" {
        guard let literal = literal(&rest) else { return nil }
        tokens.append(.text(literal))
      } else if first.isASCII, first.isNumber || (first == "-" && rest.dropFirst().first?.isNumber == true) {
        tokens.append(.number(take(&rest, first: true) { $0.isNumber || $0 == "." || $0 == "e" || $0 == "E" }))
      } else if first == "$" {
        rest.removeFirst()
        let name = take(&rest) { $0.isLetter || $0.isNumber || $0 == "_" }
        if name.isEmpty { return nil }
        tokens.append(.variable(name))
      } else if isNameStart(first) {
        tokens.append(.word(take(&rest) { isNameStart($0) || $0.isNumber || $0 == "." }))
      } else {
        let marks = ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", ":(", "<", ">", "=", "!", "(", ")", ","]
        guard let mark = (marks + ["[", "]", "."]).first(where: { rest.hasPrefix($0) }) else { return nil }
        rest.removeFirst(mark.count)
        tokens.append(.mark(mark))
      }
    }
    return tokens
  }

  private static func isNameStart(_ character: Character) -> Bool {
    character.isLetter || character == "_" || character == "@"
  }

  private static func take(
    _ rest: inout Substring, first: Bool = false, while matches: (Character) -> Bool
  ) -> String {
    var taken = ""
    if first { taken.append(rest.removeFirst()) }
    while let character = rest.first, matches(character) { taken.append(rest.removeFirst()) }
    return taken
  }

  private static func literal(_ rest: inout Substring) -> String? {
    let quote = rest.removeFirst()
    var taken = ""
    while let character = rest.popFirst() {
      if character == quote { return taken }
      if character == "\\" {
        // Only these two are written by `predicateFormat`; others have meanings that are not read here.
        guard let next = rest.popFirst(), next == "\\" || next == "\"" || next == "'" else { return nil }
        taken.append(next)
      } else {
        taken.append(character)
      }
    }
    return nil
  }
}
