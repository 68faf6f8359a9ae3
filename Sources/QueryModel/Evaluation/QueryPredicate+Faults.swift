extension QueryPredicate {
  /// Whether there are data of which it cannot be answered. Such a part must be asked only where the parts before it
  /// let it be: `$0.days != 0 && $0.cost / $0.days > 10`.
  package var canFail: Bool {
    switch self {
    case .constant: false
    case .and(let parts), .or(let parts): parts.contains(where: \.canFail)
    case .not(let part): part.canFail
    case .comparison(_, let left, let right): left.canFail || right.canFail
    // A pattern may take too long, or be none.
    case .text(let operation, let left, let right, _): operation == .matches || left.canFail || right.canFail
    case .membership(let element, _): element.canFail
    case .quantified(_, _, _, _, let body): body.canFail
    case .quantifiedValues(_, let values, _, let body): values.canFail || body.canFail
    // A pattern may take too long.
    case .test(let test, let arguments): test == .containsPattern || arguments.contains(where: \.canFail)
    case .truth(let expression): expression.canFail
    }
  }
}

extension QueryExpression {
  package var canFail: Bool {
    switch self {
    case .constant, .path, .count: false
    case .arithmetic: true
    case .coalesce(let left, let right): left.canFail || right.canFail
    case .conditional(let test, let yes, let no): test.canFail || yes.canFail || no.canFail
    case .call(let function, let arguments):
      function == .element || function == .slice || arguments.contains(where: \.canFail)
    case .countWhere(_, _, _, let body): body.canFail
    case .computed(let computation, let arguments): computation.canFail || arguments.contains(where: \.canFail)
    case .aggregate(let aggregate, _, _, _, let condition, let value):
      aggregate == .sum || condition.canFail || value.canFail
    case .selection(let values, _, let body): values.canFail || body.canFail
    }
  }
}
