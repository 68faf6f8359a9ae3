import ModelDescription
import QueryModel

/// Functions and tests that stores register (`StoreFunction`), and what only objects in memory can answer.
extension FetchLowering {
  /// Conditions joined so that each is asked only where those before it let it be.
  ///
  /// SQLite tests the parts of AND and OR in an order of its own; CASE is the one form that it promises to keep
  /// (lang_expr.html, "The CASE expression").
  func stepByStep(_ conditions: [SQLFragment], isAnd: Bool) -> SQLFragment {
    guard var result = conditions.last else { return isAnd ? "1" : "0" }
    for condition in conditions.dropLast().reversed() {
      result =
        isAnd
        ? "CASE WHEN \(condition) THEN \(result) ELSE 0 END" : "CASE WHEN \(condition) THEN 1 ELSE \(result) END"
    }
    return result
  }

  func call(
    _ function: QueryFunction, _ arguments: [QueryExpression], _ expression: QueryExpression
  ) throws -> SQLOperand {
    switch function {
    case .order(let order):
      let (a, b) = try texts(arguments, "\(expression)")
      return SQLOperand("\(raw: StoreFunction.order)(\(a), \(b), \(raw: "\(order.rawValue)"))", .number)
    case .float:
      guard let number = try arguments.first.map(operand), number.kind.isNumeric || number.isNull else { break }
      return SQLOperand("\(raw: StoreFunction.float)(\(number.computing))", number.kind)
    case .size:
      guard let value = try arguments.first.map(operand) else { break }
      // What a character of a text is, SQLite's own function sees otherwise.
      if value.kind == .text { return SQLOperand("\(raw: StoreFunction.length)(\(value.sql))", .number) }
      if value.kind == .blob { return SQLOperand("length(\(value.sql))", .number) }
    case .element, .entry, .slice, .minimum, .maximum: break
    }
    throw valuesInside(expression)
  }

  func test(_ test: QueryTest, _ arguments: [QueryExpression], isStrict: Bool) throws -> SQLFragment {
    let predicate = QueryPredicate.test(test, arguments)
    guard test == .containsPattern else {
      throw arguments.first.map(valuesInside)
        ?? QueryError(.unsupported, "it tests nothing", expression: "\(predicate)")
    }
    let (text, pattern) = try texts(arguments, "\(predicate)")
    return strict("\(raw: StoreFunction.pattern)(\(text), \(pattern))", isStrict)
  }

  private func texts(_ arguments: [QueryExpression], _ text: String) throws -> (SQLFragment, SQLFragment) {
    let operands = try arguments.map(operand)
    guard operands.count == 2, operands.allSatisfy({ $0.kind == .text || $0.isNull }) else {
      throw QueryError(.unsupported, "only texts can be compared so", expression: text)
    }
    return (operands[0].sql, operands[1].sql)
  }

  /// `x is Other`, for an object of the row that a variable stands for: a range of entity numbers, which an index on them
  /// can serve. `nil` for anything else.
  func kindTest(
    _ operation: QueryPredicate.ComparisonOperator, _ left: QueryExpression, isStrict: Bool
  ) throws -> SQLFragment? {
    guard operation == .equal || operation == .notEqual, case .path(let variable, []) = left,
      !variable.casts.isEmpty, let condition = try bound(variable, for: "\(left)").scope.condition
    else { return nil }
    // Behind a to-one that is nil there is no entity number.
    let isNullable = variable.casts.contains { !$0.path.isEmpty }
    if operation == .notEqual { return isNullable ? strict("(\(condition))", isStrict) : "(\(condition))" }
    return isNullable ? "NOT ifnull(\(condition), 0)" : "NOT (\(condition))"
  }

  func valuesInside(_ expression: QueryExpression) -> QueryError {
    QueryError(
      .unsupported, "rows hold such values as bytes, which SQL cannot look into", expression: "\(expression)")
  }

  /// An object seen as one of a subentity, whose row is in the same table.
  func cast(
    _ variable: QueryVariable, _ cast: QueryVariable.Cast, for expression: String
  ) throws -> (scope: QueryScope, owner: QueryScope) {
    let (start, owner) = try bound(variable, for: expression)
    var scope = start
    for name in cast.path {
      guard let field = scope.entity.fieldNumber(of: name), let toOne = scope.entity.fields[field].toOne else {
        throw QueryError(.unsupported, "\"\(name)\" is no to-one", expression: expression, entity: scope.entity.name)
      }
      scope = try owner.destination(of: scope, field: field) { try makeScope(toOne.destinationNumber, for: expression) }
    }
    let number = cast.entities.lowerBound
    guard let entity = compiler.model.entity(numbered: number), compiler.mappings.indices.contains(number - 1),
      entity.rootNumber == scope.entity.rootNumber
    else {
      throw QueryError(.unsupported, "the object can never be a \(cast.name)", expression: expression)
    }
    let mapping = compiler.mappings[number - 1]
    let seen = QueryScope(entity: entity, mapping: mapping, alias: scope.alias)
    let conditions = [scope.condition, entityCondition(seen, includesSubentities: true)].compactMap { $0 }
    return (
      QueryScope(
        entity: entity, mapping: mapping, alias: scope.alias,
        condition: conditions.isEmpty ? nil : .joined(conditions, separator: " AND ")), owner
    )
  }
}
