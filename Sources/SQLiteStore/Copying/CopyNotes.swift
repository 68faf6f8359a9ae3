internal import ModelDescription
internal import ModelEvolution
internal import SQLiteDriver

/// What a copy does not take over, and what it adds, a line each.
package struct CopyNotes: Hashable, Sendable {
  /// What the destination has no place for.
  package var left: [String] = []
  /// Values that the source does not have.
  package var filled: [String] = []

  /// - Parameter missing: how many large values are named whose files are not there.
  init(_ plan: MigrationPlan, _ report: MigrationReport, missing: Int) {
    left = report.dropped
    if missing > 0 { left.append("\(missing.counted("large value")), in files that are missing") }
    for entity in plan.mapping.removedEntities where plan.source.rows(entity) == 0 {
      left.append("\(entity.name), of which there are no objects")
    }
    for table in plan.source.layout.tables {
      left += plan.source.foreignColumns(of: table).map {
        "the column \($0.name) of \(table.name), which no property has"
      }
    }
    left += plan.source.foreignTables.map { "the table \($0.name), which is not the model's" }
    filled = report.filled.map { "\($0.entity).\($0.property) with \($0.value), in \($0.rows) objects" } + report.notes
  }
}
