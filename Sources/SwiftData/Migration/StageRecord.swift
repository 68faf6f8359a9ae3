import SQLiteStore

/// What the migration of an opening did: for the program of `causeway migrate --to PLAN`, which has to tell it, while an
/// opening answers with the store only.
final class StageRecord {
  /// One for each step that was made, of a migration that took the store's place.
  private(set) var reports: [MigrationReport] = []

  /// The stage whose own code threw, with its two versions.
  private(set) var failedStage: String?

  func add(_ report: MigrationReport) { reports.append(report) }

  func note(failed step: MigrationStep) {
    failedStage = "the stage \(step.source.name) to \(step.destination.name)"
  }
}
