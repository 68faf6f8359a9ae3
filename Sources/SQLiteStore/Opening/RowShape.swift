import ModelDescription
import SQLCompiler

/// Where the fields of one entity stand among the columns of a statement that fetches it or one of its ancestors.
final class RowShape: Sendable {
  let entity: ResolvedEntity
  /// One for each field of the entity.
  let slots: [FieldSlot]
  /// The fields' columns, for messages.
  let columns: [TableMapping.Column]

  /// - Parameter fetched: the statement's columns.
  /// - Throws: `StoreError` when the statement lacks one of the entity's.
  init(_ entity: ResolvedEntity, _ mapping: TableMapping, fetched: [String]) throws {
    guard mapping.columns.count == entity.fields.count else {
      throw StoreSchema.mismatch(entity, "has \(entity.fields.count) fields, but \(mapping.columns.count) columns")
    }
    let positions = Dictionary(fetched.enumerated().map { ($1, $0) }) { first, _ in first }
    func position(_ name: String) throws -> Int {
      guard let position = positions[name] else {
        throw StoreSchema.mismatch(entity, "has the column \(name), which is not fetched with its family")
      }
      return position
    }
    self.entity = entity
    columns = mapping.columns
    slots = try zip(entity.fields, mapping.columns).map { field, column in
      FieldSlot(field, column: try position(column.name), entityColumn: try column.entityColumn.map(position))
    }
  }

  /// Key, entity number and version, then the columns of the fields.
  static func columnNames(_ mapping: TableMapping) -> [String] {
    [mapping.keyColumn, mapping.entityColumn, mapping.versionColumn] + fieldNames(mapping)
  }

  /// The columns that entities of a family have and its head has not.
  static func familyColumns(of head: TableMapping, _ family: [TableMapping]) -> [String] {
    var known = Set(columnNames(head))
    return family.flatMap(fieldNames).filter { known.insert($0).inserted }
  }

  private static func fieldNames(_ mapping: TableMapping) -> [String] {
    mapping.columns.flatMap { [$0.name] + ($0.entityColumn.map { [$0] } ?? []) }
  }
}
