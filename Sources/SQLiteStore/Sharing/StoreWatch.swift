package import StoreContract

/// Somebody's wish to hear of a store's news; it ends with the value.
package final class StoreWatch: Sendable {
  private let watcher: StoreWatcher
  private let number: Int

  init(_ watcher: StoreWatcher, _ number: Int) {
    self.watcher = watcher
    self.number = number
  }

  /// Looks now, whether there was a hint or not, and tells before it returns.
  package func look() { watcher.lookNow() }

  deinit { watcher.remove(number) }
}

extension SQLiteStore {
  /// Has the store notice from now on that its file was removed or replaced: who reads from then on gets an error.
  ///
  /// What others write is not looked at for that.
  package func watchPlace() { _ = ear.startWatcher(self) }

  /// Has a handler told of what others write into the store, from now on.
  ///
  /// - Parameters:
  ///   - own: Whether it is told, too, that this store wrote.
  ///   - handler: Called on a queue of the watcher's, one call after the other.
  /// - Returns: What keeps the handler; `nil` for a store that nobody else can write, or that is seen in one state only.
  /// - Throws: `StoreError` when the file cannot be read.
  package func watch(own: Bool = false, _ handler: @escaping @Sendable (StoreNews) -> Void) throws -> StoreWatch? {
    guard let watcher = ear.startWatcher(self) else { return nil }
    try watcher.begin(self)
    return StoreWatch(watcher, watcher.add(handler, own: own))
  }
}
