import ModelDescription
import QueryModel

/// How many objects are at the end of a to-many, and whether there are any.
extension FetchLowering {
  typealias Filter = (binding: QueryVariable, body: QueryPredicate)

  /// - Parameter filter: what the counted objects have to satisfy.
  func countOperand(_ variable: QueryVariable, _ names: [String], where filter: Filter? = nil) throws -> SQLOperand {
    let counted = try counted(variable, names, filter)
    let count: SQLFragment = "(SELECT count(*) FROM \(counted.source))"
    // Behind a to-one that is nil there is nothing to count.
    let sql: SQLFragment = counted.owner.map { "CASE WHEN \($0) IS NULL THEN NULL ELSE \(count) END" } ?? count
    return SQLOperand(sql, .number)
  }

  /// A count compared with zero or one, where that only asks whether there are any: `nil` for anything else.
  ///
  /// A filter that can fail is asked of every object, as in memory.
  func existence(
    _ operation: QueryPredicate.ComparisonOperator, _ left: QueryExpression, _ right: QueryExpression
  ) throws -> SQLFragment? {
    guard left.isCount || right.isCount, !left.canFail, !right.canFail else { return nil }
    let (operation, count, number) = left.isCount ? (operation, left, right) : (operation.turned, right, left)
    guard case .constant(.integer(let number)) = number else { return nil }
    let isAny: Bool
    switch (operation, number) {
    case (.equal, 0), (.lessOrEqual, 0), (.less, 1): isAny = false
    case (.notEqual, 0), (.greater, 0), (.greaterOrEqual, 1): isAny = true
    default: return nil
    }
    let counted: (source: SQLFragment, owner: SQLFragment?)
    switch count {
    case .count(let variable, let names): counted = try self.counted(variable, names, nil)
    case .countWhere(let variable, let names, let binding, let body):
      counted = try self.counted(variable, names, (binding, body))
    default: return nil
    }
    let exists: SQLFragment = "EXISTS (SELECT 1 FROM \(counted.source))"
    // Behind a to-one that is nil the number is nil, which is no number, and unequal to each.
    guard let owner = counted.owner else { return isAny ? exists : "NOT \(exists)" }
    if operation == .notEqual { return "(\(owner) IS NULL OR \(exists))" }
    return isAny ? exists : "(\(owner) IS NOT NULL AND NOT \(exists))"
  }

  /// What follows FROM, and the object that has the to-many, if a to-one leads to it.
  private func counted(
    _ variable: QueryVariable, _ names: [String], _ filter: Filter?
  ) throws -> (source: SQLFragment, owner: SQLFragment?) {
    let text = QueryExpression.text(variable, names)
    guard case .toMany(let scope, let relationship, let mapping, let isThroughToOne) = try follow(variable, names)
    else { throw QueryError(.unsupported, "only a to-many can be counted", expression: text + ".count") }
    let owner = isThroughToOne ? scope.key : nil
    if let filter {
      let element = try makeScope(relationship.destinationNumber, for: text)
      bind(filter.binding, to: element)
      defer { unbind(filter.binding) }
      let condition = try condition(filter.body, isStrict: false)
      return (members(of: scope, mapping, element, (condition, filter.body.canFail)), owner)
    }
    let alias = makeAlias()
    let (table, column) =
      switch mapping {
      case .foreignKey(let table, let column, _): (table, column)
      case .joinTable(let table, let owner, _, _): (table, owner)
      }
    return ("\(identifier: table) AS \(raw: alias) WHERE \(.column(alias, column)) = \(scope.key)", owner)
  }
}

extension QueryPredicate.ComparisonOperator {
  /// What it is with its sides exchanged.
  fileprivate var turned: Self {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}
