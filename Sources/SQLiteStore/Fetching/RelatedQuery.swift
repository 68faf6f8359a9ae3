internal import SQLCompiler

/// The statement for the destinations of a to-many; its parameter is the owner's key.
enum RelatedQuery {
  static func sql(_ toMany: ToManyMapping, destination plan: EntityPlan) -> String {
    let family = plan.familyCondition.map { " AND \($0)" } ?? ""
    switch toMany {
    case .foreignKey(_, let column, let orderColumn):
      let order = orderColumn.map { "\($0.quoted), " } ?? ""
      return "SELECT \(plan.selectList) FROM \(plan.table) WHERE \(column.quoted) = ?1\(family)"
        + " ORDER BY \(order)\(plan.key)"
    case .joinTable(let table, let ownerColumn, let destinationColumn, let orderColumn):
      let order = orderColumn.map { "j.\($0.quoted), " } ?? ""
      return "SELECT \(plan.selectList) FROM \(table.quoted) AS j JOIN \(plan.table) AS d"
        + " ON d.\(plan.key) = j.\(destinationColumn.quoted) WHERE j.\(ownerColumn.quoted) = ?1\(family)"
        + " ORDER BY \(order)d.\(plan.key)"
    }
  }
}
