extension FormatParser {
  mutating func primary() throws -> Term {
    let start = token
    switch token.kind {
    case .string(let text): return try literal(.constant(.string(text)))
    case .number(let value): return try literal(.constant(value))
    case .variable(let name): return try literal(.variable(name))
    case .specifier(let specifier): return try argument(specifier)
    case .symbol(.open): return try parenthesised()
    case .symbol(.openBrace):
      advance()
      let (elements, height) = try list(until: .closeBrace)
      return try term(.aggregate(elements), height: height + 1, from: start)
    case .word(let word, isEscaped: true):
      advance()
      return try term(.path(.evaluatedObject, [word]), height: 1, from: start)
    case .word(let word, isEscaped: false): return try named(word)
    default: throw unexpected("a value")
    }
  }

  private mutating func literal(_ expression: FormatExpression) throws -> Term {
    let start = token
    advance()
    return try term(expression, height: 1, from: start)
  }

  private mutating func parenthesised() throws -> Term {
    let start = token
    advance()
    let inner = try condition()
    if isSymbol(.comma) {
      // A list in parentheses, as SQL writes it.
      advance()
      let first = try expression(of: inner)
      let (rest, height) = try list(until: .close)
      return try term(.aggregate([first] + rest), height: max(height, inner.height) + 1, from: start)
    }
    try expect(.close, "to close the parenthesis of character \(start.offset)")
    return Term(content: inner.content, height: inner.height, start: start, isParenthesised: true)
  }

  private mutating func list(until close: FormatSymbol) throws -> ([FormatExpression], Int) {
    var elements: [FormatExpression] = []
    var height = 0
    if take(close) { return ([], 0) }
    repeat {
      let element = try nested { try $0.value(minimumStrength: 0) }
      elements.append(try expression(of: element))
      height = max(height, element.height)
    } while take(.comma)
    try expect(close, "or \",\" in the list")
    return (elements, height)
  }

  /// Literals, functions and keys.
  private mutating func named(_ word: String) throws -> Term {
    let isCall = following.kind == .symbol(.open)
    switch word.uppercased() {
    case "SELF":
      let start = token
      advance()
      return try term(.evaluatedObject, height: 1, from: start)
    case "NIL", "NULL": return try literal(.constant(.null))
    case "TRUE", "YES": return try literal(.constant(.boolean(true)))
    case "FALSE", "NO": return try literal(.constant(.boolean(false)))
    case "ANYKEY": return try literal(.anyKey)
    case "TRUEPREDICATE", "FALSEPREDICATE":
      let start = token
      advance()
      return try term(.constant(word.uppercased() == "TRUEPREDICATE"), height: 1, from: start)
    case "SUBQUERY" where isCall: return try subquery()
    case "CAST" where isCall: return try cast()
    case "FUNCTION" where isCall: return try call()
    case "TERNARY" where isCall: return try conditional()
    case "FETCH" where isCall: throw error(.unsupported, "FETCH is not supported", at: token)
    case let keyword where FormatKeywords.operators.contains(keyword):
      throw error(.syntax, "expected a value, found \(word); a key of that name is written #\(word)", at: token)
    case _ where isCall: return try function(word)
    default:
      guard !word.contains(":") else { throw unexpected("a value, or \"(\" behind a function's name") }
      return try literal(.path(.evaluatedObject, [word]))
    }
  }

  private mutating func function(_ word: String) throws -> Term {
    let start = token
    guard FormatFunction.selector(named: word, argumentCount: 0) != nil else {
      throw error(
        .unsupported,
        FormatFunction.problem(with: word, argumentCount: 0) ?? "there is no function \"\(word)\"", at: start)
    }
    advance()
    advance()
    let (arguments, height) = try list(until: .close)
    let selector = FormatFunction.selector(named: word, argumentCount: arguments.count) ?? word
    if let problem = FormatFunction.problem(with: selector, argumentCount: arguments.count) {
      throw error(.syntax, problem, at: start)
    }
    return try term(.function(selector, arguments), height: height + 1, from: start)
  }

  private mutating func subquery() throws -> Term {
    let start = token
    advance()
    advance()
    let collection = try nested { try $0.value(minimumStrength: 0) }
    try expect(.comma, "behind the collection of SUBQUERY")
    guard case .variable(let name) = token.kind else { throw unexpected("a variable such as $x in SUBQUERY") }
    advance()
    try expect(.comma, "behind the variable of SUBQUERY")
    let condition = try condition()
    let body = try predicate(of: condition)
    try expect(.close, "at the end of SUBQUERY")
    return try term(
      .subquery(try expression(of: collection), variable: name, body),
      height: max(collection.height, condition.height) + 1, from: start)
  }

  private mutating func cast() throws -> Term {
    let start = token
    advance()
    advance()
    let value = try nested { try $0.value(minimumStrength: 0) }
    try expect(.comma, "behind the value of CAST")
    let type = try text("a type's name in quotes, such as \"NSDate\"")
    try expect(.close, "at the end of CAST")
    return try term(FormatCast.folded(try expression(of: value), type), height: value.height + 1, from: start)
  }

  private mutating func call() throws -> Term {
    let start = token
    advance()
    advance()
    let target = try nested { try $0.value(minimumStrength: 0) }
    try expect(.comma, "behind the target of FUNCTION")
    let selector = try text("a selector's name in quotes")
    var (arguments, height): ([FormatExpression], Int) = ([], 0)
    if take(.comma) {
      (arguments, height) = try list(until: .close)
    } else {
      try expect(.close, "at the end of FUNCTION")
    }
    return try term(
      .call(try expression(of: target), selector, arguments), height: max(height, target.height) + 1, from: start)
  }

  private mutating func conditional() throws -> Term {
    let start = token
    advance()
    advance()
    let condition = try condition()
    let test = try predicate(of: condition)
    try expect(.comma, "behind the condition of TERNARY")
    let yes = try nested { try $0.value(minimumStrength: 0) }
    try expect(.comma, "between the values of TERNARY")
    let no = try nested { try $0.value(minimumStrength: 0) }
    try expect(.close, "at the end of TERNARY")
    return try term(
      .conditional(test, try expression(of: yes), try expression(of: no)),
      height: max(condition.height, yes.height, no.height) + 1, from: start)
  }

  /// A text, literal or given as `%@`.
  private mutating func text(_ expected: String) throws -> String {
    let term = try primary()
    guard case .expression(.constant(.string(let text))) = term.content else {
      throw error(.syntax, "expected \(expected), found \(term.start.text)", at: term.start)
    }
    return text
  }
}
