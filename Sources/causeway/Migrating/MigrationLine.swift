import ModelDescription
import SQLiteStore

/// The line of progress of a migration: what is done, rows, and how long it will take.
final class MigrationLine: Sendable {
  private let line: ProgressLine
  private let start = ContinuousClock().now

  init(_ console: Console) { line = ProgressLine("migrating", console: console) }

  func update(_ progress: MigrationProgress) {
    let seconds = (ContinuousClock().now - start).components.seconds
    let left =
      progress.rows > 0 && seconds > 0
      ? Int64(Double(progress.totalRows - progress.rows) / Double(progress.rows) * Double(seconds)) : nil
    let rows = "\(progress.rows) of \(progress.totalRows.counted("row"))"
    line.title = "\(progress.step): \(rows)" + (left.map { ", about \($0) s to go" } ?? "")
  }

  func finish() { line.finish() }
}
