import ModelDescription
import QueryModel

/// Expressions that have a value.
extension FetchLowering {
  func operand(_ expression: QueryExpression) throws -> SQLOperand {
    switch expression {
    case .constant(let constant): return try constantOperand(constant)
    case .path(let variable, let names): return try pathOperand(variable, names)
    case .count(let variable, let names): return try countOperand(variable, names)
    case .arithmetic(let operation, let left, let right): return try arithmetic(operation, left, right)
    case .coalesce(let left, let right):
      let (a, b) = (try operand(left), try operand(right))
      return SQLOperand("ifnull(\(a.computing), \(b.computing))", try common(a, b, expression))
    case .conditional(let test, let left, let right):
      let (a, b) = (try operand(left), try operand(right))
      let sql: SQLFragment =
        "CASE WHEN \(try condition(test, isStrict: false)) THEN \(a.computing) ELSE \(b.computing) END"
      return SQLOperand(sql, try common(a, b, expression))
    case .computed(let computation, let arguments): return try computedOperand(computation, arguments, expression)
    case .aggregate(let aggregate, let variable, let names, let binding, let condition, let value):
      return try aggregateOperand(aggregate, variable, names, binding: binding, condition, value, expression)
    case .call(let function, let arguments): return try call(function, arguments, expression)
    case .countWhere(let variable, let names, let binding, let body):
      return try countOperand(variable, names, where: (binding, body))
    case .selection(let values, _, _): throw valuesInside(values)
    }
  }

  private func constantOperand(_ constant: QueryConstant) throws -> SQLOperand {
    guard let placeholder = SQLFragment.constant(constant) else {
      throw QueryError(.unsupported, "a collection is no single value", expression: "\(constant)")
    }
    let kind: SQLOperand.Kind =
      switch constant {
      case .null, .collection, .dictionary: .null
      case .boolean, .integer, .double, .date: .number
      case .decimal: .decimal
      case .string, .uri: .text
      case .data: .blob
      case .uuid: .uuid
      case .object(let entity, _): .object(root: root(of: entity))
      }
    return SQLOperand(kind == .null ? "NULL" : placeholder, kind, constant: constant)
  }

  private func arithmetic(
    _ operation: QueryExpression.ArithmeticOperator, _ left: QueryExpression, _ right: QueryExpression
  ) throws -> SQLOperand {
    let (a, b) = (try operand(left), try operand(right))
    for (operand, source) in [(a, left), (b, right)] {
      guard [.number, .decimal, .null].contains(operand.kind) else {
        throw QueryError(
          .unsupported, "it is not a number, so nothing can be computed with it", expression: "\(source)")
      }
    }
    let kind = try common(a, b, .arithmetic(operation, left, right))
    // SQLite's own operators go on as doubles where whole numbers overflow, and make NULL of a division by zero.
    let arguments: SQLFragment = "\(a.computing), \(b.computing), \(raw: kind == .decimal ? "1" : "0")"
    let sql: SQLFragment =
      "\(raw: StoreFunction.arithmetic)(\(raw: "\(operation.rawValue)"), \(arguments))"
    return SQLOperand(sql, kind)
  }

  func common(_ a: SQLOperand, _ b: SQLOperand, _ expression: QueryExpression) throws -> SQLOperand.Kind {
    if a.isNull || a.kind == b.kind { return b.kind }
    if b.isNull { return a.kind }
    if a.kind.isNumeric, b.kind.isNumeric { return .decimal }
    throw QueryError(.unsupported, "its two values are of different types", expression: "\(expression)")
  }
}

extension SQLOperand.Kind {
  var isNumeric: Bool { self == .number || self == .decimal }
}
