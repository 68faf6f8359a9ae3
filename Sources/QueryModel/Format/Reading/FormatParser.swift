/// One reading of a format: precedence climbing over tokens, values and conditions by the same rules, so that an opening
/// parenthesis never has to be read twice.
struct FormatParser {
  let format: String
  let tokens: [FormatToken]
  let arguments: [FormatArgument]
  private(set) var index = 0
  private var nextArgument = 0
  private var depth = 0

  /// What a part of the text turned out to be.
  struct Term {
    let content: Content
    /// Levels of nesting in it, so that long chains are limited too.
    let height: Int
    let start: FormatToken
    var isParenthesised = false
  }

  enum Content {
    case predicate(FormatPredicate)
    case expression(FormatExpression)
  }

  init(format: String, tokens: [FormatToken], arguments: [FormatArgument]) {
    self.format = format
    self.tokens = tokens
    self.arguments = arguments
  }

  // MARK: tokens

  var token: FormatToken { tokens[index] }
  var isAtEnd: Bool { token.kind == .end }

  /// The token behind the current one.
  var following: FormatToken { tokens[min(index + 1, tokens.count - 1)] }

  mutating func advance() {
    if index < tokens.count - 1 { index += 1 }
  }

  func error(_ code: FormatError.Code, _ message: String, at token: FormatToken) -> FormatError {
    FormatLexer.error(format, code, message, at: token.offset)
  }

  func unexpected(_ expected: String) -> FormatError {
    error(.syntax, "expected \(expected), found \(token.text)", at: token)
  }

  func isSymbol(_ symbol: FormatSymbol) -> Bool { token.kind == .symbol(symbol) }

  mutating func take(_ symbol: FormatSymbol) -> Bool {
    guard isSymbol(symbol) else { return false }
    advance()
    return true
  }

  mutating func expect(_ symbol: FormatSymbol, _ place: String) throws {
    guard take(symbol) else { throw unexpected("\"\(symbol.rawValue)\" \(place)") }
  }

  /// The current word in capitals when it may be a keyword.
  var keyword: String? {
    if case .word(let word, isEscaped: false) = token.kind { word.uppercased() } else { nil }
  }

  mutating func take(keyword word: String) -> Bool {
    guard keyword == word else { return false }
    advance()
    return true
  }

  // MARK: depth

  mutating func nested<Result>(_ body: (inout FormatParser) throws -> Result) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= PredicateFormat.depthLimit else { throw tooDeep(token) }
    return try body(&self)
  }

  private func tooDeep(_ token: FormatToken) -> FormatError {
    error(
      .unsupported, "nested deeper than \(PredicateFormat.depthLimit) levels; split the predicate or pass parts as %@",
      at: token)
  }

  func term(_ expression: FormatExpression, height: Int, from start: FormatToken) throws -> Term {
    guard height <= PredicateFormat.depthLimit else { throw tooDeep(start) }
    return Term(content: .expression(expression), height: height, start: start)
  }

  func term(_ predicate: FormatPredicate, height: Int, from start: FormatToken) throws -> Term {
    guard height <= PredicateFormat.depthLimit else { throw tooDeep(start) }
    return Term(content: .predicate(predicate), height: height, start: start)
  }

  func predicate(of term: Term) throws -> FormatPredicate {
    if case .predicate(let predicate) = term.content { return predicate }
    throw unexpected("a comparison such as == behind the value that starts with \(term.start.text)")
  }

  func expression(of term: Term) throws -> FormatExpression {
    if case .expression(let expression) = term.content { return expression }
    throw error(.syntax, "expected a value, found a condition", at: term.start)
  }

  // MARK: arguments

  mutating func takeArgument(_ specifier: FormatSpecifier, at token: FormatToken) throws -> FormatArgument {
    guard nextArgument < arguments.count else {
      throw error(
        .arguments, "\(specifier.text) needs argument \(nextArgument + 1), but \(arguments.count) were given", at: token
      )
    }
    nextArgument += 1
    return arguments[nextArgument - 1]
  }

  /// The number of the argument taken last, from 1.
  var argumentNumber: Int { nextArgument }

  func checkArgumentsUsed() throws {
    guard nextArgument == arguments.count else {
      throw error(
        .arguments, "\(arguments.count) arguments were given, but the format takes \(nextArgument)", at: token)
    }
  }
}
