import Dispatch
import Foundation
import QueryModel
import SQLiteDriver
import StoreContract
import Synchronization
import TestKit
import Testing

@testable import SQLiteStore

#if canImport(Glibc)
  import Glibc
#endif

/// Stores that share a file: turns, news, and a file that goes away.
@Suite struct SharingTests {
  private let library: LibraryStore

  init() throws { library = try LibraryStore() }

  /// What a watch was told.
  private final class Told: Sendable {
    private let list = Mutex<[StoreNews]>([])
    var news: [StoreNews] { list.withLock { $0 } }
    var records: [HistoryRecord] { news.flatMap(\.records) }
    func add(_ news: StoreNews) { list.withLock { $0.append(news) } }
  }

  private func insert(_ name: String, into store: SQLiteStore) throws -> Int64 {
    var request = SaveRequest()
    request.author = name
    request.inserts = [library.insert("Tag", 0, ["name": .text(name)])]
    return try #require(try store.save(request).insertedKeys.first)
  }

  private func rename(_ key: Int64, _ version: Int64?, _ name: String, in store: SQLiteStore) throws {
    var request = SaveRequest()
    request.updates = [
      .init(key: library.key("Tag", key), version: version, values: [(library.field("Tag", "name"), .text(name))])
    ]
    _ = try store.save(request)
  }

  // MARK: news

  @Test func othersAreToldAndNotOneself() throws {
    let first = try library.create(withHistory: true)
    let second = try SQLiteStore.open(library.path, model: library.model)
    let (here, there, own) = (Told(), Told(), Told())
    let watches = [
      try first.watch { here.add($0) }, try second.watch { there.add($0) }, try first.watch(own: true) { own.add($0) },
    ]
    let key = try insert("a", into: first)
    try rename(key, 1, "b", in: second)
    try rename(key, 2, "c", in: second)
    _ = try insert("d", into: first)
    for watch in watches { watch?.look() }
    #expect(here.records.map(\.number) == [2, 3] && there.records.map(\.number) == [1, 4])
    #expect(own.news.last?.last == 4)
    #expect(here.news.last?.versions[library.key("Tag", key)] == 3)
    #expect(here.records.flatMap(\.changes).allSatisfy { $0.fields == [library.field("Tag", "name")] })
    #expect(watches.allSatisfy { $0 != nil })
  }

