package import StoreContract

extension SQLiteStore {
  package func rows(
    of entity: Int, fields: [Int], holding tuples: [[StoredValue]]
  ) throws -> [RowVersion?] {
    let rows = try UniqueRows(schema, entity, fields: fields)
    return try reading { try rows.find(tuples, $0) }
  }
}
