internal import ModelDescription
internal import SQLCompiler

/// How a file keeps the links of one relationship, as a query for pairs of keys.
struct LinkSource: Sendable {
  /// Columns `owner`, `member`, `memberPosition` (of the member among the owner's) and `ownerPosition`.
  let pairs: String
  let hasMemberPositions: Bool
  let hasOwnerPositions: Bool
  let relationship: ResolvedRelationship
  /// The table with the links and its columns for owner and member, where they have one of their own.
  private(set) var joinTable: (table: String, owner: String, member: String)?

  /// - Parameter schema: that of the file in the statement.
  init?(_ relationship: ResolvedRelationship, in source: MigrationSource, schema: String) {
    let layout = source.layout
    self.relationship = relationship
    guard let owner = source.entity(relationship.declaringEntityNumber),
      let mapping = layout.mapping(ofEntity: owner.number)
    else { return nil }
    guard relationship.isToMany else {
      guard let field = owner.fields.firstIndex(where: { $0.toOne?.name == relationship.name }) else { return nil }
      let column = mapping.columns[field]
      pairs =
        "SELECT \(mapping.keyColumn.quoted) AS owner, \(column.name.quoted) AS member, NULL AS memberPosition,"
        + " \(column.orderColumn?.quoted ?? "NULL") AS ownerPosition FROM \(schema).\(mapping.table.quoted)"
        + " WHERE \(column.name.quoted) IS NOT NULL" + Self.condition(owner, mapping)
      (hasMemberPositions, hasOwnerPositions) = (false, column.orderColumn != nil)
      return
    }
    switch mapping.toManys[relationship.name] {
    case .foreignKey(let table, let column, let order):
      guard let member = source.entity(relationship.destinationNumber),
        let memberMapping = layout.mapping(ofEntity: member.number)
      else { return nil }
      pairs =
        "SELECT \(column.quoted) AS owner, \(memberMapping.keyColumn.quoted) AS member,"
        + " \(order?.quoted ?? "NULL") AS memberPosition, NULL AS ownerPosition FROM \(schema).\(table.quoted)"
        + " WHERE \(column.quoted) IS NOT NULL" + Self.condition(member, memberMapping)
      (hasMemberPositions, hasOwnerPositions) = (order != nil, false)
    case .joinTable(let table, let ownerColumn, let memberColumn, let order):
      joinTable = (table, ownerColumn, memberColumn)
      let end = JoinTableLayout.End(
        entityNumber: relationship.declaringEntityNumber, relationship: relationship.name)
      let other =
        layout.joinTables.first { $0.naming == end }?.namingOrderColumn
        ?? layout.joinTables.first { $0.inverse == end && $0.naming != end }?.inverseOrderColumn
      pairs =
        "SELECT \(ownerColumn.quoted) AS owner, \(memberColumn.quoted) AS member,"
        + " \(order?.quoted ?? "NULL") AS memberPosition, \(other?.quoted ?? "NULL") AS ownerPosition"
        + " FROM \(schema).\(table.quoted)"
      (hasMemberPositions, hasOwnerPositions) = (order != nil, other != nil)
    case nil: return nil
    }
  }

  private static func condition(_ entity: ResolvedEntity, _ mapping: TableMapping) -> String {
    entity.isRoot
      ? ""
      : " AND \(mapping.entityColumn.quoted) BETWEEN \(entity.familyNumbers.lowerBound) AND \(entity.familyNumbers.upperBound)"
  }
}
