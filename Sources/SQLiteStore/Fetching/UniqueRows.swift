internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

/// Finds rows by values that are unique together.
struct UniqueRows {
  private let plan: EntityPlan
  private let fields: [Int]

  init(_ schema: StoreSchema, _ entity: Int, fields: [Int]) throws {
    plan = try schema.plan(entity)
    self.fields = fields
  }

  func find(_ tuples: [[StoredValue]], _ connection: Connection) throws -> [RowVersion?] {
    guard !tuples.isEmpty, fields.allSatisfy(plan.slots.indices.contains) else {
      return Array(repeating: nil, count: tuples.count)
    }
    // A sub-entity's unique index is on the root's table, unfiltered (StoreFormat.md section 8).
    let conditions = fields.enumerated().map { position, field in
      "\(plan.mapping.columns[field].name.quoted) = ?\(position + 1)"
    }
    let columns = [plan.mapping.keyColumn, plan.mapping.entityColumn, plan.mapping.versionColumn].map(\.quoted)
    let sql =
      "SELECT \(columns.joined(separator: ", ")) FROM \(plan.table) WHERE \(conditions.joined(separator: " AND "))"
    return try connection.withStatement(sql) { statement in
      try tuples.map { values in
        guard try Self.bind(values, to: statement) else { return nil }
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        let key = RowKey(entity: Int(truncatingIfNeeded: statement.integer(1)), primaryKey: statement.integer(0))
        return RowVersion(key: key, version: statement.optionalInteger(2) ?? 0)
      }
    }
  }

  /// `false` for values that no row can hold: nulls, and objects without a row.
  private static func bind(_ values: [StoredValue], to statement: Statement) throws -> Bool {
    for (position, value) in values.enumerated() {
      switch value {
      case .null: return false
      case .reference(let key) where key.isTemporary: return false
      default: try statement.bind(value, at: position + 1)
      }
    }
    return true
  }
}
