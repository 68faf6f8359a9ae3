internal import SQLCompiler

/// Reading the destinations of a to-many.
struct RelatedQuery: Sendable {
  /// Its parameter is the owner's key.
  let sql: String
  let destination: EntityPlan

  init(_ toMany: ToManyMapping, destination plan: EntityPlan) {
    destination = plan
    let family = plan.familyCondition.map { " AND \($0)" } ?? ""
    switch toMany {
    case .foreignKey(_, let column, let orderColumn):
      let order = orderColumn.map { "\($0.quoted), " } ?? ""
      sql =
        "SELECT \(plan.selectList) FROM \(plan.table) WHERE \(column.quoted) = ?1\(family)"
        + " ORDER BY \(order)\(plan.key)"
    case .joinTable(let table, let ownerColumn, let destinationColumn, let orderColumn):
      let order = orderColumn.map { "j.\($0.quoted), " } ?? ""
      sql =
        "SELECT \(plan.selectList) FROM \(table.quoted) AS j JOIN \(plan.table) AS d"
        + " ON d.\(plan.key) = j.\(destinationColumn.quoted) WHERE j.\(ownerColumn.quoted) = ?1\(family)"
        + " ORDER BY \(order)d.\(plan.key)"
    }
  }
}
