import Dispatch
import Foundation
import ObjectGraph

/// The live queries of one context: has them look again when what they found may have changed.
///
/// Many changes in one turn of the main queue are one look. A save, a rollback and `processPendingChanges()` of the
/// context itself are looked at before they return.
final class LiveQueries: @unchecked Sendable {
  // Unchecked because a main context is used on the main actor only, and no other has queries.
  private struct Entry {
    weak var query: (any LiveQueryParticipant)?
  }

  private var entries: [Entry] = []
  private weak var context: ModelContext?
  private var isWaiting = false

  @MainActor func add(_ query: any LiveQueryParticipant, of context: ModelContext) {
    if self.context == nil {
      self.context = context
      // The closure is the context's own and goes with it.
      context.graph.onActivity = { [weak self] in self?.noteActivity() }
    }
    entries.removeAll { $0.query == nil }
    entries.append(Entry(query: query))
  }

  /// Called by the graph in the middle of its work, so nothing is asked of it now.
  private func noteActivity() {
    guard !isWaiting, let context else { return }
    isWaiting = true
    let waiting = UncheckedWeak(context)
    Task { @MainActor in waiting.object?.liveQueries.lookAgain() }
  }

  /// Has every query look again that has somebody to tell, when something happened.
  func settle() {
    guard isWaiting, MainQueue.isHere else { return }
    let look: @MainActor () -> Void = { self.lookAgain() }
    // What `MainActor.assumeIsolated` does, without its trap: being there was asked just now.
    unsafeBitCast(look, to: (() -> Void).self)()
  }

  @MainActor private func lookAgain() {
    guard isWaiting else { return }
    isWaiting = false
    let queries = entries.compactMap(\.query)
    for query in queries { query.isStale = true }
    for query in queries where query.isWatched { query.look() }
  }

  /// Something happened since the last look.
  @MainActor var hasNews: Bool { isWaiting }

  /// After a look: changes of objects that are changed already have to be heard of too.
  @MainActor func watchChanges() { context?.graph.watchChanged() }
}

/// A live query of any model.
@MainActor protocol LiveQueryParticipant: AnyObject {
  /// Somebody read the answer and is to be told when it changes.
  var isWatched: Bool { get }
  /// The answer may be an old one.
  var isStale: Bool { get set }
  func look()
}
