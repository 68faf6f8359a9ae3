extension QueryPredicate: CustomStringConvertible {
  /// The condition as Swift would spell it, for error messages.
  package var description: String {
    switch self {
    case .constant(let value): "\(value)"
    case .and(let parts): parts.isEmpty ? "true" : "(" + parts.map(\.description).joined(separator: " && ") + ")"
    case .or(let parts): parts.isEmpty ? "false" : "(" + parts.map(\.description).joined(separator: " || ") + ")"
    case .not(let part): "!\(part)"
    case .comparison(let operation, let left, let right): "\(left) \(operation.symbol) \(right)"
    case .text(let operation, let left, let right, _): "\(left).\(operation)(\(right))"
    case .membership(let element, let values): "\(QueryConstant.collection(values)).contains(\(element))"
    case .quantified(let quantifier, let variable, let names, let binding, let body):
      "\(QueryExpression.text(variable, names)).\(quantifier == .any ? "contains" : "allSatisfy")"
        + " { $\(binding.number) in \(body) }"
    case .quantifiedValues(let quantifier, let values, let binding, let body):
      "\(values).\(quantifier == .any ? "contains" : "allSatisfy") { $\(binding.number) in \(body) }"
    case .test(let test, let arguments):
      (arguments.first?.description ?? "") + (test == .beginsWithCollection ? ".starts(with: " : ".contains(")
        + arguments.dropFirst().map(\.description).joined(separator: ", ") + ")"
    case .truth(let expression): expression.description
    }
  }
}

extension QueryPredicate.ComparisonOperator {
  package var symbol: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }
}
