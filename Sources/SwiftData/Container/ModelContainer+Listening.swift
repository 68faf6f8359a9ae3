import ObjectGraph
import SQLiteStore
import StoreContract

extension ModelContainer {
  /// Has the contexts hear of what others write into the container's files: Core Data or another container of this
  /// process, or another process.
  ///
  /// A main context and those of model actors take it in by themselves, and observers and queries see it; others do at
  /// their next call.
  func listen() {
    switch store {
    case let store as SQLiteStore: listen(to: store)
    case let store as SplitStore: for part in store.parts { listen(to: part.store, whole: part.whole) }
    default: break
    }
  }

  private func listen(to store: SQLiteStore, whole: [Int]? = nil) {
    let watch = store.watch { [weak hub] news in
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
