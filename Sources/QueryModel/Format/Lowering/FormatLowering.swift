package import Foundation
package import ModelDescription

/// Turns a predicate format into the query that stores understand.
///
/// What has no such form throws `QueryError(.unsupported)` with the expression's text: elements by position, sets made of
/// sets, random numbers, statistics beyond sum, average, minimum and maximum, casts whose text depends on the type.
package struct FormatLowering {
  let model: ResolvedModel
  /// The entity that is fetched.
  let entity: ResolvedEntity
  /// An object given as an argument, as the store knows it.
  let constant: (Any) -> QueryConstant?
  /// An object that a text names where an object is compared, such as `Book/p3`.
  let named: (String) -> QueryConstant?
  let now: Date

  /// Objects that variables stand for, and the number the next one gets.
  struct Scope {
    var bound: [String: (variable: QueryVariable, entity: ResolvedEntity)] = [:]
    var next = 1

    mutating func fresh() -> QueryVariable {
      defer { next += 1 }
      return QueryVariable(next)
    }
  }

  package init(
    model: ResolvedModel, entity: ResolvedEntity, now: Date = Date(),
    constant: @escaping (Any) -> QueryConstant? = { _ in nil },
    named: @escaping (String) -> QueryConstant? = { _ in nil }
  ) {
    self.model = model
    self.entity = entity
    self.now = now
    self.named = named
    self.constant = constant
  }

  /// The condition over objects of the entity.
  ///
  /// - Throws: `QueryError` for a property that the entity does not have or a form that stores cannot answer,
  ///   `FormatError` where a constant part cannot be computed.
  package func predicate(_ predicate: FormatPredicate) throws -> QueryPredicate {
    try lowered(predicate, Scope())
  }

  func lowered(_ predicate: FormatPredicate, _ scope: Scope) throws -> QueryPredicate {
    switch predicate {
    case .constant(let answer): return .constant(answer)
    case .and(let parts): return .and(try parts.map { try lowered($0, scope) })
    case .or(let parts): return .or(try parts.map { try lowered($0, scope) })
    case .not(let part): return .not(try lowered(part, scope))
    case .closure: throw unsupported("a predicate made of a closure cannot be asked of a store", "\(predicate)")
    case .comparison(let comparison):
      if let search = try searched(comparison, scope) { return search }
      switch comparison.modifier {
      case .direct: return try direct(comparison, scope)
      case .any: return try quantified(.any, comparison, scope)
      case .all: return try quantified(.all, comparison, scope)
      }
    }
  }

  func unsupported(_ message: String, _ text: String) -> QueryError {
    QueryError(.unsupported, message, expression: text, entity: entity.name)
  }

  // MARK: to-many

  /// `ANY a.b.c == x`: one quantifier at each to-many of the path.
  private func quantified(
    _ quantifier: QueryPredicate.Quantifier, _ comparison: FormatComparison, _ scope: Scope
  ) throws -> QueryPredicate {
    guard let members = try members(comparison.left, scope) else {
      throw unsupported(
        "ANY and ALL need a path through a to-many on the left", "\(FormatPredicate.comparison(comparison))")
    }
    return try quantified(quantifier, members) { end, scope in try compared(end, members.path, comparison, scope) }
  }

  /// `SUBQUERY(a, $x, …).@count > 0`, `collection CONTAINS x` and `x IN collection`: whether there is one.
  private func searched(_ comparison: FormatComparison, _ scope: Scope) throws -> QueryPredicate? {
    guard comparison.modifier == .direct else { return nil }
    if let base = comparison.left.countedSubquery, let wantsSome = comparison.asksForSome {
      guard let members = try members(base, scope) else { return nil }
      let some = try quantified(.any, members) { _, _ in .constant(true) }
      return wantsSome ? some : .not(some)
    }
    let (collection, element): (FormatExpression, FormatExpression)
    switch comparison.operation {
    case .contains: (collection, element) = (comparison.left, comparison.right)
    case .in: (collection, element) = (comparison.right, comparison.left)
    default: return nil
    }
    guard let members = try members(collection, scope) else { return nil }
    return try quantified(.any, members) { end, scope in
      try compared(
        end, members.path, FormatComparison(collection, .equal, element, options: comparison.options), scope)
    }
  }
}

extension FormatExpression {
  /// The subquery of `SUBQUERY(base, $variable, condition).@count`.
  fileprivate var countedSubquery: FormatExpression? {
    let counted: FormatExpression
    switch self {
    case .path(let base, ["@count"]), .element(let base, .size): counted = base
    case .function("count:", let arguments) where arguments.count == 1: counted = arguments[0]
    default: return nil
    }
    if case .subquery = counted { return counted }
    return nil
  }
}

extension FormatComparison {
  /// Whether the comparison of a count means "at least one" (true) or "none" (false).
  fileprivate var asksForSome: Bool? {
    guard case .constant(.integer(let number)) = right else { return nil }
    switch (operation, number) {
    case (.greater, 0), (.notEqual, 0), (.greaterOrEqual, 1): return true
    case (.equal, 0), (.less, 1), (.lessOrEqual, 0): return false
    default: return nil
    }
  }
}
