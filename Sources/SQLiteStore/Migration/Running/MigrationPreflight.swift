internal import ModelDescription
internal import SQLiteDriver

/// What is asked of the source before anything is written.
struct MigrationPreflight {
  let plan: MigrationPlan

  /// Counts the rows that lack a value, and refuses where nothing is known to stand there.
  ///
  /// - Parameter defersCheck: the application fills them.
  func run(on connection: Connection, defersCheck: Bool, report: inout MigrationReport) throws {
    var missing: [MigrationFinding] = []
    for lack in plan.lacks {
      guard let rows = try connection.integer(lack.count), rows > 0 else { continue }
      if let fill = lack.fill {
        report.filled.append(
          .init(entity: lack.entity.name, property: lack.property, rows: rows, value: fill.value, origin: fill.origin))
      } else if !defersCheck {
        missing.append(
          MigrationFinding(
            entity: lack.entity.name, property: lack.property, rows: rows,
            "\(rows.counted("row")) \(rows == 1 ? "has" : "have") no value for it, and none is declared"))
      }
    }
    guard missing.isEmpty else { throw MigrationError.missingValues(missing, path: plan.source.path) }
    for loss in plan.losses {
      guard let count = try connection.integer(loss.count), count > 0 else { continue }
      report.dropped.append("\(count.counted(loss.noun)) \(loss.what)")
    }
    report.notes += plan.notes
  }
}
