extension FormatPredicate {
  /// Levels of nesting; reading refuses more than `PredicateFormat.depthLimit`.
  package var height: Int {
    switch self {
    case .constant, .closure: 1
    case .comparison(let comparison): max(comparison.left.height, comparison.right.height) + 1
    case .and(let parts), .or(let parts): (parts.map(\.height).max() ?? 0) + 1
    case .not(let part): part.height + 1
    }
  }
}

extension FormatExpression {
  package var height: Int {
    switch self {
    case .constant, .evaluatedObject, .variable, .anyKey: return 1
    case .path(.evaluatedObject, _): return 1
    case .path(let base, _), .cast(let base, _): return base.height + 1
    case .function(_, let arguments), .aggregate(let arguments), .closure(_, let arguments):
      return (arguments.map(\.height).max() ?? 0) + 1
    case .call(let target, _, let arguments): return max(target.height, arguments.map(\.height).max() ?? 0) + 1
    case .element(let base, .value(let index)): return max(base.height, index.height) + 1
    case .element(let base, _): return base.height + 1
    case .subquery(let base, _, let condition): return max(base.height, condition.height) + 1
    case .conditional(let condition, let yes, let no): return max(condition.height, yes.height, no.height) + 1
    case .combination(_, let left, let right): return max(left.height, right.height) + 1
    }
  }
}
