internal import Foundation
internal import Synchronization

/// Whose turn it is to write a file: one thread of the process at a time, in the order in which they came.
///
/// A thread that has the turn may take it again. SQLite's own lock lets whoever asks next have it, which can be the same
/// writer again and again.
final class WriteTurn: Sendable {
  private struct State {
    /// The thread whose turn it is; 0 for none.
    var owner: UInt = 0
    var depth = 0
    var waiting: [Waiter] = []
  }

  private final class Waiter: Sendable {
    let thread: UInt
    let signal = DispatchSemaphore(value: 0)

    init(_ thread: UInt) { self.thread = thread }
  }

  private let state = Mutex(State())

  /// - Returns: `false` when the turn did not come within the limit.
  func take(within limit: Duration) -> Bool {
    let thread = Self.current
    let waiter = state.withLock { state -> Waiter? in
      if state.owner == 0 || state.owner == thread {
        state.owner = thread
        state.depth += 1
        return nil
      }
      let waiter = Waiter(thread)
      state.waiting.append(waiter)
      return waiter
    }
    guard let waiter else { return true }
    let seconds = min(max(0, limit / .seconds(1)), 1_000_000)
    if waiter.signal.wait(timeout: .now() + seconds) == .success { return true }
    return state.withLock { state in
      // It may have come in the very moment.
      if state.owner == thread { return true }
      state.waiting.removeAll { $0 === waiter }
      return false
    }
  }

  /// Gives the turn to who has waited longest.
  func end() {
    state.withLock { state in
      state.depth -= 1
      guard state.depth == 0 else { return }
      guard !state.waiting.isEmpty else {
        state.owner = 0
        return
      }
      let next = state.waiting.removeFirst()
      state.owner = next.thread
      state.depth = 1
      next.signal.signal()
    }
  }

  private static var current: UInt {
    var here: UInt = 0
    withUnsafeBytes(of: pthread_self()) { here = $0.loadUnaligned(as: UInt.self) }
    return here
  }
}
