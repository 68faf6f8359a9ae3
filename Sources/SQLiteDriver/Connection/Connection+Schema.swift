extension Connection {
  /// A line of `sqlite_master`.
  package struct SchemaObject: Hashable, Sendable {
    package var type: String
    package var name: String
    package var tableName: String
    package var sql: String?
  }

  /// Everything in `sqlite_master`, in the order of creation.
  package func schema() throws -> [SchemaObject] {
    try withStatement("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid") { statement in
      var objects: [SchemaObject] = []
      while try statement.step() {
        objects.append(
          SchemaObject(
            type: statement.text(0), name: statement.text(1), tableName: statement.text(2),
            sql: statement.optionalText(3)))
      }
      return objects
    }
  }

  /// Column names of a table, in its order; empty when there is no such table.
  package func columnNames(ofTable table: String) throws -> [String] {
    try withStatement("SELECT name FROM pragma_table_info(?1)") { statement in
      try statement.bind(table, at: 1)
      var names: [String] = []
      while try statement.step() { names.append(statement.text(0)) }
      return names
    }
  }

  package func hasTable(_ name: String) throws -> Bool {
    try withStatement("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1") { statement in
      try statement.bind(name, at: 1)
      return try statement.step()
    }
  }
}
