import ModelDescription
import SQLCompiler
import SQLiteDriver
import SQLiteStore

/// What a to-many of a row leads to, as object ids in the relationship's order.
struct MemberIDs {
  let name: String
  private let destination: ResolvedEntity
  private let sql: String

  /// - Returns: `nil` when the file has no place for the relationship.
  init?(_ relationship: ResolvedRelationship, of mapping: TableMapping, _ layout: StoreLayout) {
    guard let place = mapping.toManys[relationship.name],
      let destination = layout.model.entity(numbered: relationship.destinationNumber),
      let members = layout.mapping(ofEntity: destination.number)
    else { return nil }
    (name, self.destination) = (relationship.name, destination)
    let (key, entity) = (members.keyColumn.asIdentifier, members.entityColumn.asIdentifier)
    switch place {
    case .foreignKey(let table, let column, let orderColumn):
      let order = orderColumn.map { "\($0.asIdentifier), " } ?? ""
      sql =
        "SELECT \(key), \(entity) FROM \(table.asIdentifier) WHERE \(column.asIdentifier) = ?1 ORDER BY \(order)\(key)"
    case .joinTable(let table, let ownerColumn, let destinationColumn, let orderColumn):
      let order = orderColumn.map { "j.\($0.asIdentifier), " } ?? ""
      sql =
        "SELECT d.\(key), d.\(entity) FROM \(table.asIdentifier) AS j JOIN \(members.table.asIdentifier) AS d"
        + " ON d.\(key) = j.\(destinationColumn.asIdentifier) WHERE j.\(ownerColumn.asIdentifier) = ?1"
        + " ORDER BY \(order)d.\(key)"
    }
  }

  func ids(ofOwner key: Int64, _ connection: Connection, _ numbers: FileNumbers) throws -> [String] {
    try connection.withStatement(sql) { statement in
      try statement.bind(key, at: 1)
      var ids: [String] = []
      while try statement.step() {
        // As for rows: old stores have some without a number of the family.
        let name = numbers.name(of: statement.integer(1), in: destination) ?? destination.name
        ids.append("\(name)/p\(statement.integer(0))")
      }
      return ids
    }
  }
}
