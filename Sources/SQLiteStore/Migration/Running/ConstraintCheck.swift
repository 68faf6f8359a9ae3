internal import ModelDescription
internal import SQLiteDriver

/// Makes the indexes of a file, and says which rows are alike where a unique one refuses.
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
      throw MigrationError(
        .duplicates, "The store \(path) has rows that a constraint of the new model does not allow.",
        advice: "Make them different or delete all but one, in a custom stage or before the migration.",
        findings: findings, path: path)
    }
  }

  private func duplicates(on connection: Connection) throws -> [MigrationFinding] {
    var findings: [MigrationFinding] = []
    for constraint in layout.constraints {
      try connection.withStatement(constraint.duplicatesQuery(limit: Self.limit)) { statement in
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
