internal import SQLiteDriver
package import StoreContract

/// A save that is written in portions, while it is written.
package struct JointSave {
  let schema: StoreSchema
  let connection: Connection
  /// Writes a portion.
  package let write: (SaveRequest) throws -> SaveResult

  /// The rows that hold tuples of unique values now, those of earlier portions among them.
  package func rows(of entity: Int, fields: [Int], holding tuples: [[StoredValue]]) throws -> [RowVersion?] {
    try UniqueRows(schema, entity, fields: fields).find(tuples, connection)
  }
}
