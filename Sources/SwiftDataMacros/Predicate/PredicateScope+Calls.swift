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
    guard call.arguments.count == 1, let argument = call.arguments.first?.expression else {
      throw UnsupportedForm(member.declName, "the function '\(name)'")
    }
    let (receiver, operand) = (try lower(base), try lower(argument))
    switch name {
    case "contains": return bind("\(Self.foundation).build_contains(\(receiver.node), \(operand.node))")
    case "starts", "hasPrefix":
      return bind("\(Self.foundation).build_starts(\(receiver.node), with: \(operand.node))")
    case "localizedStandardContains", "caseInsensitiveCompare":
      return bind("\(Self.builders).\(name)(\(receiver.node), \(operand.node))")
    default: throw UnsupportedForm(member.declName, "the function '\(name)'")
    }
  }
}
