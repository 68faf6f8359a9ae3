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
    case .computed(let computation, let arguments) where computation.symbol != nil && arguments.count == 2:
      "(\(arguments[0]) \(computation.symbol ?? "") \(arguments[1]))"
    case .computed(let computation, let arguments):
      "\(computation)(\(arguments.map(\.description).joined(separator: ", ")))"
    case .aggregate(let aggregate, let variable, let names, let binding, let condition, let value):
      Self.text(variable, names)
        + (condition == .constant(true) ? "" : ".filter { $\(binding.number) in \(condition) }")
        + ".\(aggregate) { $\(binding.number) in \(value) }"
    case .call(let function, let arguments): Self.text(function, arguments)
    case .countWhere(let variable, let names, let binding, let body):
      Self.text(variable, names) + ".filter { $\(binding.number) in \(body) }.count"
    case .selection(let values, let binding, let body): "\(values).filter { $\(binding.number) in \(body) }"
    }
  }

  private static func text(_ function: QueryFunction, _ arguments: [QueryExpression]) -> String {
    let texts = arguments.map(\.description)
    let rest = texts.dropFirst().joined(separator: ", ")
    return (texts.first ?? "")
      + {
        switch function {
        case .element, .entry: "[\(rest)]"
        case .slice: "[\(texts.dropFirst().joined(separator: "..<"))]"
        case .minimum: ".min()"
        case .maximum: ".max()"
        case .size: ".count"
        case .order(.caseInsensitive): ".caseInsensitiveCompare(\(rest))"
        case .order(.localized): ".localizedCompare(\(rest))"
        case .float: ""
        }
      }()
  }

  package static func text(_ variable: QueryVariable, _ names: [String]) -> String {
    ([variable.description] + names).joined(separator: ".")
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
