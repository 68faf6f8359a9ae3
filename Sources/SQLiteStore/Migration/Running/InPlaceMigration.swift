internal import SQLiteDriver

/// Acts on a plan in the store itself, in one transaction.
struct InPlaceMigration {
  let plan: MigrationPlan
  let connection: Connection
  let options: MigrationOptions

  func run(defersCheck: Bool) throws -> MigrationReport {
    var report = MigrationReport(mode: .inPlace)
    report.hashesBefore = plan.source.metadata.hashes
    let own = try OwnTablesWriter(plan, source: connection)
    try MigrationPreflight(plan: plan).run(on: connection, defersCheck: defersCheck, report: &report)
    let constraints = ConstraintCheck(layout: plan.layout, path: plan.source.path)
    try connection.transaction(.immediate) {
      for statement in plan.additions {
        options.progress?(MigrationProgress(step: Self.step(statement.purpose), rows: 0, totalRows: plan.rows))
        try constraints.run(statement.sql, on: connection)
      }
      try DerivedFill(plan: plan).run(on: connection, report: &report)
      try own.write(on: connection)
      try MigrationVerification(plan: plan, source: connection, target: connection).run(&report, isWhole: false)
    }
    report.hashesAfter = own.metadata.hashes
    options.progress?(MigrationProgress(step: "done", rows: plan.rows, totalRows: plan.rows))
    return report
  }

  /// "add the column" as what is being done.
  private static func step(_ purpose: String) -> String {
    let words = purpose.split(separator: " ", maxSplits: 1)
    let doing = ["add": "adding", "fill": "filling", "renumber": "renumbering"]
    guard words.count == 2, let first = doing[String(words[0])] else { return purpose }
    return "\(first) \(words[1])"
  }
}
