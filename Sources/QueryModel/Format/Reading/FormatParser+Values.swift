extension FormatParser {
  /// A chain of operators that make values, none weaker than `minimumStrength`.
  mutating func value(minimumStrength: Int) throws -> Term {
    var left = try unary()
    while let (operation, strength) = valueOperator(), strength >= minimumStrength {
      let first = try expression(of: left)
      advance()
      let isPower = strength == FormatFunction.powerStrength
      let right = try nested { try $0.value(minimumStrength: isPower ? strength : strength + 1) }
      let second = try expression(of: right)
      let result: FormatExpression =
        switch operation {
        case .function(let selector): .function(selector, [first, second])
        case .combination(let operation): .combination(operation, first, second)
        }
      left = try term(result, height: max(left.height, right.height) + 1, from: left.start)
    }
    return left
  }

  private enum ValueOperator {
    case function(String)
    case combination(FormatSetOperator)
  }

  private func valueOperator() -> (ValueOperator, Int)? {
    switch token.kind {
    case .symbol(let symbol): return FormatKeywords.arithmetic[symbol].map { (.function($0.selector), $0.strength) }
    case .word(let word, isEscaped: false):
      return FormatSetOperator(rawValue: word.uppercased()).map { (.combination($0), FormatFunction.setStrength) }
    default: return nil
    }
  }

  private mutating func unary() throws -> Term {
    let start = token
    if take(.plus) { return try nested { try $0.unary() } }
    if take(.complement) {
      let inner = try nested { try $0.unary() }
      return try term(.function("onesComplement:", [try expression(of: inner)]), height: inner.height + 1, from: start)
    }
    guard take(.minus) else { return try postfix() }
    let inner = try nested { try $0.unary() }
    let operand = try expression(of: inner)
    if !inner.isParenthesised, let literal = negated(operand) { return try term(literal, height: 1, from: start) }
    let difference = FormatExpression.function("from:subtract:", [.constant(.integer(0)), operand])
    return try term(difference, height: inner.height + 1, from: start)
  }

  private func negated(_ expression: FormatExpression) -> FormatExpression? {
    guard case .constant(let value) = expression else { return nil }
    return FormatNumber.negated(value).map { .constant($0) }
  }

  /// Keys, elements and collection operators behind a value.
  private mutating func postfix() throws -> Term {
    var result = try primary()
    while true {
      if isSymbol(.dot) {
        let base = try expression(of: result)
        advance()
        let names = try keys()
        // Keys behind keys make one path, however long.
        if case .path(let inner, let first) = base, !result.isParenthesised {
          result = try term(.path(inner, first + names), height: result.height, from: result.start)
        } else {
          result = try term(.path(base, names), height: result.height + 1, from: result.start)
        }
      } else if isSymbol(.openBracket), case .expression(let base) = result.content {
        advance()
        let (index, height) = try elementIndex()
        result = try term(.element(base, index), height: max(result.height, height) + 1, from: result.start)
      } else {
        return result
      }
    }
  }

  private mutating func keys() throws -> [String] {
    switch token.kind {
    case .word(let word, let isEscaped):
      guard isEscaped || !word.contains(":") else { throw unexpected("a key behind \".\"") }
      advance()
      return [word]
    case .specifier(let specifier) where specifier.kind == .key:
      let start = token
      advance()
      return try keyArgument(specifier, at: start)
    default: throw unexpected("a key behind \".\"")
    }
  }

  private mutating func elementIndex() throws -> (FormatIndex, Int) {
    if following.kind == .symbol(.closeBracket), let word = keyword {
      let index: FormatIndex? =
        switch word {
        case "FIRST": .first
        case "LAST": .last
        case "SIZE": .size
        default: nil
        }
      if let index {
        advance()
        advance()
        return (index, 1)
      }
    }
    let inner = try nested { try $0.value(minimumStrength: 0) }
    try expect(.closeBracket, "behind the index")
    return (.value(try expression(of: inner)), inner.height)
  }
}
