import ModelDescription
import QueryModel

/// Values computed of others, and values of to-manys.
extension FetchLowering {
  func computedOperand(
    _ function: QueryComputation, _ arguments: [QueryExpression], _ expression: QueryExpression
  ) throws -> SQLOperand {
    guard let code = function.code else {
      throw QueryError(.unsupported, "the store knows no such function", expression: "\(expression)")
    }
    let operands = try arguments.map(operand)
    let isDecimal = operands.contains { $0.kind == .decimal }
    let call = QueryComputation.Call(code: code, decimals: operands.indices.filter { operands[$0].kind == .decimal })
    var parts: [SQLFragment] = ["\(raw: "\(call.word)") /* \(raw: function.description) */"]
    for (argument, operand) in zip(arguments, operands) {
      guard [.text, .number, .decimal, .null].contains(operand.kind) else {
        throw QueryError(.unsupported, "nothing can be computed with values of its type", expression: "\(argument)")
      }
      if let wanted = function.argument, !operand.isNull, (wanted == .text) != (operand.kind == .text) {
        throw QueryError(
          .unsupported, "it is \(wanted == .text ? "no text" : "no number")", expression: "\(argument)")
      }
      parts.append(operand.computing)
    }
    return SQLOperand(
      "\(raw: TextFunction.compute)(\(.joined(parts, separator: ", ")))",
      // A quotient goes on as the double that it is: its digits have no end.
      function.result == .text ? .text : isDecimal && function != .selector("divide:by:") ? .decimal : .number)
  }

  func aggregateOperand(
    _ aggregate: QueryAggregate, _ variable: QueryVariable, _ names: [String], binding: QueryVariable,
    _ condition: QueryPredicate, _ value: QueryExpression, _ expression: QueryExpression
  ) throws -> SQLOperand {
    let text = "\(expression)"
    guard case .toMany(let scope, let relationship, let mapping, let isThroughToOne) = try follow(variable, names)
    else { throw QueryError(.unsupported, "only the members of a to-many give one value together", expression: text) }
    let element = try makeScope(relationship.destinationNumber, for: text)
    bind(binding, to: element)
    defer { unbind(binding) }
    let test = condition == .constant(true) ? "1" : try self.condition(condition, isStrict: false)
    let operand = try operand(value)
    switch (aggregate, operand.kind) {
    case (_, .opaque), (_, .object):
      throw QueryError(.unsupported, "values of this type have no order and no sum", expression: "\(value)")
    case (.sum, .text), (.sum, .blob), (.sum, .uuid), (.average, .text), (.average, .blob), (.average, .uuid):
      throw QueryError(.unsupported, "it is not a number, so there is no sum", expression: "\(value)")
    default: break
    }
    let function: SQLFragment =
      switch aggregate {
      case .sum: "ifnull(sum(\(operand.computing)), 0)"
      case .average: "avg(\(operand.sql))"
      case .minimum: "min(\(operand.sql))"
      case .maximum: "max(\(operand.sql))"
      }
    let query: SQLFragment =
      "(SELECT \(function) FROM \(members(of: scope, mapping, element, (test, condition.canFail))))"
    // Behind a to-one that is nil there is no collection.
    var result = SQLOperand(
      isThroughToOne ? "CASE WHEN \(scope.key) IS NULL THEN NULL ELSE \(query) END" : query,
      aggregate == .average || operand.isNull ? .number : operand.kind)
    result.isWholeStored = operand.isWholeStored && (aggregate == .minimum || aggregate == .maximum)
    return result
  }
}
