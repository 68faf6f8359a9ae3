import SwiftSyntax

extension PredicateScope {
  mutating func call(_ call: FunctionCallExprSyntax) throws -> LoweredTerm {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else {
      throw UnsupportedForm(call, "a global function of the input")
    }
    let name = member.declName.baseName.text
    let last = call.arguments.last?.expression.as(ClosureExprSyntax.self)
    if let closure = call.trailingClosure ?? last {
      let sequence = try lower(base).node
      let body = try self.closure(closure)
      switch name {
      case "contains": return bind("\(Self.foundation).build_contains(\(sequence), where: \(body))")
      case "allSatisfy": return bind("\(Self.foundation).build_allSatisfy(\(sequence), \(body))")
      case "filter": return bind("\(Self.foundation).build_filter(\(sequence), \(body))")
      case "flatMap": return bind("\(Self.foundation).build_flatMap(\(sequence), \(body))")
      default: throw UnsupportedForm(member.declName, "the function '\(name)'")
      }
    }
    if name == "evaluate" { return try evaluation(of: base, call) }
    if call.arguments.isEmpty, name == "min" || name == "max" {
      return bind("\(Self.foundation).build_\(name)(\(try lower(base).node))")
    }
    guard call.arguments.count == 1, let argument = call.arguments.first?.expression else {
      throw UnsupportedForm(member.declName, "the function '\(name)'")
    }
    let (receiver, operand) = (try lower(base), try lower(argument))
    switch name {
    case "contains":
      if case .constant(let source) = receiver {
        return bind("\(Self.builders).contains(value: \(source), \(operand.node))")
      }
      return bind("\(Self.foundation).build_contains(\(receiver.node), \(operand.node))")
    case "starts", "hasPrefix":
      return bind("\(Self.foundation).build_starts(\(receiver.node), with: \(operand.node))")
    case "localizedStandardContains", "caseInsensitiveCompare", "localizedCompare":
      return bind("\(Self.builders).\(name)(\(receiver.node), \(operand.node))")
    default: throw UnsupportedForm(member.declName, "the function '\(name)'")
    }
  }

  /// `captured.evaluate($0)`
  private mutating func evaluation(of base: ExprSyntax, _ call: FunctionCallExprSyntax) throws -> LoweredTerm {
    guard case .constant(let source) = try lower(base) else {
      throw UnsupportedForm(base, "evaluating what is not captured")
    }
    let inputs = try call.arguments.map { try lower($0.expression).node }
    return bind("\(Self.builders).evaluate(\(([source] + inputs).joined(separator: ", ")))")
  }

  /// `x[index]`, `x[lower..<upper]`, `x[key]` and `x[key, default: value]`
  mutating func subscripted(_ expression: SubscriptCallExprSyntax) throws -> LoweredTerm {
    let base = try lower(expression.calledExpression).node
    let arguments = try expression.arguments.map { argument in
      (argument.label.map { "\($0.text): " } ?? "") + (try lower(argument.expression).node)
    }
    return bind("\(Self.foundation).build_subscript(\(([base] + arguments).joined(separator: ", ")))")
  }
}
