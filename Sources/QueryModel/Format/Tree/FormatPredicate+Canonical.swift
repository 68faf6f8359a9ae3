import Foundation

extension FormatPredicate {
  /// The form that reading the printed text gives: two predicates mean the same text when these are equal.
  ///
  /// Booleans are numbers (Apple prints `YES` as `1`), constant collections are aggregates, and a compound of one part is
  /// that part.
  package var canonical: FormatPredicate {
    switch self {
    case .constant, .closure: return self
    case .comparison(var comparison):
      comparison.left = comparison.left.canonical
      comparison.right = comparison.right.canonical
      return .comparison(comparison)
    case .and(let parts):
      return parts.count == 1 ? parts[0].canonical : parts.isEmpty ? .constant(true) : .and(parts.map(\.canonical))
    case .or(let parts):
      return parts.count == 1 ? parts[0].canonical : parts.isEmpty ? .constant(false) : .or(parts.map(\.canonical))
    case .not(let part): return .not(part.canonical)
    }
  }
}

extension FormatExpression {
  package var canonical: FormatExpression {
    switch self {
    case .constant(.boolean(let value)): .constant(.integer(value ? 1 : 0))
    case .constant(.collection(let values)): .aggregate(values.map { FormatExpression.constant($0).canonical })
    case .constant, .evaluatedObject, .variable, .anyKey: self
    case .path(let base, let names):
      switch base.canonical {
      case _ where names.isEmpty: base.canonical
      case .path(let inner, let first): .path(inner, first + names)
      case let base: .path(base, names)
      }
    case .function(let name, let arguments): .function(name, arguments.map(\.canonical))
    case .call(let target, let name, let arguments): .call(target.canonical, name, arguments.map(\.canonical))
    case .cast(let value, let type): FormatCast.folded(value.canonical, type)
    case .element(let base, .value(let index)): .element(base.canonical, .value(index.canonical))
    case .element(let base, let index): .element(base.canonical, index)
    case .subquery(let base, let variable, let condition):
      .subquery(base.canonical, variable: variable, condition.canonical)
    case .conditional(let condition, let yes, let no): .conditional(condition.canonical, yes.canonical, no.canonical)
    case .aggregate(let elements): .aggregate(elements.map(\.canonical))
    case .combination(let operation, let left, let right): .combination(operation, left.canonical, right.canonical)
    case .closure(let closure, let arguments): .closure(closure, arguments.map(\.canonical))
    }
  }
}
