internal import Foundation
package import ModelDescription
package import SQLCompiler

/// How the rows of one entity are read and written: statements and column positions, made once when a store opens.
package struct EntityPlan: Sendable {
  package let entity: ResolvedEntity
  package let mapping: TableMapping
  /// One for each field of the entity.
  let slots: [FieldSlot]
  /// `Z_PK, Z_ENT, Z_OPT`, then the columns of `slots`; without a table alias.
  let selectList: String
  let insertSQL: String
  /// Restricts a family's table to the entity and its descendants; `nil` for a root, whose family the table is.
  let familyCondition: String?
  let hasExternalData: Bool

  init(entity: ResolvedEntity, mapping: TableMapping, model: ResolvedModel) throws {
    guard mapping.columns.count == entity.fields.count else {
      throw StoreSchema.mismatch(entity, "has \(entity.fields.count) fields, but \(mapping.columns.count) columns")
    }
    self.entity = entity
    self.mapping = mapping
    var slots: [FieldSlot] = []
    var names = [mapping.keyColumn, mapping.entityColumn, mapping.versionColumn]
    var written = names
    for (field, column) in zip(entity.fields, mapping.columns) {
      let position = names.count
      names.append(column.name)
      written.append(column.name)
      var entityPosition: Int?
      if let entityColumn = column.entityColumn {
        entityPosition = names.count
        names.append(entityColumn)
        written.append(entityColumn)
      }
      slots.append(FieldSlot(field, column: position, entityColumn: entityPosition))
    }
    self.slots = slots
    selectList = names.map(\.quoted).joined(separator: ", ")
    let parameters = (1...written.count).map { "?\($0)" }.joined(separator: ", ")
    insertSQL =
      "INSERT INTO \(mapping.table.quoted) (\(written.map(\.quoted).joined(separator: ", "))) VALUES (\(parameters))"
    familyCondition =
      entity.isRoot
      ? nil
      : "\(mapping.entityColumn.quoted) BETWEEN \(entity.familyNumbers.lowerBound) AND \(entity.familyNumbers.upperBound)"
    hasExternalData = slots.contains { $0.kind == .external }
  }

  var table: String { mapping.table.quoted }
  var key: String { mapping.keyColumn.quoted }
}

extension String {
  /// As an SQL identifier.
  var quoted: String { "\"" + replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
}
