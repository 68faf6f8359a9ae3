internal import ModelDescription
internal import SQLiteDriver
internal import StoreContract

/// Hands out primary keys (StoreFormat.md section 3): one sequence per root entity, kept in `Z_PRIMARYKEY.Z_MAX`.
struct KeyAllocation {
  let schema: StoreSchema
  let connection: Connection

  /// Keys for the inserts, in their order; the sequences in the file move on.
  func allocate(_ inserts: [SaveRequest.Insert]) throws -> [Int64] {
    var keys: [Int64] = []
    keys.reserveCapacity(inserts.count)
    var last = [Int64?](repeating: nil, count: schema.plans.count)
    for (index, insert) in inserts.enumerated() {
      guard insert.key.primaryKey == -Int64(index) - 1 else {
        throw StoreError(.invalidValue, "The keys of new objects are not -1, -2, … in the order of the inserts.")
      }
      let plan = try schema.plan(insert.key.entity)
      let root = plan.entity.rootNumber
      guard !plan.entity.description.isAbstract else {
        throw StoreError(
          .invalidValue, "\(plan.entity.name) is abstract and has no rows of its own.", entity: plan.entity.name)
      }
      if let reserved = insert.reservedKey {
        keys.append(reserved)
        continue
      }
      let (key, overflow) = try (last[root - 1] ?? highest(plan)).addingReportingOverflow(1)
      guard !overflow else {
        throw StoreError(.damaged, "Every primary key of \(plan.entity.name) is used up.", entity: plan.entity.name)
      }
      last[root - 1] = key
      keys.append(key)
    }
    for (index, key) in last.enumerated() {
      if let key { try record(key, of: schema.plans[index].entity) }
    }
    return keys
  }

  /// Sets keys of an entity's family aside.
  func reserve(_ count: Int, of entity: Int) throws -> [Int64] {
    let plan = try schema.plan(entity)
    let first = try highest(plan)
    let (last, overflow) = first.addingReportingOverflow(Int64(count))
    guard !overflow, let root = schema.model.entity(numbered: plan.entity.rootNumber) else {
      throw StoreError(.damaged, "Every primary key of \(plan.entity.name) is used up.", entity: plan.entity.name)
    }
    try record(last, of: root)
    return (0..<Int64(count)).map { first + 1 + $0 }
  }

  /// Old and migrated stores have a `Z_MAX` below the highest key in the table.
  private func highest(_ plan: EntityPlan) throws -> Int64 {
    let inTable = try connection.integer("SELECT MAX(\(plan.key)) FROM \(plan.table)") ?? 0
    let recorded = try connection.integer(OwnTables.lastKeyQuery(ofEntity: plan.entity.rootNumber)) ?? 0
    return max(inTable, recorded, 0)
  }

  private func record(_ key: Int64, of root: ResolvedEntity) throws {
    try connection.withStatement(OwnTables.lastKeyUpdate) { statement in
      try statement.bind(key, at: 1)
      try statement.bind(Int64(root.number), at: 2)
      try statement.run()
    }
    guard connection.changes == 1 else {
      throw StoreError(
        .damaged, "The store's table \(OwnTables.primaryKeys) has no row for \(root.name).", entity: root.name,
        path: connection.path)
    }
  }
}
