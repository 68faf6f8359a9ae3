internal import ModelDescription
internal import SQLiteDriver

/// Makes the indexes of a file, and says which rows are alike where a unique one refuses or will refuse.
struct ConstraintCheck {
  let layout: StoreLayout
  /// The store that the error is about.
  let path: String

  func run(_ statement: String, on connection: Connection) throws {
    do {
      try connection.execute(statement)
    } catch let error as SQLiteError where error.code == .constraint {
      let findings = try duplicates(on: connection)
      guard !findings.isEmpty else { throw error }
      throw refusal(findings)
    }
  }

  /// Looks for rows of the source that will be alike, before anything is made.
  ///
  /// Columns that are filled after the rows, from links or by a rule, are left to the index.
  func run(before transfers: [TableTransfer], on source: Connection) throws {
    let findings = try duplicates(on: source) { constraint in
      let rows = transfers.filter { $0.targetTable == constraint.table }.map { $0.rowsQuery(constraint.columns) }
      return rows.isEmpty ? nil : "WITH \(constraint.table.quoted) AS (\(rows.joined(separator: " UNION ALL "))) "
    }
    guard findings.isEmpty else { throw refusal(findings) }
  }

  private func refusal(_ findings: [MigrationFinding]) -> MigrationError {
    MigrationError(
      .duplicates, "The store \(path) has rows that a constraint of the new model does not allow.",
      advice: "Make them different or delete all but one, in a custom stage or before the migration.",
      findings: findings, path: path)
  }

  /// - Parameter prefix: what stands before the query and gives the rows of the constraint's table; `nil` for no rows.
  private func duplicates(
    on connection: Connection, prefix: (_ constraint: StoreLayout.Constraint) -> String? = { _ in "" }
  ) throws -> [MigrationFinding] {
    var findings: [MigrationFinding] = []
    for constraint in layout.constraints {
      guard let start = prefix(constraint) else { continue }
      try connection.withStatement(start + constraint.duplicatesQuery(limit: Self.limit)) { statement in
        while try statement.step() {
          let keys = statement.text(2).split(separator: ",").prefix(Self.limit).joined(separator: ", ")
          findings.append(
            MigrationFinding(
              entity: constraint.entityName, property: constraint.properties.joined(separator: ", "),
              rows: statement.integer(1),
              "\(statement.integer(1).counted("row")) have \(statement.text(0)): keys \(keys)"))
        }
      }
    }
    return findings
  }

  private static let limit = 20
}
