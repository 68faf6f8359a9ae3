import ModelDescription

/// One FROM clause while it is being collected: a row of an entity, and the to-ones followed from it.
final class QueryScope {
  let entity: ResolvedEntity
  let mapping: TableMapping
  let alias: String
  /// What the row has to satisfy to stand for an object at all: that it is one of a subentity.
  let condition: SQLFragment?
  private var joins: [SQLFragment] = []
  private var destinations: [JoinKey: QueryScope] = [:]

  private struct JoinKey: Hashable {
    let alias: String
    let column: String
    let condition: SQLFragment?
  }

  init(entity: ResolvedEntity, mapping: TableMapping, alias: String, condition: SQLFragment? = nil) {
    self.condition = condition
    self.entity = entity
    self.mapping = mapping
    self.alias = alias
  }

  /// The row at the end of a to-one of `origin`, which is this scope or was made by it; joined once.
  func destination(
    of origin: QueryScope, field: Int, make: () throws -> QueryScope
  ) rethrows -> QueryScope {
    let key = JoinKey(
      alias: origin.alias, column: origin.mapping.columns[field].name, condition: origin.condition)
    if let known = destinations[key] { return known }
    let made = try make()
    destinations[key] = made
    let foreignKey = origin.column(field)
    joins.append(
      """
       LEFT JOIN \(identifier: made.mapping.table) AS \(raw: made.alias) \
      ON \(.column(made.alias, made.mapping.keyColumn)) = \(foreignKey)
      """)
    return made
  }

  /// Table, alias and the joins collected so far: to be read last.
  func source() -> SQLFragment {
    "\(identifier: mapping.table) AS \(raw: alias)\(joinClauses())"
  }

  func joinClauses() -> SQLFragment { .joined(joins, separator: "") }

  var key: SQLFragment { guarded(.column(alias, mapping.keyColumn)) }

  func column(_ field: Int) -> SQLFragment { guarded(.column(alias, mapping.columns[field].name)) }

  private func guarded(_ column: SQLFragment) -> SQLFragment {
    condition.map { "CASE WHEN \($0) THEN \(column) END" } ?? column
  }
}
