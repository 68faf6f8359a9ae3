/// `MATCHES` as stores and the evaluator ask it: a regular expression over the whole text, within a time.
package enum TextRegex {
  /// - Throws: `QueryError` for what is no pattern, or takes too long.
  package static func matches(_ text: String, _ pattern: String, _ options: TextOptions) throws -> Bool {
    do {
      return try FormatRegex.matches(text, pattern, FormatOptions(rawValue: options.rawValue & 3))
    } catch let problem as FormatComparing.Problem {
      // What is no pattern is a form that cannot be asked; how long one takes depends on the data.
      throw QueryError(
        problem.code == .timeout ? .fault : .unsupported, problem.message, expression: "MATCHES \"\(pattern)\"")
    }
  }

  /// - Throws: `QueryError` for what is no pattern.
  static func check(_ pattern: String, _ options: TextOptions) throws { _ = try matches("", pattern, options) }
}
