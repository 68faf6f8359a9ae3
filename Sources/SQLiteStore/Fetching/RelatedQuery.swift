internal import SQLCompiler

/// Reading the destinations of a to-many.
struct RelatedQuery: Sendable {
  /// Its parameter is the owner's key.
  let sql: String
  /// The same for many owners: its parameter is a list of keys, and the column after those of the plan is the owner.
  let listSQL: String
  let destination: EntityPlan

  init(_ toMany: ToManyMapping, destination plan: EntityPlan) {
    destination = plan
    let family = plan.familyCondition.map { " AND \($0)" } ?? ""
    let (source, owner, order): (String, String, String)
    switch toMany {
    case .foreignKey(_, let column, let orderColumn):
      (source, owner) = (plan.table, column.quoted)
      order = (orderColumn.map { "\($0.quoted), " } ?? "") + plan.key
    case .joinTable(let table, let ownerColumn, let destinationColumn, let orderColumn):
      source = "\(table.quoted) AS j JOIN \(plan.table) AS d ON d.\(plan.key) = j.\(destinationColumn.quoted)"
      owner = "j.\(ownerColumn.quoted)"
      order = (orderColumn.map { "j.\($0.quoted), " } ?? "") + "d.\(plan.key)"
    }
    sql = "SELECT \(plan.selectList) FROM \(source) WHERE \(owner) = ?1\(family) ORDER BY \(order)"
    listSQL =
      "SELECT \(plan.selectList), \(owner) FROM \(source) WHERE \(owner) IN \(KeyList.sql)\(family)"
      + " ORDER BY \(owner), \(order)"
  }
}