  /// Forgotten before it was read: more may have changed than is told.
  @Test func unreadHistoryThatIsGoneIsEverything() throws {
    let first = try library.create(withHistory: true)
    defer { withExtendedLifetime(first) {} }
    let told = Told()
    let watch = try FileNotice.$chosenMeans.withValue(.none) { try #require(try first.watch { told.add($0) }) }
    let connection = try Connection(path: library.path, mode: .readWrite)
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
    try connection.execute("INSERT INTO ATRANSACTION(Z_PK, Z_ENT, ZTIMESTAMP) VALUES (7, 16002, 0)")
    watch.look()
    #expect(told.news.map(\.isEverything) == [true] && told.news.last?.last == 7)
    // What is forgotten after it was read changes nothing.
    try connection.execute("INSERT INTO ATRANSACTION(Z_PK, Z_ENT, ZTIMESTAMP) VALUES (8, 16002, 0)")
    watch.look()
    try connection.execute("DELETE FROM ATRANSACTION WHERE Z_PK = 7")
    watch.look()
    #expect(told.news.map(\.isEverything) == [true, false])
  }

  @Test func withoutHistoryEverythingMayHaveChanged() throws {
    let first = try library.create()
    let second = try SQLiteStore.open(library.path, model: library.model)
    defer { withExtendedLifetime(first) {} }
    let told = Told()
    let watch = try FileNotice.$chosenMeans.withValue(.none) { try #require(try first.watch { told.add($0) }) }
    _ = try insert("a", into: first)
    watch.look()
    #expect(told.news.isEmpty)
    _ = try insert("b", into: second)
    watch.look()
    #expect(told.news.map(\.isEverything) == [true])
    watch.look()
    #expect(told.news.count == 1)
  }

  /// Saves of several stores and threads at once, of which each store hears of all but its own, once and in order.
  @Test func nothingIsToldTwiceOrNever() throws {
    let stores =
      try [library.create(withHistory: true)]
      + (0..<2).map { _ in try SQLiteStore.open(library.path, model: library.model) }
    let told = stores.map { _ in Told() }
    let watches = try zip(stores, told).map { store, told in try store.watch { told.add($0) } }
    DispatchQueue.concurrentPerform(iterations: stores.count) { index in
      for number in 0..<40 {
        // Some are taken back in the middle.
        var request = SaveRequest()
        request.author = "\(index)"
        request.inserts = [library.insert("Tag", 0, ["name": .text("\(index)-\(number)")])]
        struct Stop: Error {}
        do {
          _ = try stores[index].save(request) { if number.isMultiple(of: 5) { throw Stop() } }
        } catch is Stop {
        } catch {
          Issue.record(error)
        }
      }
    }
    // Watches do not keep their stores.
    withExtendedLifetime(stores) { for watch in watches { watch?.look() } }
    for (index, told) in told.enumerated() {
      let numbers = told.records.map(\.number)
      #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
      #expect(told.records.allSatisfy { $0.author != "\(index)" })
      #expect(numbers.count == 64, "\(index)")
    }
  }

  // MARK: turns

  @Test func turnsComeInOrder() throws {
    let turn = WriteTurn()
    #expect(turn.take(within: .seconds(1)) && turn.take(within: .seconds(1)))
    let order = Mutex<[Int]>([])
    let group = DispatchGroup()
    let isRunning = DispatchSemaphore(value: 0)
    for number in 0..<5 {
      group.enter()
      Thread {
        isRunning.signal()
        if turn.take(within: .seconds(60)) {
          order.withLock { $0.append(number) }
          turn.end()
        }
        group.leave()
      }.start()
      isRunning.wait()
      // Nothing tells that it stands in line, which is its next step.
      Thread.sleep(forTimeInterval: 0.05)
    }
    turn.end()
    #expect(order.withLock { $0.isEmpty })
    turn.end()
    group.wait()
    #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
  }

  @Test func aTurnThatDoesNotComeIsAnError() throws {
    let first = try library.create()
    let second = try SQLiteStore.open(library.path, model: library.model, busyTimeout: .milliseconds(50))
    let (begun, goOn, done) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let library = library
    Thread {
      var request = SaveRequest()
      request.inserts = [library.insert("Tag", 0, ["name": .text("a")])]
      _ = try? first.save(request) {
        begun.signal()
        goOn.wait()
      }
      done.signal()
    }.start()
    begun.wait()
    let error = #expect(throws: StoreError.self) { try insert("b", into: second) }
    #expect(error?.code == .locked && error?.message.contains("another part of this process") == true)
    // Readers are not in the way of anybody.
    #expect(try second.count(FetchRequest(entity: library.number("Tag"))) == 0)
    goOn.signal()
    done.wait()
    #expect(try insert("b", into: second) == 2)
  }

  // MARK: the file goes

  @Test(arguments: ["removed", "replaced"]) func aFileThatGoesIsReported(how: String) throws {
    let store = try library.create(withHistory: true)
    _ = try insert("a", into: store)
    let told = Told()
    let watch = try #require(try store.watch { told.add($0) })
    if how == "replaced" {
      let other = library.folder.file("Other.sqlite").path
      try SQLiteStore.copy(library.path, to: other)
      try #require(Glibc.rename(other, library.path) == 0)
    } else {
      try FileManager.default.removeItem(atPath: library.path)
    }
    let error = #expect(throws: StoreError.self) { try insert("b", into: store) }
    #expect(error?.code == .fileSystem && error?.message.contains(how) == true, "\(String(describing: error))")
    watch.look()
    #expect(told.news.compactMap(\.loss).count == (how == "replaced" ? 1 : 0))
    #expect(throws: StoreError.self) { try store.count(FetchRequest(entity: library.number("Tag"))) }
  }

  // MARK: the log

  /// Readers that follow each other without a gap do not let the log grow for ever.
  @Test func theLogStaysShort() throws {
    let store = try library.create()
    let isDone = Atomic(false)
    let reads = Tally()
    let group = DispatchGroup()
    let (library, path) = (library, library.path)
    for number in 0..<3 {
      group.enter()
      Thread {
        let reader = try? Connection(path: path, mode: .readOnly)
        while !isDone.load(ordering: .relaxed) {
          try? reader?.transaction(.deferred) {
            _ = try reader?.integer("SELECT count(*) FROM ZTAG")
            reads.add()
            Thread.sleep(forTimeInterval: 0.003 + Double(number) * 0.001)
          }
        }
        group.leave()
      }.start()
    }
    let text = String(repeating: "x", count: 100_000)
    // A page of the log has 24 bytes of its own, and a save writes the text's pages and those that lead there.
    let (frame, ofSave) = (4096 + 24, 100_000 / 4096 + 15)
    var (largest, allowed, waits) = (0, 0, 0)
    for _ in 0..<400 {
      // The pages from which on the next save waits for readers: more after a wait that was in vain, as on a busy machine.
      let patience = store.ear.patience.load(ordering: .relaxed)
      var request = SaveRequest()
      request.inserts = [library.insert("Tag", 0, ["name": .text(text)])]
      _ = try store.save(request)
      let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
      largest = max(largest, size?.intValue ?? 0)
      allowed = max(allowed, 32 + (patience + ofSave) * frame)
      #expect(largest <= allowed)
      if store.ear.patience.load(ordering: .relaxed) > patience { waits += 1 }
    }
    isDone.store(true, ordering: .relaxed)
    group.wait()
    print("the log of 40 MB saved beside constant readers: \(largest >> 10) KB at most, \(waits) waits in vain")
    // Without the waiting it has all 40 MB. Each wait that was in vain adds what the next one waits for.
    let settings = 32 + (SQLiteStore.mostPages + ofSave + waits * (SQLiteStore.usualPages + ofSave)) * frame
    #expect(largest <= settings && reads.value > 0)
  }
}
