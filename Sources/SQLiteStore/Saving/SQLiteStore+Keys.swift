extension SQLiteStore {
  /// Sets keys of an entity's family aside for objects that will be saved with them.
  package func reserveKeys(_ count: Int, of entity: Int) throws -> [Int64] {
    try changing { try KeyAllocation(schema: schema, connection: $0).reserve(count, of: entity) }
  }
}
