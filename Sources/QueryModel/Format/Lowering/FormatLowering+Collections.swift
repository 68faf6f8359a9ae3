import Foundation
import ModelDescription

/// To-manys: where a format has a collection, a query has steps from member to member.
extension FormatLowering {
  /// Members of members: `author.books.loans.fee` goes two steps and ends with `fee`.
  struct Members {
    var steps: [Step]
    /// Which object the last step binds, and what is read of it.
    var variable: QueryVariable
    var path: ModelPath?
    var names: [String]
    /// In which the steps' variables are taken.
    var scope: Scope

    struct Step {
      let owner: QueryVariable
      let names: [String]
      let binding: QueryVariable
      private(set) var condition = QueryPredicate.constant(true)

      mutating func add(_ other: QueryPredicate) {
        condition = condition == .constant(true) ? other : .and([condition, other])
      }
    }

    var end: QueryExpression { .path(variable, names) }
  }

  /// The members that an expression gathers; nil for what is no collection of the model.
  func members(_ expression: FormatExpression, _ scope: Scope) throws -> Members? {
    switch expression {
    case .subquery(let base, let variable, let condition):
      guard var members = try members(base, scope), members.names.isEmpty, let last = members.path?.hops.last else {
        throw unsupported("SUBQUERY needs a path that ends with a to-many", "\(base)")
      }
      var inner = members.scope
      inner.bound[variable] = (members.variable, last.entity)
      members.steps[members.steps.count - 1].add(try lowered(condition, inner))
      return members
    case .path(let base, let names) where !names.contains(where: { $0.hasPrefix("@") }):
      if case .subquery = base, let members = try members(base, scope), let entity = members.path?.hops.last?.entity {
        let rest = try ModelPath(keys(names), from: entity, in: model, text: "\(expression)")
        return following(rest, from: members)
      }
    case .evaluatedObject, .variable: break
    default: return nil
    }
    guard let (variable, path) = try path(expression, scope), !path.hops.isEmpty else { return nil }
    return following(path, from: Members(steps: [], variable: variable, names: [], scope: scope))
  }

  private func following(_ path: ModelPath, from start: Members) -> Members {
    var result = start
    for hop in path.hops {
      let inner = result.scope.fresh()
      result.steps.append(Members.Step(owner: result.variable, names: hop.names, binding: inner))
      result.variable = inner
    }
    // The hops of a path end where the steps do.
    if let known = start.path { result.path = path.behind(known) } else { result.path = path }
    result.names = path.rest
    return result
  }

  /// One quantifier at each step.
  func quantified(
    _ quantifier: QueryPredicate.Quantifier, _ members: Members,
    _ body: (QueryExpression, Scope) throws -> QueryPredicate
  ) throws -> QueryPredicate {
    var result = try body(members.end, members.scope)
    for (index, step) in members.steps.enumerated().reversed() {
      if step.condition != .constant(true) {
        let isPlain = result == .constant(true)
        result =
          quantifier == .any
          ? isPlain ? step.condition : .and([step.condition, result]) : .or([.not(step.condition), result])
      }
      result = .quantified(quantifier, step.owner, step.names, binding: step.binding, result)
      // Key-value coding has nil among the values where a later step leads over a to-one that is nil.
      if index > 0, step.names.count > 1 {
        let isNil = QueryPredicate.comparison(
          .equal, .path(step.owner, Array(step.names.dropLast())), .constant(.null))
        result = .or([result, .and([isNil, try body(.constant(.null), members.scope)])])
      }
    }
    return result
  }

  // MARK: values of many

  /// `a.@sum.b` and its like: everything but the operator is the path to the values.
  func aggregate(_ expression: FormatExpression, _ scope: Scope) throws -> QueryExpression? {
    guard case .path(let base, let names) = expression,
      let position = names.firstIndex(where: { $0.hasPrefix("@") })
    else { return nil }
    let (before, after) = (Array(names[..<position]), Array(names[(position + 1)...]))
    func collection(_ names: [String]) -> FormatExpression { names.isEmpty ? base : .path(base, names) }
    switch (names[position], after.isEmpty) {
    case ("@count", true): return try count(collection(before), scope, "\(expression)")
    case ("@sum", _): return try values(.sum, collection(before + after), scope, "\(expression)")
    case ("@avg", _): return try values(.average, collection(before + after), scope, "\(expression)")
    case ("@min", _): return try values(.minimum, collection(before + after), scope, "\(expression)")
    case ("@max", _): return try values(.maximum, collection(before + after), scope, "\(expression)")
    default: throw unsupported("of collection operators stores know @count, @sum, @avg, @min and @max", "\(expression)")
    }
  }

  func count(_ collection: FormatExpression, _ scope: Scope, _ text: String) throws -> QueryExpression {
    guard let members = try members(collection, scope) else {
      throw unsupported("only a path through a to-many can be counted", text)
    }
    // Key-value coding counts a nil where a later step leads over a to-one that is nil.
    guard members.steps.dropFirst().allSatisfy({ $0.names.count == 1 }) else {
      throw unsupported("a count cannot lead over a to-one behind a to-many", text)
    }
    var steps = members.steps
    let last = steps.removeLast()
    let count = combined(
      .sum, steps,
      of: last.condition == .constant(true)
        ? .count(last.owner, last.names)
        : .countWhere(last.owner, last.names, binding: last.binding, last.condition))
    // Nothing is found in nil.
    guard case .subquery = collection else { return count }
    return .coalesce(count, .constant(.integer(0)))
  }

  /// - Parameter skipsNil: whether an average leaves nil out, as `average:` does and `@avg` does not.
  func values(
    _ aggregate: QueryAggregate, _ collection: FormatExpression, _ scope: Scope, _ text: String, skipsNil: Bool = false
  ) throws -> QueryExpression {
    guard let members = try members(collection, scope), case .attribute? = members.path?.end else {
      throw unsupported("it needs a path through a to-many to an attribute", text)
    }
    var value = members.end
    if aggregate == .average {
      guard members.steps.count == 1 else { throw unsupported("an average cannot lead over two to-manys", text) }
      if !skipsNil { value = .coalesce(value, .constant(.integer(0))) }
    }
    let result = combined(aggregate, members.steps, of: value)
    if case .path(.subquery, _) = collection, aggregate == .sum { return .coalesce(result, .constant(.integer(0))) }
    return result
  }

  private func combined(
    _ aggregate: QueryAggregate, _ steps: [Members.Step], of value: QueryExpression
  ) -> QueryExpression {
    steps.reversed().reduce(value) { inner, step in
      .aggregate(aggregate, step.owner, step.names, binding: step.binding, where: step.condition, of: inner)
    }
  }
}
