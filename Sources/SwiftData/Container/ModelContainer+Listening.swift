import ObjectGraph
import SQLiteStore
import StoreContract

extension ModelContainer {
  /// Has the contexts hear of what others write into the container's files: Core Data or another container of this
  /// process, or another process. Called by the first who can be told; what others wrote before that, he reads.
  ///
  /// A main context and those of model actors take it in by themselves, and observers and queries see it; others do at
  /// their next call.
  func listen() {
    hub.listenOnce {
      do {
        switch store {
        case let store as SQLiteStore: try listen(to: store)
        case let store as SplitStore: for part in store.parts { try listen(to: part.store, whole: part.whole) }
        default: break
        }
      } catch {
        // A context is made without an error, and its next call says what is wrong with the file.
        Notice.show(["what others write is not heard: \(error)"])
      }
    }
  }

  /// Has the container's files noticed when they are removed or replaced, also while there is no context.
  func watchPlaces() {
    switch store {
    case let store as SQLiteStore: store.watchPlace()
    case let store as SplitStore: for part in store.parts { part.store.watchPlace() }
    default: break
    }
  }

  private func listen(to store: SQLiteStore, whole: [Int]? = nil) throws {
    let watch = try store.watch { [weak hub] news in
      if let loss = news.loss { return Notice.show([loss.description]) }
      guard let hub else { return }
      hub.tell(
        SavedChanges(news) { number in
          guard let whole else { return number }
          return whole.indices.contains(number) ? whole[number] : 0
        })
    }
    if let watch { hub.keep(watch) }
  }
}
