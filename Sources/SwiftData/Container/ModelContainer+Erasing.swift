import ObjectGraph
import StoreContract

extension ModelContainer {
  /// Deletes every object and the whole history of the container's stores, which stay and can be used on.
  ///
  /// Contexts do not learn of it: what they have registered reads its last values, and what they have changed cannot be
  /// saved any more. Keys are not used again, so that no such object is taken for a new one.
  public func erase() throws {
    for part in parts {
      guard let store = part.store as? any ErasableStore else {
        throw SwiftDataError(
          "loadIssueModelContainer", detail: "the store of \(part.configuration.name) cannot be erased")
      }
      try store.erase()
    }
  }

  /// The older form of `erase()`, which cannot throw: a line on the standard error says why it failed.
  public func deleteAllData() {
    do {
      try erase()
    } catch {
      Notice.show(["deleteAllData() failed: \(error)"])
    }
  }
}
