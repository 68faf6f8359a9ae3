internal import SQLiteDriver

/// The statement used last, at hand for rows that need the same one again and again.
struct HeldStatement {
  private var sql = ""
  private var statement: Statement?

  mutating func statement(_ sql: String, on connection: Connection) throws -> Statement {
    if let statement, self.sql == sql { return statement }
    giveBack(to: connection)
    let next = try connection.takeStatement(sql)
    (self.sql, statement) = (sql, next)
    return next
  }

  /// To be called at the end, also after an error.
  mutating func giveBack(to connection: Connection) {
    if let statement { connection.giveBack(statement) }
    statement = nil
  }
}
