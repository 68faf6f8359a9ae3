internal import ModelDescription
package import QueryModel
internal import SQLCompiler
internal import SQLiteDriver
package import StoreContract

extension SQLiteStore {
  package func fetch(_ request: FetchRequest, _ body: (RowCursor) throws -> Void) throws {
    let query = try FetchQuery(request, schema: schema)
    let plan = try schema.plan(request.entity)
    try reading { connection in
      try connection.withStatement(query.sql) { statement in
        try query.bind(to: statement)
        try Self.each(SQLiteRowCursor(statement, plan: plan, externalData: externalData), body)
      }
    }
  }

  package func count(_ request: FetchRequest) throws -> Int {
    let query = try FetchQuery(counting: request, schema: schema)
    return try reading { connection in
      try connection.withStatement(query.sql) { statement in
        try query.bind(to: statement)
        return try statement.step() ? Int(statement.integer(0)) : 0
      }
    }
  }

  package func rows(_ keys: [Int64], of entity: Int, _ body: (RowCursor) throws -> Void) throws {
    guard let first = keys.first else { return }
    let plan = try schema.plan(entity)
    try reading { connection in
      if keys.count == 1 { return try row(first, plan, connection, body) }
      try connection.withStatement(plan.rowsSQL) { statement in
        try statement.bind(KeyList.text(keys), at: 1)
        try Self.each(SQLiteRowCursor(statement, plan: plan, externalData: externalData), body)
      }
    }
  }

  /// One row: of those that were read lately while nobody has committed, or from the file.
  private func row(
    _ key: Int64, _ plan: EntityPlan, _ connection: Connection, _ body: (RowCursor) throws -> Void
  ) throws {
    let place = RowCache.Place(statement: rowStatements[plan.entity.number - 1], key: key)
    let state = connection.logState
    if let state, let cells = file.rows.row(place, state, count: plan.columnCount) {
      return try Self.show(SQLiteRowCursor(cells, plan: plan, externalData: externalData), body)
    }
    try connection.withStatement(plan.rowSQL) { statement in
      try statement.bind(key, at: 1)
      let cursor = SQLiteRowCursor(statement, plan: plan, externalData: externalData)
      while try cursor.advance() {
        // Read between two looks at the same state, the row is of that state.
        if let state, connection.logState == state {
          cursor.keep(in: file.rows, place, of: state, from: connection) { !pool.isClosed }
        }
        try Self.show(cursor, body)
      }
    }
    connection.findLogIndex()
  }

  package func related(
    _ relationship: String, of entity: Int, owners: [Int64], _ body: (_ owner: Int64, RowCursor) throws -> Void
  ) throws {
    guard let first = owners.first else { return }
    let query = try schema.related(relationship, of: schema.plan(entity))
    try reading { connection in
      try connection.withStatement(owners.count == 1 ? query.sql : query.listSQL) { statement in
        let cursor = SQLiteRowCursor(statement, plan: query.destination, externalData: externalData)
        if owners.count == 1 {
          try statement.bind(first, at: 1)
          try Self.each(cursor) { try body(first, $0) }
        } else {
          try statement.bind(KeyList.text(owners), at: 1)
          let column = query.destination.columnCount
          try Self.each(cursor) { try body(statement.integer(column), $0) }
        }
      }
    }
  }

  private static func each(_ cursor: SQLiteRowCursor, _ body: (RowCursor) throws -> Void) throws {
    while try cursor.advance() { try show(cursor, body) }
  }

  private static func show(_ cursor: SQLiteRowCursor, _ body: (RowCursor) throws -> Void) throws {
    do {
      try body(cursor)
    } catch {
      throw cursor.problem ?? error
    }
    if let problem = cursor.problem { throw problem }
  }

  /// Runs several statements against one state of the file.
  func readingOneState<Result>(_ isNeeded: Bool = true, _ body: (Connection) throws -> Result) throws -> Result {
    try reading { connection in
      // A store in memory has one connection, which may be inside a transaction already.
      guard isNeeded, !connection.isInTransaction else { return try body(connection) }
      return try connection.transaction(.deferred) { try body(connection) }
    }
  }
}
