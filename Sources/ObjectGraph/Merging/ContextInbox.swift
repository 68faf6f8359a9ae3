import Foundation
import Synchronization

/// What other contexts of the container saved and this one has not taken in yet. For any thread.
final class ContextInbox: Sendable {
  private struct State: @unchecked Sendable {
    // Unchecked because the context is touched only by whoever uses it: see `put`.
    var changes = SavedChanges()
    weak var context: ObjectContext?
    var wake: (@Sendable () -> Void)?
    var isHere: (@Sendable () -> Bool)?
  }

  private let hub: ContextHub
  private let state = Mutex(State())
  private let isFull = Atomic<Bool>(false)
  /// Who called the context last.
  private let user = Atomic<UInt>(0)

  init(_ hub: ContextHub) { self.hub = hub }

  func open(_ context: ObjectContext) {
    state.withLock { $0.context = context }
    noteUse()
    hub.add(self)
  }

  func close() {
    hub.remove(self)
    state.withLock {
      $0.context = nil
      $0.wake = nil
    }
  }

  /// Whether the caller is where the context is used, and how to have it take changes in there.
  func setWake(isHere: @escaping @Sendable () -> Bool, _ wake: @escaping @Sendable () -> Void) {
    state.withLock {
      $0.wake = wake
      $0.isHere = isHere
    }
  }

  func noteUse() { user.store(ContextUser.current, ordering: .relaxed) }

  var hasOthers: Bool { hub.hasOthers(than: self) }

  func send(_ changes: SavedChanges) { hub.send(changes, from: self) }

  /// Adds what another context saved.
  ///
  /// It takes the changes in at once when it is used where the save is made: on its queue, or, of a context without
  /// one, in the task or thread that used it last. A task can go from one queue to another, and leave a context behind
  /// that others go on reading. Else it does at its next call, or when it is woken where it is used.
  ///
  /// - Parameter mayTakeIn: Not for a thread of the house's own, which the context may have been used on by chance.
  func put(_ changes: SavedChanges, mayTakeIn: Bool = true) {
    let (context, wake) = state.withLock { state in
      state.changes.merge(changes)
      let isHere =
        mayTakeIn
        && (state.isHere?() ?? (user.load(ordering: .relaxed) == ContextUser.current))
      return (isHere ? state.context : nil, state.wake)
    }
    isFull.store(true, ordering: .releasing)
    if let context { context.receive() } else { wake?() }
  }

  /// What has come in since the last time; `nil` for nothing.
  func take() -> SavedChanges? {
    guard isFull.load(ordering: .acquiring) else { return nil }
    isFull.store(false, ordering: .relaxed)
    return state.withLock { state in
      defer { state.changes = SavedChanges() }
      return state.changes
    }
  }
}
