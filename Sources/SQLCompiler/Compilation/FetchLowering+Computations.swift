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
    var parts: [SQLFragment] = ["\(raw: "\(code)") /* \(raw: function.description) */"]
    for argument in arguments {
      let operand = try operand(argument)
      guard [.text, .number, .decimal, .null].contains(operand.kind) else {
        throw QueryError(.unsupported, "nothing can be computed with values of its type", expression: "\(argument)")
      }
      if let wanted = function.argument, !operand.isNull, (wanted == .text) != (operand.kind == .text) {
        throw QueryError(
          .unsupported, "it is \(wanted == .text ? "no text" : "no number")", expression: "\(argument)")
      }
      parts.append(operand.sql)
    }
    return SQLOperand(
      "\(raw: TextFunction.compute)(\(.joined(parts, separator: ", ")))", function.result == .text ? .text : .number)
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
    let test = condition == .constant(true) ? nil : try self.condition(condition, isStrict: false)
    let function: SQLFragment
    var kind = SQLOperand.Kind.number
    if aggregate == .count {
      function = "count(*)"
    } else {
      let operand = try operand(value)
      switch (aggregate, operand.kind) {
      case (_, .opaque), (_, .object):
        throw QueryError(.unsupported, "values of this type have no order and no sum", expression: "\(value)")
      case (.sum, .text), (.sum, .blob), (.average, .text), (.average, .blob):
        throw QueryError(.unsupported, "it is not a number, so there is no sum", expression: "\(value)")
      default: if aggregate != .average { kind = operand.kind }
      }
      switch aggregate {
      case .count, .sum: function = "ifnull(sum(\(operand.sql)), 0)"
      case .average: function = "avg(\(operand.sql))"
      case .minimum: function = "min(\(operand.sql))"
      case .maximum: function = "max(\(operand.sql))"
      }
    }
    let filter: SQLFragment = test.map { " AND \($0)" } ?? ""
    let query: SQLFragment = "(SELECT \(function) FROM \(members(element, mapping, of: scope))\(filter))"
    // Behind a to-one that is nil there is no collection.
    return SQLOperand(
      isThroughToOne ? "CASE WHEN \(scope.key) IS NULL THEN NULL ELSE \(query) END" : query,
      kind == .null ? .number : kind)
  }

  /// Tables and the condition that give the members of one owner; to be read after everything that joins to them.
  func members(_ element: QueryScope, _ mapping: ToManyMapping, of owner: QueryScope) -> SQLFragment {
    switch mapping {
    case .foreignKey(_, let column, _):
      return "\(element.source()) WHERE \(.column(element.alias, column)) = \(owner.key)"
    case .joinTable(let table, let ownerColumn, let destinationColumn, _):
      let link = makeAlias()
      return """
        \(identifier: table) AS \(raw: link) JOIN \(identifier: element.mapping.table) AS \(raw: element.alias) \
        ON \(element.key) = \(.column(link, destinationColumn))\(element.joinClauses()) \
        WHERE \(.column(link, ownerColumn)) = \(owner.key)
        """
    }
  }
}
