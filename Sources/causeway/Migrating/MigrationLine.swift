import SQLiteStore

/// The line of progress of a migration: what is done, rows, and how long it will take.
final class MigrationLine: Sendable {
  private let line: ProgressLine
  private let elapsed: @Sendable () -> Duration

  /// - Parameter elapsed: how long the migration has taken so far; `nil` is the time since now.
  init(
    _ console: Console, title: String = "migrating", delay: Duration? = nil, elapsed: (@Sendable () -> Duration)? = nil
  ) {
    line = ProgressLine(title, console: console, delay: delay)
    let start = ContinuousClock().now
    self.elapsed = elapsed ?? { ContinuousClock().now - start }
  }

  func update(_ progress: MigrationProgress) { line.show(MigrationPace.words(progress, at: elapsed())) }

  /// A work of which no progress is told.
  func say(_ what: String) { line.title = what }

  func finish() { line.finish() }
}
