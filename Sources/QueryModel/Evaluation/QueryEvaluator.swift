/// Answers predicates over objects in memory, as the SQL made of the same tree answers over rows.
package struct QueryEvaluator {
  /// What each variable is bound to, by its number.
  private var bound: [Int: QueryProperty]

  private init(_ bound: [Int: QueryProperty]) { self.bound = bound }

  /// Whether the object satisfies the predicate.
  ///
  /// - Throws: `QueryError` for a path that the object's entity does not have, and for what cannot be computed.
  package static func evaluate(_ predicate: QueryPredicate, on object: any QueryObject) throws -> Bool {
    try QueryEvaluator([QueryVariable.root.number: .toOne(object)]).holds(predicate)
  }

  /// The value of an expression, for instance of a sort key.
  package static func value(of expression: QueryExpression, on object: any QueryObject) throws -> QueryConstant {
    try QueryEvaluator([QueryVariable.root.number: .toOne(object)]).value(expression)
  }

  func holds(_ predicate: QueryPredicate) throws -> Bool {
    switch predicate {
    case .constant(let answer): return answer
    case .and(let parts): return try parts.allSatisfy(holds)
    case .or(let parts): return try parts.contains(where: holds)
    case .not(let part): return try !holds(part)
    case .comparison(let operation, let left, let right):
      return try value(left).compared(operation, with: value(right))
    case .text(let operation, let left, let right, let options):
      // Both are asked, as in SQL, so that a fault of either is told.
      let (first, second) = (try value(left), try value(right))
      guard let text = first.text, let other = second.text else { return false }
      if operation == .matches { return try TextRegex.matches(text, other, options) }
      return TextMatching.matches(operation, text, other, options)
    case .membership(let element, let values):
      let value = try value(element)
      return values.contains { value.compared(.equal, with: $0) }
    case .truth(let expression):
      return try value(expression).compared(.equal, with: .boolean(true))
    case .test(let test, let arguments): return try self.test(test, arguments)
    case .quantified(let quantifier, let variable, let names, let binding, let body):
      guard let members = try members(variable, names) else { return false }
      func test(_ member: any QueryObject) throws -> Bool { try self.binding(binding, .toOne(member)).holds(body) }
      return try Self.quantify(quantifier, members, asksAll: body.canFail, test)
    case .quantifiedValues(let quantifier, let values, let binding, let body):
      guard case .collection(let elements) = try value(values) else { return false }
      func test(_ element: QueryConstant) throws -> Bool { try self.binding(binding, .value(element)).holds(body) }
      return try Self.quantify(quantifier, elements, asksAll: body.canFail, test)
    }
  }

  /// Members have no order that a store would keep to: where a test may fail they are all asked, so that the answer does
  /// not depend on which one comes first.
  private static func quantify<Members: Sequence>(
    _ quantifier: QueryPredicate.Quantifier, _ members: Members, asksAll: Bool,
    _ test: (Members.Element) throws -> Bool
  ) throws -> Bool {
    guard asksAll else {
      return quantifier == .any ? try members.contains(where: test) : try members.allSatisfy(test)
    }
    let answers = try members.map(test)
    return quantifier == .any ? answers.contains(true) : !answers.contains(false)
  }

  func value(_ expression: QueryExpression) throws -> QueryConstant {
    switch expression {
    case .constant(let constant): return constant
    case .path(let variable, let names):
      switch try end(variable, names) {
      case .value(let value): return value
      case .toOne(let object): return object?.queryIdentity ?? .null
      case .composite, .toMany:
        throw QueryError(.unsupported, "it has no single value", expression: "\(expression)")
      }
    case .count(let variable, let names):
      return try members(variable, names).map { .integer(Int64($0.count)) } ?? .null
    case .countWhere(let variable, let names, let binding, let body):
      guard let members = try members(variable, names) else { return .null }
      let count = try members.count { try self.binding(binding, .toOne($0)).holds(body) }
      return .integer(Int64(count))
    case .arithmetic(let operation, let left, let right):
      let (a, b) = (try value(left), try value(right))
      guard let first = QueryNumber(a), let second = QueryNumber(b) else { return .null }
      let isDecimal = a.isDecimal || b.isDecimal
      let result = try first.combined(operation, second, isDecimal: isDecimal)
      // What is computed with it is computed as a decimal too.
      return isDecimal ? result.decimal.map { .decimal($0) } ?? result.constant : result.constant
    case .coalesce(let left, let right):
      let first = try value(left)
      return first == .null ? try value(right) : first
    case .conditional(let test, let yes, let no): return try holds(test) ? try value(yes) : try value(no)
    case .computed(let computation, let arguments): return try computation.value(arguments.map(value))
    case .aggregate(let aggregate, let variable, let names, let binding, let condition, let body):
      guard let members = try members(variable, names) else { return .null }
      var values: [QueryConstant] = []
      for member in members {
        let inner = self.binding(binding, .toOne(member))
        if try inner.holds(condition) { values.append(try inner.value(body)) }
      }
      return try aggregate.value(values, "\(expression)")
    case .call(let function, let arguments): return try call(function, arguments, expression)
    case .selection(let values, let binding, let body):
      guard case .collection(let elements) = try value(values) else { return .null }
      return .collection(try elements.filter { try self.binding(binding, .value($0)).holds(body) })
    }
  }

  private func binding(_ variable: QueryVariable, _ value: QueryProperty) -> QueryEvaluator {
    var inner = self
    inner.bound[variable.number] = value
    return inner
  }

  // MARK: paths

  /// `nil` behind a to-one that is nil.
  private func members(_ variable: QueryVariable, _ names: [String]) throws -> [any QueryObject]? {
    switch try end(variable, names) {
    case .toMany(let members): return members
    case .value(.null): return nil
    default:
      throw QueryError(
        .unsupported, "only a to-many can be searched", expression: QueryExpression.text(variable, names))
    }
  }

  private func end(_ variable: QueryVariable, _ names: [String]) throws -> QueryProperty {
    // Made for messages only: objects are asked one after the other.
    func text() -> String { QueryExpression.text(variable, names) }
    guard var current = bound[variable.number] else {
      throw QueryError(.unsupported, "the variable $\(variable.number) is not bound here", expression: text())
    }
    for cast in variable.casts {
      current = try follow(cast.path, from: current, text)
      if case .toOne(let object?) = current, case .object(let entity, _) = object.queryIdentity,
        cast.entities.contains(entity)
      {
        continue
      }
      current = .toOne(nil)
    }
    return try follow(names, from: current, text)
  }

  private func follow(_ names: [String], from start: QueryProperty, _ text: () -> String) throws -> QueryProperty {
    var current = start
    for name in names {
      let next: QueryProperty?
      switch current {
      case .toOne(nil), .value(.null): return .value(.null)
      case .toOne(let object?): next = object.queryProperty(name)
      case .composite(let parts): next = parts[name]
      // An element of a stored collection.
      case .value(.dictionary(let parts)): next = parts[.string(name)].map { .value($0) }
      case .value, .toMany:
        throw QueryError(.unsupported, "nothing can follow before \"\(name)\"", expression: text())
      }
      guard let next else {
        throw QueryError(.unknownProperty, "\"\(name)\" is not a stored property", expression: text())
      }
      current = next
    }
    return current
  }
}
