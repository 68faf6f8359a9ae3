internal import Synchronization

/// The numbers in history that a store's own saves have, until its watcher has passed them.
final class OwnSaves: Sendable {
  /// A number may turn out to be an own one or not.
  struct Pending: Error {}

  private struct State {
    /// Nobody asks before there is a watcher.
    var isOn = false
    var pending: Set<Int64> = []
    var own: Set<Int64> = []
  }

  private let state = Mutex(State())

  func start() { state.withLock { $0.isOn = true } }

  /// To be called inside of the transaction, so that no watcher sees the save before it is known.
  func begin(_ number: Int64?) {
    guard let number else { return }
    state.withLock { if $0.isOn { $0.pending.insert(number) } }
  }

  /// The transaction is committed.
  func confirm(_ number: Int64?) {
    guard let number else { return }
    state.withLock { if $0.pending.remove(number) != nil { $0.own.insert(number) } }
  }

  /// The transaction was taken back: another one gets the number.
  func takeBack(_ number: Int64?) {
    guard let number else { return }
    state.withLock { _ = $0.pending.remove(number) }
  }

  /// - Parameter missing: Numbers that were given and are not told any more.
  /// - Returns: those of the numbers that others wrote, and whether all that is missing is own.
  func split(_ numbers: [Int64], missing: Range<Int64>) throws -> (foreign: [Int64], isComplete: Bool) {
    try state.withLock { state in
      if !state.pending.isEmpty, !state.pending.isDisjoint(with: numbers) { throw Pending() }
      let isComplete = missing.count <= state.own.count && missing.allSatisfy { state.own.contains($0) }
      guard !state.own.isEmpty else { return (numbers, isComplete) }
      return (numbers.filter { !state.own.contains($0) }, isComplete)
    }
  }

  /// The watcher has passed a number. Not before: a look that fails asks for the same numbers again.
  func forget(through last: Int64) {
    state.withLock { state in
      if !state.own.isEmpty { state.own = state.own.filter { $0 > last } }
    }
  }
}
