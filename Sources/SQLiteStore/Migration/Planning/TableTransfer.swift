/// How the rows of one table of the source come into one of the destination.
struct TableTransfer: Sendable {
  let sourceTable: String
  let targetTable: String
  let keyColumn: String
  /// Columns of the destination's table with the expressions that give their values; the key is the first.
  let columns: [(name: String, value: String)]
  /// Restricts the source's rows; `nil` for all.
  let condition: String?
  let rows: Int64

  /// Parameters: the lowest and the highest key of the rows that are moved.
  var sql: String {
    let names = columns.map(\.name.quoted).joined(separator: ", ")
    let values = columns.map(\.value).joined(separator: ", ")
    let key = keyColumn.quoted
    return
      "INSERT INTO \(MigrationSchema.target).\(targetTable.quoted) (\(names)) SELECT \(values)"
      + " FROM \(MigrationSchema.source).\(sourceTable.quoted) WHERE \(key) BETWEEN ?1 AND ?2"
      + (condition.map { " AND \($0)" } ?? "") + " ORDER BY \(key)"
  }

  /// A query over the source for the rows as they will be: the key and some columns, by the destination's names.
  func rowsQuery(_ names: [String]) -> String {
    let values = Dictionary(columns.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let results = (columns.prefix(1).map(\.name) + names).map { "\(values[$0] ?? "NULL") AS \($0.quoted)" }
    return
      "SELECT \(results.joined(separator: ", ")) FROM \(MigrationSchema.source).\(sourceTable.quoted)"
      + (condition.map { " WHERE \($0)" } ?? "")
  }

  /// The last key of a number of rows. Parameters: the first key, and how many rows come after it.
  var chunkQuery: String {
    "SELECT \(keyColumn.quoted) FROM \(MigrationSchema.source).\(sourceTable.quoted) WHERE \(keyColumn.quoted) >= ?1"
      + " ORDER BY \(keyColumn.quoted) LIMIT 1 OFFSET ?2"
  }

  /// The lowest and the highest key.
  var boundsQuery: String {
    "SELECT min(\(keyColumn.quoted)), max(\(keyColumn.quoted)) FROM \(MigrationSchema.source).\(sourceTable.quoted)"
  }
}

/// A statement of a migration and what it is for.
struct MigrationStatement: Sendable {
  let purpose: String
  let sql: String
  /// It makes what the source has in the very same place: in the store itself nothing is to be done.
  var isAsItWas = false
}
