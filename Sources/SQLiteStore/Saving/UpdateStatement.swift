internal import SQLCompiler
internal import StoreContract

/// The text that updates some fields of a row: parameters are key, version, then the fields' columns in order.
struct UpdateStatement {
  private(set) var sql = ""
  private var entity = 0
  private var fields: [Int] = []
  private var isGuarded = false

  init() {}

  init(_ update: SaveRequest.Update, _ plan: EntityPlan) {
    entity = update.key.entity
    fields = update.values.map(\.field)
    isGuarded = update.version != nil
    let version = plan.mapping.versionColumn.quoted
    var assignments = ["\(version) = IFNULL(\(version), 0) + 1"]
    var parameter = 3
    for field in fields {
      let column = plan.mapping.columns[field]
      let name = column.name.quoted
      assignments.append("\(name) = ?\(parameter)")
      // The right sides see the row as it was: who stays with its owner keeps its place among the owner's members.
      if let orderColumn = column.orderColumn?.quoted {
        assignments.append("\(orderColumn) = CASE WHEN \(name) IS ?\(parameter) THEN \(orderColumn) END")
      }
      parameter += 1
      if let entityColumn = column.entityColumn {
        assignments.append("\(entityColumn.quoted) = ?\(parameter)")
        parameter += 1
      }
    }
    let guarded = isGuarded ? " AND IFNULL(\(version), 0) = ?2" : ""
    sql = "UPDATE \(plan.table) SET \(assignments.joined(separator: ", ")) WHERE \(plan.key) = ?1\(guarded)"
  }

  /// Whether the update changes the same fields of the same entity.
  func serves(_ update: SaveRequest.Update) -> Bool {
    guard entity == update.key.entity, isGuarded == (update.version != nil), fields.count == update.values.count else {
      return false
    }
    for index in fields.indices where fields[index] != update.values[index].field { return false }
    return true
  }
}
