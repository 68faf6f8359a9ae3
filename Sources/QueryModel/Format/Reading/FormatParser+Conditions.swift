extension FormatParser {
  /// `a OR b`, and everything that binds tighter.
  mutating func condition() throws -> Term {
    try nested { try $0.chain(symbol: .or, keyword: "OR") { try $0.conjunction() } }
  }

  private mutating func conjunction() throws -> Term {
    try chain(symbol: .and, keyword: "AND") { try $0.negation() }
  }

  /// Parts side by side make one compound; a part in parentheses stays a part, as Apple's parser keeps it.
  private mutating func chain(
    symbol: FormatSymbol, keyword: String, part: (inout FormatParser) throws -> Term
  ) throws -> Term {
    let first = try part(&self)
    guard isSymbol(symbol) || self.keyword == keyword else { return first }
    var parts = [try predicate(of: first)]
    var height = first.height
    while take(symbol) || take(keyword: keyword) {
      let next = try part(&self)
      parts.append(try predicate(of: next))
      height = max(height, next.height)
    }
    return try term(keyword == "OR" ? .or(parts) : .and(parts), height: height + 1, from: first.start)
  }

  private mutating func negation() throws -> Term {
    let start = token
    guard take(.not) || take(keyword: "NOT") else { return try comparison() }
    let inner = try nested { try $0.negation() }
    return try term(.not(try predicate(of: inner)), height: inner.height + 1, from: start)
  }

  private mutating func comparison() throws -> Term {
    let start = token
    var modifier = FormatModifier.direct
    var isNone = false
    if let word = keyword, let found = FormatKeywords.modifier(word), startsValue(following) {
      modifier = found
      isNone = word == "NONE"
      advance()
    }
    let left = try value(minimumStrength: 0)
    guard let (operation, operatorToken) = try comparisonOperator() else {
      if modifier != .direct { throw unexpected("a comparison behind ANY, ALL, SOME or NONE and its value") }
      return left
    }
    guard case .expression(let leftExpression) = left.content else {
      throw error(.syntax, "a condition cannot be compared; expected AND, OR or the end", at: operatorToken)
    }
    let options = try comparisonOptions()
    let right = try value(minimumStrength: 0)
    guard case .expression(let rightExpression) = right.content else {
      throw error(.syntax, "expected a value behind \(operatorToken.text), found a condition", at: right.start)
    }
    let comparison = FormatPredicate.comparison(
      FormatComparison(leftExpression, operation, rightExpression, options: options, modifier: modifier))
    let height = max(left.height, right.height) + 1
    return try term(isNone ? .not(comparison) : comparison, height: isNone ? height + 1 : height, from: start)
  }

  /// Whether a value can start there, so that the word before it is `ANY` the modifier and not a key of that name.
  private func startsValue(_ token: FormatToken) -> Bool {
    switch token.kind {
    case .word(let word, let isEscaped):
      isEscaped
        || !(FormatKeywords.operators.contains(word.uppercased())
          || ["UNION", "INTERSECT", "MINUS"].contains(word.uppercased()))
    case .string, .number, .variable, .specifier: true
    case .symbol(let symbol): [.open, .openBrace, .minus, .plus, .complement].contains(symbol)
    case .end: false
    }
  }

  private mutating func comparisonOperator() throws -> (FormatOperator, FormatToken)? {
    let start = token
    switch token.kind {
    case .symbol(let symbol):
      guard let operation = FormatKeywords.comparisons[symbol] else { return nil }
      advance()
      return (operation, start)
    case .word(let word, isEscaped: false):
      if let operation = FormatOperator(rawValue: word.uppercased()) {
        advance()
        return (operation, start)
      }
      switch word.uppercased() {
      case "AND", "OR": return nil
      case "NOT": throw error(.syntax, "expected an operator, found NOT; write NOT (a IN b)", at: start)
      case "UTI", "INTERSECTS": throw error(.unsupported, "\(word) comparisons are not supported", at: start)
      case _ where word.hasSuffix(":"):
        throw error(.unsupported, "an Objective-C method (\(word)) cannot be an operator here", at: start)
      default: return nil
      }
    default: return nil
    }
  }

  /// `[cd]`
  private mutating func comparisonOptions() throws -> FormatOptions {
    guard take(.openBracket) else { return [] }
    guard case .word(let letters, isEscaped: false) = token.kind else {
      throw unexpected("c, d, n or l between the brackets")
    }
    var options: FormatOptions = []
    for letter in letters.lowercased() {
      switch letter {
      case "c": options.insert(.caseInsensitive)
      case "d": options.insert(.diacriticInsensitive)
      case "n": options.insert(.normalized)
      case "l": options.insert(.localeSensitive)
      default: throw unexpected("c, d, n or l between the brackets")
      }
    }
    advance()
    try expect(.closeBracket, "behind the options")
    return options
  }
}
