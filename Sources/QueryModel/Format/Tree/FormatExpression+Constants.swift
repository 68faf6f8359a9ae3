extension FormatExpression {
  /// Whether its value depends on no object and no variable, and is the same each time.
  var isConstant: Bool {
    switch self {
    case .constant: true
    case .evaluatedObject, .variable, .anyKey, .subquery, .closure: false
    case .path(let base, _), .cast(let base, _): base.isConstant
    case .function(let name, let arguments): !name.hasPrefix("random") && arguments.allSatisfy(\.isConstant)
    case .call(let target, _, let arguments): target.isConstant && arguments.allSatisfy(\.isConstant)
    case .element(let base, .value(let index)): base.isConstant && index.isConstant
    case .element(let base, _): base.isConstant
    case .conditional: false
    case .aggregate(let elements): elements.allSatisfy(\.isConstant)
    case .combination(_, let left, let right): left.isConstant && right.isConstant
    }
  }
}
