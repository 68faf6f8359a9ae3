internal import Foundation
package import ModelDescription
package import SQLCompiler

/// How the rows of one entity are read and written: statements and column positions, made once when a store opens.
///
/// A class, since it is handed around for every row.
package final class EntityPlan: Sendable {
  package let entity: ResolvedEntity
  package let mapping: TableMapping
  /// The fields of the entity itself, as its statements have them.
  let slots: [FieldSlot]
  /// How rows of the entity and of its descendants are read, by entity number from the entity's own.
  let shapes: [RowShape]
  /// Quoted name of the table, and of the key's column.
  let table: String
  let key: String
  /// `Z_PK, Z_ENT, Z_OPT`, the columns of `slots`, then those that descendants add; without a table alias.
  let selectList: String
  /// Columns of the select list.
  let columnCount: Int
  /// The row with a key; its parameter is the key.
  let rowSQL: String
  /// The rows with some keys; its parameter is a list of keys.
  let rowsSQL: String
  /// The version of the row with a key, its parameter.
  let versionSQL: String
  let insertSQL: String
  /// Parameters: key, and version where it is guarded.
  let deleteSQL: String
  let guardedDeleteSQL: String
  /// What takes a row out of join tables and of columns without inverse before it goes; the parameter is its key.
  let unlinkSQL: [String]
  /// Restricts a family's table to the entity and its descendants; `nil` for a root, whose family the table is.
  let familyCondition: String?
  /// Fields that may refer to files.
  let externalFields: [Int]
  /// Fields whose values, alone or with others, no two rows may share.
  let uniqueFields: Set<Int>
  /// A to-one has a position in an ordered inverse.
  let hasOrderColumns: Bool

  /// - Parameter family: the entities of the family with their mappings, the entity itself first.
  init(
    entity: ResolvedEntity, mapping: TableMapping, family: [(ResolvedEntity, TableMapping)], model: ResolvedModel
  ) throws {
    guard mapping.columns.count == entity.fields.count else {
      throw StoreSchema.mismatch(entity, "has \(entity.fields.count) fields, but \(mapping.columns.count) columns")
    }
    self.entity = entity
    self.mapping = mapping
    let own = RowShape.columnNames(mapping)
    let fetched = own + mapping.familyColumns
    shapes = try family.map { try RowShape($0, $1, fetched: fetched) }
    let slots = try RowShape(entity, mapping, fetched: own).slots
    self.slots = slots
    let (table, key, version) = (mapping.table.quoted, mapping.keyColumn.quoted, mapping.versionColumn.quoted)
    (self.table, self.key) = (table, key)
    columnCount = fetched.count
    selectList = fetched.map(\.quoted).joined(separator: ", ")
    familyCondition =
      entity.isRoot
      ? nil
      : "\(mapping.entityColumn.quoted) BETWEEN \(entity.familyNumbers.lowerBound) AND \(entity.familyNumbers.upperBound)"
    let family = familyCondition.map { " AND \($0)" } ?? ""
    rowSQL = "SELECT \(selectList) FROM \(table) WHERE \(key) = ?1\(family)"
    rowsSQL = "SELECT \(selectList) FROM \(table) WHERE \(key) IN \(KeyList.sql)\(family)"
    versionSQL = "SELECT \(version) FROM \(table) WHERE \(key) = ?1"
    let parameters = (1...own.count).map { "?\($0)" }.joined(separator: ", ")
    insertSQL = "INSERT INTO \(table) (\(own.map(\.quoted).joined(separator: ", "))) VALUES (\(parameters))"
    deleteSQL = "DELETE FROM \(table) WHERE \(key) = ?1"
    guardedDeleteSQL = deleteSQL + " AND IFNULL(\(version), 0) = ?2"
    unlinkSQL = entity.toManys.flatMap { Self.unlinking($0, mapping) }
    externalFields = slots.indices.filter { slots[$0].kind == .external }
    uniqueFields = Set(entity.uniqueFields(in: model).joined())
    hasOrderColumns = mapping.columns.contains { $0.orderColumn != nil }
  }

  private static func unlinking(_ relationship: ResolvedRelationship, _ mapping: TableMapping) -> [String] {
    switch mapping.toManys[relationship.name] {
    case .joinTable(let table, let ownerColumn, let destinationColumn, _):
      let columns = relationship.isSelfInverse ? [ownerColumn, destinationColumn] : [ownerColumn]
      return columns.map { "DELETE FROM \(table.quoted) WHERE \($0.quoted) = ?1" }
    case .foreignKey(let table, let column, _) where relationship.inverse == nil:
      return ["UPDATE \(table.quoted) SET \(column.quoted) = NULL WHERE \(column.quoted) = ?1"]
    case .foreignKey, nil: return []
    }
  }
}

extension String {
  /// As an SQL identifier.
  var quoted: String { "\"" + replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
}
