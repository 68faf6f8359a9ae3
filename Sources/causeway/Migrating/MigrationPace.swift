import SQLiteStore

/// The words of a migration's progress, and how long it will take at the pace so far.
enum MigrationPace {
  /// An estimate from less than that says nothing.
  private static let patience = Duration.seconds(1)

  /// - Parameter time: since the migration began.
  static func words(_ progress: MigrationProgress, at time: Duration) -> String {
    let left = timeLeft(progress, at: time).map { ", \(words($0)) left" } ?? ""
    guard progress.stepTotal > 0 else { return progress.step + left }
    return "\(progress.step) \(progress.stepRows.grouped) of \(progress.stepTotal.grouped)"
      + " \(progress.stepTotal == 1 ? "row" : "rows")" + left
  }

  /// For the rows that are still to be moved; `nil` where that cannot be told yet, or nothing is left.
  private static func timeLeft(_ progress: MigrationProgress, at time: Duration) -> Duration? {
    let left = progress.totalRows - progress.rows
    guard time >= patience, progress.rows > 0, left > 0 else { return nil }
    return time * (Double(left) / Double(progress.rows))
  }

  /// Rounded up: nothing takes no time.
  private static func words(_ time: Duration) -> String {
    let seconds = time.components.seconds + (time.components.attoseconds > 0 ? 1 : 0)
    if seconds < 100 { return "\(seconds) s" }
    let minutes = (seconds + 59) / 60
    return minutes < 100 ? "\(minutes) min" : "\((minutes + 59) / 60) h"
  }
}

extension Int64 {
  /// `1,000,000`.
  var grouped: String {
    var text = ""
    for (place, digit) in String(magnitude).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }
}
