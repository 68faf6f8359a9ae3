internal import SQLiteDriver
internal import Synchronization

/// What one store hears of others with, apart from what it reads and writes with.
final class StoreEar: Sendable {
  /// The store's own saves.
  let own = OwnSaves()
  /// Pages that the log may have before a write waits for readers again.
  let patience = Atomic<Int>(SQLiteStore.mostPages)
  /// `nil` where nobody else can change what the store sees.
  private let open: (@Sendable () throws -> Connection)?
  private let kept = Mutex<StoreWatcher?>(nil)
  private let line = Mutex(Line())
  private let loss = Atomic<Bool>(false)

  private struct Line: @unchecked Sendable {
    // Unchecked because the connection is used under the mutex only.
    var connection: Connection?
    var isClosed = false
  }

  init(open: (@Sendable () throws -> Connection)?) { self.open = open }

  var watcher: StoreWatcher? { kept.withLock { $0 } }

  /// The file was removed, or another one is in its place.
  var isLost: Bool { loss.load(ordering: .relaxed) }

  /// - Returns: whether that is new.
  func noteLoss() -> Bool { !loss.exchange(true, ordering: .relaxed) }

  /// The store's watcher, made for the first who asks; `nil` where there is nothing to watch.
  func startWatcher(_ store: SQLiteStore) -> StoreWatcher? {
    guard open != nil, let path = store.path else { return nil }
    if let watcher { return watcher }
    let made = StoreWatcher(store, path: path, file: store.file)
    let (watcher, isNew) = kept.withLock { kept in
      if let other = kept { return (other, false) }
      kept = made
      return (made, true)
    }
    if isNew { watcher.start() }
    return watcher
  }

  /// Hears nothing from now on.
  func close() {
    kept.withLock { $0 }?.end()
    line.withLock { line in
      line.isClosed = true
      line.connection = nil
    }
  }

  /// Runs `body` with a connection that nothing else uses, so that the data's version means something on it.
  func hearing<Result>(_ body: (Connection) throws -> Result) throws -> Result? {
    guard let open else { return nil }
    return try line.withLock { line in
      guard !line.isClosed else { return nil }
      let connection = try line.connection ?? open()
      line.connection = connection
      do {
        return try body(connection)
      } catch let error as OwnSaves.Pending {
        throw error
      } catch {
        line.connection = nil
        throw error
      }
    }
  }
}
