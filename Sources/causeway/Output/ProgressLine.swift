import Dispatch
import Synchronization

/// Says that work goes on, and how far it has come, once it has taken more than a second: on a terminal only, in one
/// line that is written over and over.
package final class ProgressLine: Sendable {
  private let console: Console
  private let start = ContinuousClock().now
  private let state: Mutex<State>

  private struct State {
    var title: String
    var count: Int?
    /// The title says itself how long things take.
    var tellsTime = false
    var isShown = false
    var isFinished = false
  }

  /// - Parameter delay: how long work may take without a word; as the console has it when not given.
  package init(_ title: String, console: Console, delay: Duration? = nil) {
    self.console = console
    state = Mutex(State(title: title))
    guard console.errorsAreTerminal else { return }
    let delay = delay ?? console.progressDelay
    if delay > .zero { schedule(after: delay) } else { show() }
  }

  /// Shows the line while `work` goes on, which writes nothing itself.
  static func during<Result>(
    _ title: String, _ console: Console, _ work: () throws -> Result
  ) rethrows -> Result {
    let line = ProgressLine(title, console: console)
    defer { line.finish() }
    return try work()
  }

  /// What is being done now.
  package var title: String {
    get { state.withLock { $0.title } }
    set { state.withLock { ($0.title, $0.count, $0.tellsTime) = (newValue, nil, false) } }
  }

  /// What is being done now, in words that say how long it will take.
  func show(_ title: String) { state.withLock { ($0.title, $0.count, $0.tellsTime) = (title, nil, true) } }

  /// Notes how far the work has come; cheap enough to call for every row.
  package func update(_ count: Int) { state.withLock { $0.count = count } }

  /// Removes the line from the terminal. Nothing is shown after it.
  package func finish() {
    state.withLock {
      if $0.isShown { console.writeProgress("\r\u{1B}[K") }
      $0.isShown = false
      $0.isFinished = true
    }
  }

  private func schedule(after delay: Duration) {
    let (seconds, attoseconds) = delay.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in self?.show() }
  }

  private func show() {
    let seconds = (ContinuousClock().now - start).components.seconds
    // Written under the lock: nothing may follow the removal.
    let goesOn = state.withLock { state in
      guard !state.isFinished else { return false }
      let count = state.count.map { " \($0)" } ?? ""
      let time = state.tellsTime ? "" : " … \(seconds) s"
      console.writeProgress("\r\u{1B}[K\(state.title)\(count)\(time)")
      state.isShown = true
      return true
    }
    if goesOn { schedule(after: .milliseconds(250)) }
  }
}
