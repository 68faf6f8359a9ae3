internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

/// Reading a table from one end to the other in pages, by keys.
extension SQLiteStore {
  /// Rows of an entity and its descendants with a higher key, in the order of their keys.
  ///
  /// - Returns: the last key, to go on from; `nil` when there are no more.
  func page(
    of entity: Int, after key: Int64, limit: Int, _ body: (RowCursor) throws -> Void
  ) throws -> Int64? {
    let plan = try schema.plan(entity)
    let family = plan.familyCondition.map { " AND \($0)" } ?? ""
    let sql =
      "SELECT \(plan.selectList) FROM \(plan.table) WHERE \(plan.key) > ?1\(family) ORDER BY \(plan.key) LIMIT ?2"
    return try reading { connection in
      try connection.withStatement(sql) { statement in
        try statement.bind(key, at: 1)
        try statement.bind(Int64(limit), at: 2)
        let cursor = SQLiteRowCursor(statement, plan: plan, externalData: externalData)
        var last: Int64?
        while try cursor.advance() {
          last = cursor.primaryKey()
          try body(cursor)
          if let problem = cursor.problem { throw problem }
        }
        return last
      }
    }
  }

  /// Keys of an entity's own rows, after a key and in order.
  func keys(of entity: Int, after key: Int64, limit: Int) throws -> [Int64] {
    let plan = try schema.plan(entity)
    let sql =
      "SELECT \(plan.key) FROM \(plan.table) WHERE \(plan.mapping.entityColumn.quoted) = \(entity) AND \(plan.key) > ?1"
      + " ORDER BY \(plan.key) LIMIT ?2"
    return try reading { connection in
      try connection.withStatement(sql) { statement in
        try statement.bind(key, at: 1)
        try statement.bind(Int64(limit), at: 2)
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.integer(0)) }
        return keys
      }
    }
  }

  /// Key and some columns of each of an entity's own rows, as the file has them; the columns of the statement begin with
  /// the key.
  func columns(_ fields: [Int], of entity: Int, _ body: (Statement) throws -> Void) throws {
    let plan = try schema.plan(entity)
    try columns(fields, of: plan, where: "\(plan.mapping.entityColumn.quoted) = \(entity)", body)
  }

  /// As `columns(_:of:_:)`, of every row of the entity's table that has a value in each of the columns: the rows of which a
  /// unique index lets no two be alike.
  func filledColumns(_ fields: [Int], of entity: Int, _ body: (Statement) throws -> Void) throws {
    let plan = try schema.plan(entity)
    let filled = fields.map { "\(plan.mapping.columns[$0].name.quoted) IS NOT NULL" }
    try columns(fields, of: plan, where: filled.joined(separator: " AND "), body)
  }

  private func columns(
    _ fields: [Int], of plan: EntityPlan, where condition: String, _ body: (Statement) throws -> Void
  ) throws {
    let names = [plan.key] + fields.map { plan.mapping.columns[$0].name.quoted }
    let sql = "SELECT \(names.joined(separator: ", ")) FROM \(plan.table) WHERE \(condition)"
    try reading { connection in
      try connection.withStatement(sql) { statement in
        while try statement.step() { try body(statement) }
      }
    }
  }

  /// Rows of an entity, without those of its descendants.
  func ownRowCount(_ entity: Int) throws -> Int {
    let plan = try schema.plan(entity)
    let sql = "SELECT count(*) FROM \(plan.table) WHERE \(plan.mapping.entityColumn.quoted) = \(entity)"
    return try reading { Int(try $0.integer(sql) ?? 0) }
  }

  /// The last key that was handed out in a family, or is in its table.
  func lastKey(ofFamily root: Int, _ connection: Connection) throws -> Int64 {
    let plan = try schema.plan(root)
    let inTable = try connection.integer("SELECT MAX(\(plan.key)) FROM \(plan.table)") ?? 0
    return max(inTable, try connection.integer(OwnTables.lastKeyQuery(ofEntity: root)) ?? 0, 0)
  }
}
