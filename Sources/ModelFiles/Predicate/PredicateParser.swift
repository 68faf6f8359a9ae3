/// Reads the text of a predicate or expression, as far as its archived form is known.
///
/// `nil` means "not understood", never a guess: the text then stays the only form of the predicate.
struct PredicateParser {
  private var tokens: ArraySlice<PredicateToken>
  private var depth = 0
  /// Messages to values stand in mapping models only.
  private let readsCalls: Bool

  static func predicate(_ text: String) -> PredicateTree? { parse(text) { $0.disjunction() } }

  static func expression(_ text: String, readsCalls: Bool = false) -> PredicateTree? {
    parse(text, readsCalls: readsCalls) { $0.operand() }
  }

  private static func parse(
    _ text: String, readsCalls: Bool = false, _ rule: (inout PredicateParser) -> PredicateTree?
  ) -> PredicateTree? {
    guard let tokens = PredicateToken.tokens(text) else { return nil }
    var parser = PredicateParser(tokens: tokens[...], readsCalls: readsCalls)
    guard let tree = rule(&parser), parser.tokens.isEmpty else { return nil }
    return tree
  }

  private init(tokens: ArraySlice<PredicateToken>, readsCalls: Bool) {
    (self.tokens, self.readsCalls) = (tokens, readsCalls)
  }

  private mutating func disjunction() -> PredicateTree? {
    parts(of: ["OR"], ["||"]) { $0.conjunction() }.map { $0.count == 1 ? $0[0] : .any($0) }
  }

  private mutating func conjunction() -> PredicateTree? {
    parts(of: ["AND"], ["&&"]) { $0.negation() }.map { $0.count == 1 ? $0[0] : .all($0) }
  }

  private mutating func parts(
    of words: [String], _ marks: [String], _ rule: (inout PredicateParser) -> PredicateTree?
  ) -> [PredicateTree]? {
    guard let first = rule(&self) else { return nil }
    var parts = [first]
    while skip(words: words, marks: marks) {
      guard let next = rule(&self) else { return nil }
      parts.append(next)
    }
    return parts
  }

  private mutating func negation() -> PredicateTree? {
    depth += 1
    defer { depth -= 1 }
    guard depth < 64 else { return nil }
    if skip(words: ["NOT"], marks: ["!"]) { return negation().map { .not($0) } }
    let start = tokens
    if skip(marks: ["("]), let inner = disjunction(), skip(marks: [")"]) { return inner }
    tokens = start
    return comparison()
  }

  private mutating func comparison() -> PredicateTree? {
    if skip(words: ["TRUEPREDICATE"]) { return .truth(true) }
    if skip(words: ["FALSEPREDICATE"]) { return .truth(false) }
    guard let left = operand(), var comparison = comparisonOperator() else { return nil }
    if skip(marks: ["["]) {
      guard case .word(let options)? = tokens.popFirst(), skip(marks: ["]"]) else { return nil }
      for option in options.lowercased() {
        guard option == "c" || option == "d" else { return nil }
        comparison.options |= option == "c" ? 1 : 2
      }
    }
    return operand().map { .comparison(left, comparison, $0) }
  }

  private mutating func comparisonOperator() -> PredicateTree.Comparison? {
    let marks = ["<": 0, "<=": 1, "=<": 1, ">": 2, ">=": 3, "=>": 3, "==": 4, "=": 4, "!=": 5, "<>": 5]
    let words = ["MATCHES": 6, "LIKE": 7, "BEGINSWITH": 8, "ENDSWITH": 9, "IN": 10, "CONTAINS": 99]
    let type: Int? =
      switch tokens.first {
      case .mark(let mark)?: marks[mark]
      case .word(let word)?: words[word.uppercased()]
      default: nil
      }
    guard let type else { return nil }
    tokens.removeFirst()
    return .init(type: type)
  }

  private mutating func operand() -> PredicateTree? {
    depth += 1
    defer { depth -= 1 }
    guard depth < 64 else { return nil }
    switch tokens.popFirst() {
    case .text(let text)?: return .text(text)
    case .number(let text)?: return Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) }
    case .variable(let name)?:
      guard skip(marks: ["."]) else { return .variable(name) }
      guard case .word(let path)? = tokens.popFirst() else { return nil }
      return .keyPath(of: .variable(name), path)
    case .word(let word)?: return name(word)
    case .mark, nil: return nil
    }
  }

  private mutating func name(_ word: String) -> PredicateTree? {
    switch word.uppercased() {
    case "SELF": return .itself
    case "NIL", "NULL": return .null
    case "YES", "TRUE": return .boolean(true)
    case "NO", "FALSE": return .boolean(false)
    case "CAST": return dateCast()
    case "FUNCTION" where readsCalls: return call()
    // Modifiers and forms whose archived shape no specimen shows.
    case "ANY", "ALL", "SOME", "NONE", "SUBQUERY", "FUNCTION", "BETWEEN", "AND", "OR", "NOT", "TERNARY": return nil
    default: break
    }
    if skip(marks: [":("]) {
      var arguments: [PredicateTree] = []
      repeat {
        guard let argument = operand() else { return nil }
        arguments.append(argument)
      } while skip(marks: [","])
      return skip(marks: [")"]) ? .function(word + ":", arguments) : nil
    }
    if skip(marks: ["("]) { return skip(marks: [")"]) ? .function(word, []) : nil }
    // `@` marks collection operators, which stand in archives as functions.
    if word.contains("@") || word.hasSuffix(".") || word.contains("..") { return nil }
    if word.hasPrefix("SELF.") { return .keyPath(of: nil, String(word.dropFirst(5))) }
    return .keyPath(of: nil, word)
  }

  private mutating func call() -> PredicateTree? {
    guard skip(marks: ["("]), let target = operand(), skip(marks: [","]), case .text(let selector)? = tokens.popFirst()
    else { return nil }
    var arguments: [PredicateTree] = []
    while skip(marks: [","]) {
      guard let argument = operand() else { return nil }
      arguments.append(argument)
    }
    return skip(marks: [")"]) ? .call(target, selector, arguments) : nil
  }

  private mutating func dateCast() -> PredicateTree? {
    guard skip(marks: ["("]), case .number(let seconds)? = tokens.popFirst(), skip(marks: [","]),
      tokens.popFirst() == .text("NSDate"), skip(marks: [")"])
    else { return nil }
    return Double(seconds).map { .date($0) }
  }

  private mutating func skip(words: [String] = [], marks: [String] = []) -> Bool {
    switch tokens.first {
    case .word(let word)? where words.contains(word.uppercased()): tokens.removeFirst()
    case .mark(let mark)? where marks.contains(mark): tokens.removeFirst()
    default: return false
    }
    return true
  }
}
