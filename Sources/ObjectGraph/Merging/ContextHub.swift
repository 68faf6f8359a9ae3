import Synchronization

/// What the contexts of one container tell each other of their saves through.
package final class ContextHub: Sendable {
  private struct Entry: @unchecked Sendable {
    // Unchecked because inboxes are Sendable; `weak` hides it.
    weak var inbox: ContextInbox?
  }

  private let entries = Mutex<[Entry]>([])
  private let kept = Mutex<[any Sendable]>([])
  /// Whether others' writes are still to be listened to.
  private let isDeaf: Mutex<Bool>

  /// - Parameter hearsOthers: Whether somebody else may write the store.
  package init(hearsOthers: Bool = true) { isDeaf = Mutex(hearsOthers) }

  func add(_ inbox: ContextInbox) {
    entries.withLock { entries in
      entries.removeAll { $0.inbox == nil }
      entries.append(Entry(inbox: inbox))
    }
  }

  func remove(_ inbox: ContextInbox) {
    entries.withLock { entries in entries.removeAll { $0.inbox == nil || $0.inbox === inbox } }
  }

  /// Whether anyone else listens.
  func hasOthers(than inbox: ContextInbox) -> Bool {
    entries.withLock { $0.contains { $0.inbox != nil && $0.inbox !== inbox } }
  }

  /// Tells every other context of a save.
  func send(_ changes: SavedChanges, from sender: ContextInbox) {
    let others = entries.withLock { $0.compactMap(\.inbox).filter { $0 !== sender } }
    for other in others { other.put(changes) }
  }

  /// Tells every context of what somebody else wrote into the store.
  package func tell(_ changes: SavedChanges) {
    for inbox in entries.withLock({ $0.compactMap(\.inbox) }) { inbox.put(changes, mayTakeIn: false) }
  }

  /// Runs `body` for the first who can be told of others' writes; later ones go on when it has returned.
  package func listenOnce(_ body: () -> Void) {
    isDeaf.withLock { isDeaf in
      guard isDeaf else { return }
      isDeaf = false
      body()
    }
  }

  /// Keeps what hears of others' writes as long as there is somebody to tell.
  package func keep(_ watch: any Sendable) { kept.withLock { $0.append(watch) } }
}
