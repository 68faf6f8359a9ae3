/// Reads predicate formats: the grammar of Apple's "Predicate Format String Syntax".
///
/// Keywords are read in any case. `ANY`, `FIRST`, `CAST` and the like are keywords only where the grammar can use them,
/// so that a key of that name needs no `#` elsewhere.
package enum PredicateFormat {
  /// How deep conditions and values may nest. Reading, printing and evaluating recurse that far and no further.
  package static let depthLimit = 200

  /// Reads a condition.
  ///
  /// - Throws: `FormatError` that says at which character, and what was expected.
  package static func predicate(_ format: String, arguments: [FormatArgument] = []) throws -> FormatPredicate {
    var parser = FormatParser(format: format, tokens: try FormatLexer.tokens(of: format), arguments: arguments)
    let term = try parser.condition()
    guard parser.isAtEnd else {
      if case .expression = term.content { throw parser.unexpected("a comparison such as == behind a value") }
      throw parser.unexpected("AND, OR or the end")
    }
    try parser.checkArgumentsUsed()
    return try parser.predicate(of: term)
  }

  /// Reads a value.
  package static func expression(_ format: String, arguments: [FormatArgument] = []) throws -> FormatExpression {
    var parser = FormatParser(format: format, tokens: try FormatLexer.tokens(of: format), arguments: arguments)
    let term = try parser.condition()
    guard parser.isAtEnd else { throw parser.unexpected("an operator or the end") }
    try parser.checkArgumentsUsed()
    return try parser.expression(of: term)
  }
}
