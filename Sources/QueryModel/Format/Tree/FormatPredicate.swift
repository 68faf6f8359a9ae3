/// A condition as predicate formats spell it: richer than `QueryPredicate`, which stores understand.
package indirect enum FormatPredicate: Hashable {
  /// `TRUEPREDICATE`, `FALSEPREDICATE`
  case constant(Bool)
  case comparison(FormatComparison)
  case and([FormatPredicate])
  case or([FormatPredicate])
  case not(FormatPredicate)
  /// A predicate made of a closure, which has no text.
  case closure(FormatClosure)
}

/// `[ANY|ALL] left OPERATOR[options] right`
package struct FormatComparison: Hashable {
  package var left: FormatExpression
  package var modifier: FormatModifier
  package var operation: FormatOperator
  package var options: FormatOptions
  package var right: FormatExpression

  package init(
    _ left: FormatExpression, _ operation: FormatOperator, _ right: FormatExpression, options: FormatOptions = [],
    modifier: FormatModifier = .direct
  ) {
    self.left = left
    self.operation = operation
    self.right = right
    self.options = options
    self.modifier = modifier
  }
}

package enum FormatModifier: Hashable, Sendable, CaseIterable {
  case direct
  /// Every element of the left side; true of none.
  case all
  /// At least one element of the left side.
  case any
}

package enum FormatOperator: String, Hashable, Sendable, CaseIterable {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case matches = "MATCHES"
  case like = "LIKE"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case `in` = "IN"
  case contains = "CONTAINS"
  case between = "BETWEEN"
}

/// What stands in brackets behind an operator.
package struct FormatOptions: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// `c`
  package static let caseInsensitive = FormatOptions(rawValue: 1)
  /// `d`
  package static let diacriticInsensitive = FormatOptions(rawValue: 2)
  /// `n`: both texts are said to be prepared already, so that bytes decide.
  package static let normalized = FormatOptions(rawValue: 4)
  /// `l`: as one fixed language compares (`TextMatching.locale`).
  package static let localeSensitive = FormatOptions(rawValue: 8)
}
