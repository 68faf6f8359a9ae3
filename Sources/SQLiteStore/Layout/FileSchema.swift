/// What an existing file really has: its tables and their columns, as `sqlite_master` and `PRAGMA table_info` say.
package struct FileSchema: Sendable {
  /// Column names by table name, both as the file spells them.
  package var tables: [String: [String]]
  /// Names of triggers.
  package var triggers: Set<String>
  private let spelling: [String: String]

  package init(tables: [String: [String]], triggers: Set<String> = []) {
    self.tables = tables
    self.triggers = triggers
    spelling = Dictionary(tables.keys.map { ($0.uppercased(), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The columns of a table in capitals; SQLite does not tell upper case from lower case.
  func columns(of table: String) -> [String]? {
    spelling[table.uppercased()].flatMap { tables[$0] }?.map { $0.uppercased() }
  }
}
