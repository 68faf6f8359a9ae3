import Foundation

extension TextMatching {
  /// Whether a regular expression matches somewhere in a text, within the time that `MATCHES` has.
  ///
  /// ICU's matcher is used for every spelling: it can be stopped, which Swift's cannot.
  ///
  /// - Throws: `QueryError` for a pattern that takes too long or is none.
  package static func contains(_ text: String, pattern: String) throws -> Bool {
    do {
      return try FormatRegex.matches(text, pattern, [], isWhole: false)
    } catch let problem as FormatComparing.Problem {
      throw QueryError(.fault, problem.message, expression: "contains(/\(pattern)/)")
    }
  }

  /// What every text that a `LIKE` without options matches begins with, byte by byte; empty where nothing is sure.
  package static func likePrefix(_ pattern: String) -> String { LikePattern.prefix(of: pattern) }

  /// Negative, zero or positive.
  package static func order(_ order: TextOrder, _ left: String, _ right: String) -> Int {
    switch order {
    case .caseInsensitive: left.caseInsensitiveCompare(right).rawValue
    case .localized: left.localizedCompare(right).rawValue
    }
  }
}
