internal import ModelDescription
internal import ModelEvolution
internal import SQLiteDriver

/// What a copy does not take over, and what it adds, a line each.
package struct CopyNotes: Hashable, Sendable {
  /// What the destination has no place for.
  package var left: [String] = []
  /// Values that the source does not have.
  package var filled: [String] = []
  /// What else people should know, as of links that lead nowhere in the source.
  package var remarks: [String] = []

  /// What `filled` is made of; the rows are the source's.
  private var fills: [Fill] = []

  private struct Fill: Hashable {
    var entity: String
    var place: String
    var rows: Int
    /// Every row of the entity is among them.
    var isOfAll: Bool
  }

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
    var totals: [String: Int64] = [:]
    for pair in plan.mapping.entities { totals[pair.destination.name] = pair.source.map(plan.source.rows) }
    fills = report.filled.map { fill in
      Fill(
        entity: fill.entity, place: "\(fill.entity).\(fill.property) with \(fill.value)", rows: Int(fill.rows),
        isOfAll: totals[fill.entity] == fill.rows)
    }
    remarks = report.notes
    filled = fills.map { "\($0.place), in \($0.rows) objects" }
  }

  /// Of a merge: only the objects that it inserts are filled, and those that are there keep their values.
  package func ofMerge(_ counts: [CopyCount]) -> CopyNotes {
    var notes = self
    notes.filled =
      fills.compactMap { fill in
        let copied = counts.first { $0.entity == fill.entity }?.copied ?? 0
        let rows = min(fill.rows, copied)
        // Which of the rows without a value are inserted, the counts do not say.
        return rows == 0 ? nil : "\(fill.place), in \(fill.isOfAll ? "" : "up to ")\(rows) objects"
      }
    return notes
  }
}
