internal import Dispatch
internal import SQLiteDriver
internal import StoreContract
internal import Synchronization

/// Finds out, at every hint, what others saved into a store since it last looked.
///
/// A hint says nothing but "look": what is told comes from the file's history, from the number on that was seen last, so
/// that no save is missed and none told twice, whatever hints there were.
final class StoreWatcher: Sendable {
  private struct Handler {
    let isTold: @Sendable (StoreNews) -> Void
    let own: Bool
  }

  private struct Handlers {
    var list: [Int: Handler] = [:]
    var last = 0
  }

  private let listener: StoreListener
  private let file: SharedFile
  private let path: String
  private let queue: DispatchQueue
  private let handlers = Mutex(Handlers())
  private let isWaiting = Atomic<Bool>(false)
  private let isPutOff = Atomic<Bool>(false)
  private let hearsOwn = Atomic<Bool>(false)
  private let notice = Mutex<FileNotice?>(nil)
  /// Looks in a row that failed.
  private let failures = Atomic<Int>(0)
  private static let mostFailures = 6
  /// Looks in a row that found nothing, since the last hint from outside.
  private let emptyLooks = Atomic<Int>(0)
  /// Hints from outside.
  private let hints = Atomic<Int>(0)
  /// When the store itself last saved, in nanoseconds: the system tells of that too.
  private let ownSave = Atomic<UInt64>(0)
  /// While the store itself saves one after the other, looks are that far apart, in seconds.
  private static let calm = 0.02
  /// The system tells of a log when it is written, and with a slow disk the commit can be seen some time later only.
  private static let secondLooks = [0.005, 0.05, 0.5]
  /// Up to where the store is known; `nil` until somebody wants to hear of it. Touched on the queue only, but for the
  /// beginning.
  private let position = Mutex<StorePosition?>(nil)

  /// Whether somebody wants to hear of the store's own saves.
  var wantsOwn: Bool { hearsOwn.load(ordering: .relaxed) }

  init(_ store: SQLiteStore, path: String, file: SharedFile) {
    listener = StoreListener(store)
    self.path = path
    self.file = file
    queue = DispatchQueue(label: "Causeway.StoreWatcher", autoreleaseFrequency: .workItem)
  }

  /// After the beginning, since hints come at once.
  func start() {
    file.add(self)
    let found = FileNotice(path) { [weak self] in self?.outsideHint() }
    notice.withLock { $0 = found }
  }

  /// Tells of what is written from now on.
  ///
  /// - Throws: `StoreError` when the file cannot be read.
  func begin(_ store: SQLiteStore) throws {
    try position.withLock { position in
      guard position == nil else { return }
      store.ear.own.start()
      position = try listener.position(of: store)
    }
  }

  /// Looks no more.
  func end() {
    file.remove(self)
    notice.withLock { $0 = nil }
  }

  // MARK: handlers

  func add(_ handler: @escaping @Sendable (StoreNews) -> Void, own: Bool) -> Int {
    let number = handlers.withLock { handlers in
      handlers.last += 1
      handlers.list[handlers.last] = Handler(isTold: handler, own: own)
      return handlers.last
    }
    noteHandlers()
    return number
  }

  func remove(_ number: Int) {
    handlers.withLock { _ = $0.list.removeValue(forKey: number) }
    noteHandlers()
  }

  private func noteHandlers() {
    hearsOwn.store(handlers.withLock { $0.list.values.contains(where: \.own) }, ordering: .relaxed)
  }

  // MARK: looking

  /// The file may have changed: many hints before a look are one.
  func hint() {
    hints.wrappingAdd(1, ordering: .relaxed)
    emptyLooks.store(0, ordering: .relaxed)
    lookSoon()
  }

  /// The system's word, which does not say who wrote.
  private func outsideHint() {
    let last = ownSave.load(ordering: .relaxed)
    let isBusy = last > 0 && DispatchTime.now().uptimeNanoseconds &- last < UInt64(Self.calm * 1e9)
    // Most of these are about own saves, which nobody wants to hear of: one look for all of them, and of what another
    // process may have written meanwhile.
    guard isBusy, !wantsOwn else { return hint() }
    hints.wrappingAdd(1, ordering: .relaxed)
    emptyLooks.store(0, ordering: .relaxed)
    lookLater()
  }

  /// The store itself has saved.
  func noteOwnSave() { ownSave.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed) }

  private func lookSoon() {
    guard !isWaiting.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async { [weak self] in self?.look() }
  }

  private func lookLater() {
    guard !isPutOff.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.asyncAfter(deadline: .now() + Self.calm) { [weak self] in
      self?.isPutOff.store(false, ordering: .releasing)
      self?.look()
    }
  }

  func lookNow() { queue.sync { look() } }

  private func look() {
    isWaiting.store(false, ordering: .releasing)
    guard file.isInPlace else { return lose() }
    let news: StoreNews?
    do {
      news = try position.withLock { position in
        // Nobody wants to hear of what others write.
        guard var place = position else { throw StoreListener.Ended() }
        defer { position = place }
        return try listener.news(since: &place, wantsOwn: wantsOwn)
      }
    } catch is StoreListener.Ended {
      return
    } catch is OwnSaves.Pending {
      // An own save that is being committed, or taken back, right now.
      queue.asyncAfter(deadline: .now() + 0.001) { [weak self] in self?.lookSoon() }
      return
    } catch {
      // Busy for longer than readers wait, say: nothing is lost, since the place in history stays. What cannot be read for
      // long waits for the next hint. The next look may have a new connection, whose version says nothing beside the old.
      position.withLock { $0?.version = -1 }
      let failure = failures.wrappingAdd(1, ordering: .relaxed).newValue
      guard failure <= Self.mostFailures else { return }
      queue.asyncAfter(deadline: .now() + 0.05 * Double(1 << failure)) { [weak self] in self?.lookSoon() }
      return
    }
    failures.store(0, ordering: .relaxed)
    if let news { tell(news) } else { lookAgain() }
  }

  /// A hint may have come before what it is about can be seen.
  private func lookAgain() {
    // Who polls looks again anyway, and commits of this process are there when they are told.
    guard notice.withLock({ $0?.means == .system }) else { return }
    let hint = hints.load(ordering: .relaxed)
    let number = emptyLooks.wrappingAdd(1, ordering: .relaxed).oldValue
    guard number < Self.secondLooks.count else { return }
    queue.asyncAfter(deadline: .now() + Self.secondLooks[number]) { [weak self] in
      // A newer hint has looks of its own.
      guard let self, hints.load(ordering: .relaxed) == hint else { return }
      lookSoon()
    }
  }

  private func tell(_ news: StoreNews) {
    let handlers = handlers.withLock { Array($0.list.values) }
    for handler in handlers where handler.own || news.isForeign || news.loss != nil { handler.isTold(news) }
  }

  /// Whoever uses the store from now on gets an error. Another file in its place is told at once, since work would go on
  /// in two files unseen; one that is gone may have been cleared away on purpose.
  private func lose() {
    guard listener.noteLoss(), FileIdentity(path) != nil else { return }
    var news = StoreNews()
    news.loss = SharedFile.lost(path)
    tell(news)
  }
}
