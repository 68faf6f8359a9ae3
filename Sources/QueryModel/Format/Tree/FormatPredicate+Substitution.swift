extension FormatPredicate {
  /// The condition with its `$VARIABLES` replaced by constants; those without a value stay.
  package func substituting(_ variables: [String: FormatValue]) -> FormatPredicate {
    if variables.isEmpty { return self }
    switch self {
    case .constant, .closure: return self
    case .comparison(var comparison):
      comparison.left = comparison.left.substituting(variables)
      comparison.right = comparison.right.substituting(variables)
      return .comparison(comparison)
    case .and(let parts): return .and(parts.map { $0.substituting(variables) })
    case .or(let parts): return .or(parts.map { $0.substituting(variables) })
    case .not(let part): return .not(part.substituting(variables))
    }
  }
}

extension FormatExpression {
  package func substituting(_ variables: [String: FormatValue]) -> FormatExpression {
    func all(_ expressions: [FormatExpression]) -> [FormatExpression] { expressions.map { $0.substituting(variables) } }
    switch self {
    case .constant, .evaluatedObject, .anyKey: return self
    case .variable(let name): return variables[name].map { .constant($0) } ?? self
    case .path(let base, let names): return .path(base.substituting(variables), names)
    case .function(let name, let arguments): return .function(name, all(arguments))
    case .call(let target, let name, let arguments): return .call(target.substituting(variables), name, all(arguments))
    case .cast(let value, let type): return .cast(value.substituting(variables), type)
    case .element(let base, .value(let index)):
      return .element(base.substituting(variables), .value(index.substituting(variables)))
    case .element(let base, let index): return .element(base.substituting(variables), index)
    case .subquery(let base, let variable, let condition):
      // The subquery's own variable hides one of that name outside.
      var inner = variables
      inner[variable] = nil
      return .subquery(base.substituting(variables), variable: variable, condition.substituting(inner))
    case .conditional(let condition, let yes, let no):
      return .conditional(
        condition.substituting(variables), yes.substituting(variables), no.substituting(variables))
    case .aggregate(let elements): return .aggregate(all(elements))
    case .combination(let operation, let left, let right):
      return .combination(operation, left.substituting(variables), right.substituting(variables))
    case .closure(let closure, let arguments): return .closure(closure, all(arguments))
    }
  }
}
