import SQLiteStore
import Synchronization

/// What the migrations of a piece of work did: for the program of `causeway migrate --to PLAN`, which has to tell it, while
/// the container that migrates answers with itself only.
final class StageRecord: Sendable {
  /// Gets what is done by the work of which it is the value; `nil` where nobody asks.
  @TaskLocal static var current: StageRecord?

  private struct Facts {
    var reports: [MigrationReport] = []
    var failedStage: String?
  }

  private let facts = Mutex(Facts())

  /// One for each step that was made, of migrations that took the store's place.
  var reports: [MigrationReport] { facts.withLock { $0.reports } }

  /// The stage whose own code threw, with its two versions.
  var failedStage: String? { facts.withLock { $0.failedStage } }

  func add(_ report: MigrationReport) { facts.withLock { $0.reports.append(report) } }

  func note(failed step: MigrationStep) {
    let words = "the stage \(step.source.name) to \(step.destination.name)"
    facts.withLock { $0.failedStage = words }
  }
}
