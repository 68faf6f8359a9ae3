internal import SQLiteDriver
package import StoreContract

/// A save that is written in portions, while it is written.
package struct JointSave {
  let schema: StoreSchema
  let connection: Connection
  let writePortion: (SaveRequest) throws -> SaveResult

  package func write(_ request: SaveRequest) throws -> SaveResult { try writePortion(request) }

  /// The rows that hold tuples of unique values now, those of earlier portions among them.
  package func rows(of entity: Int, fields: [Int], holding tuples: [[StoredValue]]) throws -> [RowVersion?] {
    try UniqueRows(schema, entity, fields: fields).find(tuples, connection)
  }
}
