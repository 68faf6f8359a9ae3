import Foundation
import SQLiteStore

/// What the migration of an opening did: for the program of `causeway migrate --to PLAN`, which has to tell it, while an
/// opening answers with the store only.
final class StageRecord {
  /// Says which stage's code is running, as long as it is, for when that ends the process; `nil` where nobody asks.
  private let file: URL?

  init(_ file: URL? = nil) { self.file = file }

  /// One for each step that was made, of a migration that took the store's place.
  private(set) var reports: [MigrationReport] = []

  /// The stage whose own code threw, with its two versions.
  private(set) var failedStage: String?

  func add(_ report: MigrationReport) { reports.append(report) }

  func note(failed step: MigrationStep) { failedStage = Self.words(step) }

  private static func words(_ step: MigrationStep) -> String {
    "the stage \(step.source.name) to \(step.destination.name)"
  }

  func enter(_ step: MigrationStep) throws { if let file { try Data(Self.words(step).utf8).write(to: file) } }

  func leave() throws { if let file { try FileManager.default.removeItem(at: file) } }
}
