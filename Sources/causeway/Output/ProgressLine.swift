/// Says how far long work has come, once it has taken more than a second.
///
/// On a terminal one line is written over and over; elsewhere a line appears every ten seconds.
package final class ProgressLine {
  private let console: Console
  private let title: String
  private let total: Int?
  private let clock = ContinuousClock()
  private var nextReport: ContinuousClock.Instant
  private var hasReported = false

  package init(_ title: String, of total: Int? = nil, console: Console) {
    self.title = title
    self.total = total
    self.console = console
    self.nextReport = clock.now.advanced(by: .seconds(1))
  }

  /// Reports `count` when a report is due; cheap enough to call every few hundred rows.
  package func update(_ count: Int) {
    let now = clock.now
    guard now >= nextReport else { return }
    nextReport = now.advanced(by: console.errorsAreTerminal ? .milliseconds(200) : .seconds(10))
    hasReported = true
    let text = total.map { "\(title): \(count) of \($0)" } ?? "\(title): \(count)"
    console.writeProgress(console.errorsAreTerminal ? "\r\u{1B}[K" + text : text + "\n")
  }

  /// Removes the line from a terminal.
  package func finish() {
    if hasReported && console.errorsAreTerminal { console.writeProgress("\r\u{1B}[K") }
  }
}
