/// Answers predicates over objects in memory, as the SQL made of the same tree answers over rows.
package struct QueryEvaluator {
  private var objects: [QueryVariable: any QueryObject]

  private init(_ objects: [QueryVariable: any QueryObject]) { self.objects = objects }

  /// Whether the object satisfies the predicate.
  ///
  /// - Throws: `QueryError` for a path that the object's entity does not have.
  package static func evaluate(_ predicate: QueryPredicate, on object: any QueryObject) throws -> Bool {
    try QueryEvaluator([.root: object]).holds(predicate)
  }

  /// The value of an expression, for instance of a sort key.
  package static func value(of expression: QueryExpression, on object: any QueryObject) throws -> QueryConstant {
    try QueryEvaluator([.root: object]).value(expression)
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
      guard let text = try value(left).text, let other = try value(right).text else { return false }
      if operation == .matches { return try TextRegex.matches(text, other, options) }
      return TextMatching.matches(operation, text, other, options)
    case .membership(let element, let values):
      let value = try value(element)
      return values.contains { value.compared(.equal, with: $0) }
    case .truth(let expression):
      return try value(expression).compared(.equal, with: .boolean(true))
    case .quantified(let quantifier, let variable, let names, let binding, let body):
      guard let members = try members(variable, names) else { return false }
      func test(_ member: any QueryObject) throws -> Bool {
        var inner = self
        inner.objects[binding] = member
        return try inner.holds(body)
      }
      return quantifier == .any ? try members.contains(where: test) : try members.allSatisfy(test)
    }
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
    case .arithmetic(let operation, let left, let right):
      let (a, b) = (try value(left), try value(right))
      guard let first = QueryNumber(a), let second = QueryNumber(b) else { return .null }
      // A decimal divides with a fraction, also when it is whole.
      let isExact = operation != .divide || !(a.isDecimal || b.isDecimal)
      let dividend = isExact ? first : .real(first.double)
      return dividend.combined(operation, second)?.constant ?? .null
    case .coalesce(let left, let right):
      let first = try value(left)
      return first == .null ? try value(right) : first
    case .conditional(let test, let yes, let no): return try holds(test) ? try value(yes) : try value(no)
    case .computed(let computation, let arguments): return try computation.value(arguments.map(value))
    case .aggregate(let aggregate, let variable, let names, let binding, let condition, let body):
      guard let members = try members(variable, names) else { return .null }
      var inner = self
      var values: [QueryConstant] = []
      for member in members {
        inner.objects[binding] = member
        if try inner.holds(condition) { values.append(aggregate == .count ? .null : try inner.value(body)) }
      }
      return try aggregate.value(values, "\(expression)")
    }
  }

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
    let text = QueryExpression.text(variable, names)
    guard let start = objects[variable] else {
      throw QueryError(.unsupported, "the variable $\(variable.number) is not bound here", expression: text)
    }
    var current = QueryProperty.toOne(start)
    for name in names {
      let next: QueryProperty?
      switch current {
      case .toOne(nil): return .value(.null)
      case .toOne(let object?): next = object.queryProperty(name)
      case .composite(let parts): next = parts[name]
      case .value, .toMany:
        throw QueryError(.unsupported, "nothing can follow before \"\(name)\"", expression: text)
      }
      guard let next else {
        throw QueryError(.unknownProperty, "\"\(name)\" is not a stored property", expression: text)
      }
      current = next
    }
    return current
  }
}
