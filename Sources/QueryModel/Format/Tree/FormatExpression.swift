/// A value as predicate formats spell it.
package indirect enum FormatExpression: Hashable {
  case constant(FormatValue)
  /// `SELF`
  case evaluatedObject
  /// `$NAME`
  case variable(String)
  /// `ANYKEY`
  case anyKey
  /// Keys followed from a value: `a.b` is `path(.evaluatedObject, ["a", "b"])`; `@count` and its like are keys too.
  case path(FormatExpression, [String])
  /// A function of Foundation's list by its selector: `1 + 2` is `function("add:to:", [1, 2])`.
  case function(String, [FormatExpression])
  /// `FUNCTION(target, "selector", arguments…)`
  case call(FormatExpression, String, [FormatExpression])
  /// `CAST(value, "NSDate")`
  case cast(FormatExpression, String)
  /// `list[0]`, `list[FIRST]`
  case element(FormatExpression, FormatIndex)
  /// `SUBQUERY(collection, $x, condition)`
  case subquery(FormatExpression, variable: String, FormatPredicate)
  /// `TERNARY(condition, a, b)`
  case conditional(FormatPredicate, FormatExpression, FormatExpression)
  /// `{a, b}`
  case aggregate([FormatExpression])
  /// `a UNION b`, `a INTERSECT b`, `a MINUS b`
  case combination(FormatSetOperator, FormatExpression, FormatExpression)
  /// An expression made of a closure, which has no text.
  case closure(FormatClosure, [FormatExpression])

  /// A key path from the evaluated object.
  package static func key(_ names: String...) -> FormatExpression { .path(.evaluatedObject, names) }
}

package enum FormatIndex: Hashable {
  case first, last, size
  case value(FormatExpression)
}

package enum FormatSetOperator: String, Hashable, Sendable, CaseIterable {
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
}

/// A Swift closure inside a tree; equal to itself only.
package final class FormatClosure: Hashable {
  /// Answers for the evaluated object, the values of the arguments and the variables in force.
  package let body: (Any?, [FormatExpression], [String: FormatValue]) throws -> Any?

  package init(_ body: @escaping (Any?, [FormatExpression], [String: FormatValue]) throws -> Any?) { self.body = body }

  package static func == (left: FormatClosure, right: FormatClosure) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
