import ModelDescription

/// One FROM clause while it is being collected: a row of an entity, and the to-ones followed from it.
final class QueryScope {
  let entity: ResolvedEntity
  let mapping: TableMapping
  let alias: String
  private var joins: [SQLFragment] = []
  private var destinations: [JoinKey: QueryScope] = [:]

  private struct JoinKey: Hashable {
    let alias: String
    let field: Int
  }

  init(entity: ResolvedEntity, mapping: TableMapping, alias: String) {
    self.entity = entity
    self.mapping = mapping
    self.alias = alias
  }

  /// The row at the end of a to-one of `origin`, which is this scope or was made by it; joined once.
  func destination(
    of origin: QueryScope, field: Int, make: () throws -> QueryScope
  ) rethrows -> QueryScope {
    let key = JoinKey(alias: origin.alias, field: field)
    if let known = destinations[key] { return known }
    let made = try make()
    destinations[key] = made
    let foreignKey = SQLFragment.column(origin.alias, origin.mapping.columns[field].name)
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

  var key: SQLFragment { .column(alias, mapping.keyColumn) }
}
