extension QueryExpression: CustomStringConvertible {
  /// The expression as Swift would spell it, for error messages.
  package var description: String {
    switch self {
    case .constant(let constant): "\(constant)"
    case .path(let variable, let names): Self.text(variable, names)
    case .count(let variable, let names): Self.text(variable, names) + ".count"
    case .arithmetic(let operation, let left, let right): "(\(left) \(operation.symbol) \(right))"
    case .coalesce(let left, let right): "(\(left) ?? \(right))"
    case .conditional(let test, let left, let right): "(\(test) ? \(left) : \(right))"
    case .computed(let computation, let arguments):
      "\(computation)(\(arguments.map(\.description).joined(separator: ", ")))"
    case .aggregate(let aggregate, let variable, let names, let binding, let condition, let value):
      Self.text(variable, names)
        + (condition == .constant(true) ? "" : ".filter { $\(binding.number) in \(condition) }")
        + (aggregate == .count ? ".count" : ".\(aggregate) { $\(binding.number) in \(value) }")
    }
  }

  package static func text(_ variable: QueryVariable, _ names: [String]) -> String {
    (["$\(variable.number)"] + names).joined(separator: ".")
  }
}

extension QueryExpression.ArithmeticOperator {
  package var symbol: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .remainder: "%"
    }
  }
}
