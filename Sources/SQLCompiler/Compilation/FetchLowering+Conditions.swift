import QueryModel

/// Conditions: each becomes an SQL expression of 1 or 0.
extension FetchLowering {
  /// - Parameter isStrict: whether NULL is not good enough for "false", as it is directly below WHERE, AND and OR.
  func condition(_ predicate: QueryPredicate, isStrict: Bool) throws -> SQLFragment {
    switch predicate {
    case .constant(let value): return value ? "1" : "0"
    case .and(let parts): return try list(parts, "AND", empty: "1", isStrict: isStrict)
    case .or(let parts): return try list(parts, "OR", empty: "0", isStrict: isStrict)
    case .not(let part): return "NOT \(try condition(part, isStrict: true))"
    case .comparison(let operation, let left, let right):
      return try comparison(operation, left, right, isStrict: isStrict || asksBoth(left, right))
    case .text(let operation, let left, let right, let options):
      let isStrict = isStrict || asksBoth(left, right)
      return try text(operation, left, right, options, predicate, isStrict: isStrict)
    case .membership(let element, let values): return try membership(element, values, isStrict: isStrict)
    case .quantified(let quantifier, let variable, let names, let binding, let body):
      return try quantified(quantifier, variable, names, binding: binding, body)
    case .quantifiedValues(_, let values, _, _): throw valuesInside(values)
    case .test(let test, let arguments): return try self.test(test, arguments, isStrict: isStrict)
    case .truth(let expression):
      let value = try operand(expression)
      guard value.kind.isNumeric || value.isNull else {
        throw QueryError(.unsupported, "it is not a Boolean", expression: "\(expression)")
      }
      return "(\(value.sql) IS 1)"
    }
  }

  /// Where NULL is as good as "false", SQLite passes over rows whose to-one is nil, and a fault of the other side with them.
  private func asksBoth(_ left: QueryExpression, _ right: QueryExpression) -> Bool {
    func mayBeNil(_ expression: QueryExpression) -> Bool {
      if case .constant = expression { false } else { true }
    }
    return left.canFail && mayBeNil(right) || right.canFail && mayBeNil(left)
  }

  private func list(
    _ parts: [QueryPredicate], _ word: String, empty: SQLFragment, isStrict: Bool
  ) throws -> SQLFragment {
    if parts.isEmpty { return empty }
    let conditions = try parts.map { try condition($0, isStrict: isStrict) }
    if parts.count > 1, parts.contains(where: \.canFail) { return stepByStep(conditions, isAnd: word == "AND") }
    return conditions.count == 1 ? conditions[0] : "(\(.joined(conditions, separator: " \(word) ")))"
  }

  /// An answer that is known beforehand, and given when what can fail was asked: arithmetic faults are never passed over.
  func asked(_ answer: Bool, _ operands: [(operand: SQLOperand, expression: QueryExpression)]) -> SQLFragment {
    let tests = operands.filter(\.expression.canFail).map { "(\($0.operand.sql) IS NULL)" as SQLFragment }
    if tests.isEmpty { return answer ? "1" : "0" }
    return "(\(.joined(tests, separator: " + ")) \(raw: answer ? ">=" : "<") 0)"
  }

  func strict(_ condition: SQLFragment, _ isStrict: Bool) -> SQLFragment {
    isStrict ? "ifnull(\(condition), 0)" : condition
  }

  private func comparison(
    _ operation: QueryPredicate.ComparisonOperator, _ left: QueryExpression, _ right: QueryExpression, isStrict: Bool
  ) throws -> SQLFragment {
    if right == .constant(.null), let kind = try kindTest(operation, left, isStrict: isStrict) { return kind }
    if let existence = try existence(operation, left, right) { return existence }
    let (a, b) = (try operand(left), try operand(right))
    let text = QueryPredicate.comparison(operation, left, right).description
    if !a.isNull, !b.isNull {
      if a.kind == .opaque || b.kind == .opaque {
        throw QueryError(.unsupported, "values of this type can only be compared with nil", expression: text)
      }
      if a.kind != b.kind, !(a.kind.isNumeric && b.kind.isNumeric) {
        // Objects of different families are never the same object.
        if case (.object, .object) = (a.kind, b.kind), operation == .equal || operation == .notEqual {
          return operation == .equal
            ? "(\(a.sql) IS NULL AND \(b.sql) IS NULL)" : "(\(a.sql) IS NOT NULL OR \(b.sql) IS NOT NULL)"
        }
        throw QueryError(.unsupported, "its two sides are of different types", expression: text)
      }
    }
    switch operation {
    case .equal: return "(\(a.sql) IS \(b.sql))"
    case .notEqual: return "(\(a.sql) IS NOT \(b.sql))"
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return strict("(\(a.sql) \(raw: operation.symbol) \(b.sql))", isStrict)
    }
  }

  private func text(
    _ operation: QueryPredicate.TextOperator, _ left: QueryExpression, _ right: QueryExpression,
    _ options: TextOptions, _ predicate: QueryPredicate, isStrict: Bool
  ) throws -> SQLFragment {
    let (a, b) = (try operand(left), try operand(right))
    guard [.text, .null].contains(a.kind), [.text, .null].contains(b.kind) else {
      throw QueryError(.unsupported, "only text can be searched", expression: "\(predicate)")
    }
    if a.isNull || b.isNull { return asked(false, [(a, left), (b, right)]) }
    if options.isEmpty {
      switch operation {
      case .contains: return strict("(instr(\(a.sql), \(b.sql)) > 0)", isStrict)
      case .equal: return strict("(\(a.sql) = \(b.sql))", isStrict)
      case .beginsWith:
        // A constant prefix is a range, which an index can serve.
        if case .string(let prefix)? = b.constant { return strict(self.prefix(a.sql, prefix), isStrict) }
      case .like:
        // What comes before the first wildcard is a range too; a column can be asked twice.
        if case .path = left, let constant = b.constant, let range = likeRange(a.sql, constant) {
          return "(\(range) AND \(raw: TextFunction.name(of: .like))(\(a.sql), \(b.sql), 0))"
        }
      case .endsWith, .matches: break
      }
    }
    let function = TextFunction.name(of: operation)
    return "\(raw: function)(\(a.sql), \(b.sql), \(raw: "\(options.rawValue)"))"
  }

  private func likeRange(_ text: SQLFragment, _ pattern: QueryConstant) -> SQLFragment? {
    guard let prefix = SQLValue.likePrefix(of: pattern), let end = SQLValue.successor(of: .string(prefix)) else {
      return nil
    }
    return
      "\(text) >= \(binding: .text(prefix), .likePrefix(of: pattern)) AND \(text) < \(binding: end, .likeSuccessor(of: pattern))"
  }

  /// From the prefix itself up to the first text that is greater than everything that begins with it.
  private func prefix(_ text: SQLFragment, _ prefix: String) -> SQLFragment {
    let constant = QueryConstant.string(prefix)
    let lower: SQLFragment = "\(text) >= \(binding: .text(prefix), .constant(constant))"
    guard let end = SQLValue.successor(of: constant) else { return "(\(lower))" }
    return "(\(lower) AND \(text) < \(binding: end, .successor(of: constant)))"
  }
}
