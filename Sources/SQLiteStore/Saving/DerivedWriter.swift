internal import ModelDescription
internal import SQLiteDriver
internal import StoreContract

/// Brings derived attributes without triggers up to date, as the last step of a save.
struct DerivedWriter {
  let schema: StoreSchema
  let connection: Connection
  private let touchedRoots: Set<Int>

  init?(_ request: SaveRequest, schema: StoreSchema, connection: Connection) throws {
    guard !schema.derivedColumns.isEmpty else { return nil }
    self.schema = schema
    self.connection = connection
    let keys =
      request.inserts.map(\.key) + request.updates.map(\.key) + request.deletes.map(\.key) + request.links.map(\.owner)
    touchedRoots = try Set(keys.map { try schema.plan($0.entity).entity.rootNumber })
  }

  func write(_ request: SaveRequest, insertedKeys: [Int64]) throws {
    for derived in schema.derivedColumns {
      let family = derived.entity.familyNumbers
      let inserted = zip(request.inserts, insertedKeys).filter { family.contains($0.0.key.entity) }.map { $0.1 }
      let updated = request.updates.map(\.key).filter { family.contains($0.entity) }.map(\.primaryKey)
      switch derived.rule {
      case .now(let onUpdate):
        try update(derived, "NSCoreDataNow()", keys: inserted + (onUpdate ? updated : []))
      case .expression(let sql, nil):
        try update(derived, sql, keys: inserted + updated)
      case .expression(let sql, let destination?):
        guard touchedRoots.contains(derived.entity.rootNumber) || touchedRoots.contains(destination) else { continue }
        try updateAll(derived, sql)
      case .unknown(let text, let destinations):
        guard inserted.isEmpty, updated.isEmpty,
          try destinations.isDisjoint(with: touchedRoots) || isWithoutRows(derived.entity)
        else {
          throw StoreError(
            .unsupported,
            "\(derived.entity.name).\(derived.property) is derived from \(text), which nothing here can compute,"
              + " and the file has no triggers that do.", advice: "Nothing was changed.",
            entity: derived.entity.name, property: derived.property, path: connection.path)
        }
      }
    }
  }

  private func isWithoutRows(_ entity: ResolvedEntity) throws -> Bool {
    let plan = try schema.plan(entity.number)
    let family = plan.familyCondition.map { " WHERE \($0)" } ?? ""
    return try connection.withStatement("SELECT 1 FROM \(plan.table)\(family) LIMIT 1") { try !$0.step() }
  }

  private func update(_ derived: DerivedColumn, _ expression: String, keys: [Int64]) throws {
    guard !keys.isEmpty else { return }
    let plan = try schema.plan(derived.entity.number)
    let column = derived.column.quoted
    try connection.withStatement("UPDATE \(plan.table) SET \(column) = \(expression) WHERE \(plan.key) = ?1") {
      statement in
      for key in keys {
        try statement.bind(key, at: 1)
        try statement.run()
      }
    }
  }

  /// Looks at every row of the entity: owners that lost a member do not know it any more.
  private func updateAll(_ derived: DerivedColumn, _ expression: String) throws {
    let plan = try schema.plan(derived.entity.number)
    let family = plan.familyCondition.map { " AND \($0)" } ?? ""
    let column = derived.column.quoted
    try connection.withStatement(
      "UPDATE \(plan.table) SET \(column) = \(expression) WHERE \(column) IS NOT \(expression)\(family)"
    ) { try $0.run() }
  }
}
