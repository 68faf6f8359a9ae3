import ModelDescription
import SQLCompiler

extension StoreLayout {
  /// Names for one entity. Every lookup succeeds for a model that passed `init`; a property without a place is left out.
  func makeMapping(_ entity: ResolvedEntity) -> TableMapping {
    var toManys: [String: ToManyMapping] = [:]
    for relationship in entity.toManys {
      toManys[relationship.name] = toManyMapping(relationship)
    }
    return TableMapping(
      table: table(ofEntity: entity.number)?.name ?? "", keyColumn: "Z_PK", entityColumn: "Z_ENT",
      versionColumn: "Z_OPT", columns: entity.fields.compactMap { column(of: $0) }, toManys: toManys)
  }

  private func toManyMapping(_ relationship: ResolvedRelationship) -> ToManyMapping? {
    guard let inverse = relationship.inverse, let inverseNumber = relationship.inverseEntityNumber else {
      guard let table = table(ofEntity: relationship.destinationNumber),
        let column = hiddenColumn(of: relationship)
      else { return nil }
      return .foreignKey(table: table.name, column: column, orderColumn: nil)
    }
    guard inverse.isToMany else {
      guard let table = table(ofEntity: inverseNumber),
        let column = column(declaredBy: inverseNumber, path: [inverse.name])
      else { return nil }
      return .foreignKey(table: table.name, column: column.name, orderColumn: column.orderColumn)
    }
    let end = JoinTableLayout.End(
      entityNumber: relationship.declaringEntityNumber, relationship: relationship.name)
    if let table = joinTables.first(where: { $0.naming == end }) {
      return .joinTable(
        table: table.name, ownerColumn: table.namingColumn, destinationColumn: table.inverseColumn,
        orderColumn: table.inverseOrderColumn)
    }
    if let table = joinTables.first(where: { $0.inverse == end }) {
      return .joinTable(
        table: table.name, ownerColumn: table.inverseColumn, destinationColumn: table.namingColumn,
        orderColumn: table.namingOrderColumn)
    }
    return nil
  }
}
