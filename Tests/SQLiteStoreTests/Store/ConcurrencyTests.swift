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

/// One file under many hands: threads of one store, stores of one process, two processes.
@Suite struct ConcurrencyTests {
  private let library: LibraryStore
  private static let saves = 60

  init() throws { library = try LibraryStore() }

  @Test func threadsShareAStore() throws {
    let store = try library.create(withHistory: true)
    let reads = try run(writers: [store, store, store, store], readers: [store, store, store, store])
    print("4 writers and 4 readers of one store: \(4 * Self.saves) saves, \(reads) reads")
    try expectRows(writers: 4)
    #expect(try library.sql("SELECT count(*) FROM ATRANSACTION") == ["\(4 * Self.saves)"])
  }

  @Test func twoStoresShareAFile() throws {
    let first = try library.create()
    let second = try SQLiteStore.open(library.path, model: library.model)
    let reads = try run(writers: [first, second, first, second], readers: [first, second])
    print("2 stores of one file: \(4 * Self.saves) saves, \(reads) reads")
    try expectRows(writers: 4)
  }

  @Test func aStoreInMemoryIsSharedToo() throws {
    let store = try library.create(inMemory: true)
    _ = try run(writers: [store, store], readers: [store, store])
    #expect(try store.count(FetchRequest(entity: library.number("Tag"))) == 2 * 2 * Self.saves)
  }

  /// A store that has its history is opened beside a long save.
  @Test func historyThatIsThereWaitsForNoWriter() throws {
    _ = try library.create(withHistory: true)
    let holder = try Connection(path: library.path, mode: .readWrite)
    try holder.execute("BEGIN IMMEDIATE")
    let store = try SQLiteStore.open(library.path, model: library.model, busyTimeout: .milliseconds(30))
    try store.startHistory()
    try holder.execute("ROLLBACK")
  }

  #if os(Linux)
    @Test func twoProcessesShareAFile() async throws {
      let store = try library.create()
      let writing = Work()
      writing.start { try ConcurrencyTests.write(store, library, writer: 0) }
      await #expect(processExitsWith: .success) { [path = library.path as String] in
        let library = try LibraryStore()
        try ConcurrencyTests.write(try SQLiteStore.open(path, model: library.model), library, writer: 1)
      }
      try writing.join()
      try expectRows(writers: 2)
    }

    /// What a process had written when it was killed in the middle of a save is not there, and is in nobody's way.
    @Test func aWriterThatDiesLeavesTheOldState() async throws {
      let store = try library.create(withHistory: true)
      func insert(_ name: String) throws -> [Int64] {
        var request = SaveRequest()
        request.inserts = [library.insert("Tag", 0, ["name": .text(name)])]
        return try store.save(request).insertedKeys
      }
      #expect(try insert("before") == [1])
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = library.path as String] in
        let library = try LibraryStore()
        let store = try SQLiteStore.open(path, model: library.model)
        var request = SaveRequest()
        // More than a connection keeps in memory, so that a part is in the log.
        let text = String(repeating: "x", count: 40_000)
        request.inserts = (0..<400).map { library.insert("Tag", $0, ["name": .text("\($0) \(text)")]) }
        request.updates = [
          .init(key: library.key("Tag", 1), version: 1, values: [(library.field("Tag", "name"), .text("lost"))])
        ]
        _ = try store.save(request) { kill(getpid(), SIGKILL) }
      }
      let log = try FileManager.default.attributesOfItem(atPath: library.path + "-wal")[.size] as? NSNumber
      #expect((log?.intValue ?? 0) > 1 << 20)
      #expect(try store.count(FetchRequest(entity: library.number("Tag"))) == 1)
      // No key and no number of history is left out, since nothing was given.
      #expect(try insert("after") == [2])
      #expect(try library.sql("SELECT group_concat(ZNAME) FROM ZTAG") == ["before,after"])
      #expect(try store.history(after: 0).map(\.number) == [1, 2])
      #expect(try library.sql("PRAGMA integrity_check") == ["ok"])
    }

    @Test func theLockOfAnotherProcessIsAnError() async throws {
      _ = try library.create()
      let holder = try Connection(path: library.path, mode: .readWrite)
      try holder.execute("BEGIN IMMEDIATE")
      await #expect(processExitsWith: .success) { [path = library.path as String] in
        let library = try LibraryStore()
        let store = try SQLiteStore.open(path, model: library.model, busyTimeout: .milliseconds(30))
        let error = #expect(throws: StoreError.self) { try ConcurrencyTests.write(store, library, writer: 1) }
        #expect(error?.code == .locked)
        // Reading goes on beside a writer.
        #expect(try store.count(FetchRequest(entity: library.number("Tag"))) == 0)
      }
      try holder.execute("ROLLBACK")
      #expect(try library.sql("SELECT count(*) FROM ZTAG") == ["0"])
    }
  #endif

  // MARK: work

  /// Each save inserts two tags and, from the second on, changes one of those before.
  private static func write(_ store: SQLiteStore, _ library: LibraryStore, writer: Int) throws {
    var last: Int64?
    for save in 0..<saves {
      var request = SaveRequest()
      request.inserts = (0..<2).map { library.insert("Tag", $0, ["name": .text("\(writer)-\(save)-\($0)")]) }
      if let last {
        request.updates = [
          .init(
            key: library.key("Tag", last), version: 1,
            values: [(library.field("Tag", "name"), .text("\(writer)-\(save)-changed"))])
        ]
      }
      last = try store.save(request).insertedKeys.first
    }
  }

  /// Runs writers and readers at once, each in a thread of its own; gives the number of reads.
  private func run(writers: [SQLiteStore], readers: [SQLiteStore]) throws -> Int {
    let library = library
    let (writing, reading) = (Work(), Work())
    let progress = Progress()
    for (number, store) in writers.enumerated() {
      writing.start { try Self.write(store, library, writer: number) }
    }
    for store in readers {
      reading.start {
        let request = FetchRequest(entity: library.number("Tag"))
        var seen = 0
        repeat {
          var keys: Set<Int64> = []
          try store.fetch(request) { keys.insert($0.primaryKey()) }
          // A save is seen wholly or not at all, and what was seen stays.
          guard keys.count.isMultiple(of: 2), keys.count >= seen else {
            throw Torn(rows: keys.count, before: seen)
          }
          seen = keys.count
          progress.reads.add(1, ordering: .relaxed)
        } while !progress.isDone.load(ordering: .acquiring)
      }
    }
    let written = Result { try writing.join() }
    progress.isDone.store(true, ordering: .releasing)
    try reading.join()
    try written.get()
    return progress.reads.load(ordering: .relaxed)
  }

  private struct Torn: Error {
    let rows: Int
    let before: Int
  }

  private final class Progress: Sendable {
    let isDone = Atomic(false)
    let reads = Atomic(0)
  }

  /// Threads, and the first error of any.
  private final class Work: Sendable {
    private let group = DispatchGroup()
    private let problem = Mutex<(any Error)?>(nil)

    func start(_ body: @escaping @Sendable () throws -> Void) {
      group.enter()
      let thread = Thread { [self] in
        do { try body() } catch { problem.withLock { $0 = $0 ?? error } }
        group.leave()
      }
      thread.stackSize = 4 << 20
      thread.start()
    }

    func join() throws {
      group.wait()
      if let error = problem.withLock({ $0 }) { throw error }
    }
  }

  private func expectRows(writers: Int) throws {
    let rows = 2 * Self.saves * writers
    #expect(
      try library.sql("SELECT count(*), count(DISTINCT Z_PK), min(Z_PK), max(Z_PK), count(DISTINCT ZNAME) FROM ZTAG")
        == ["\(rows)|\(rows)|1|\(rows)|\(rows)"])
    #expect(try library.sql("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'") == ["\(rows)"])
    #expect(
      try library.sql("SELECT count(*) FROM ZTAG WHERE Z_OPT = 2 AND ZNAME LIKE '%-changed'")
        == ["\((Self.saves - 1) * writers)"])
    #expect(try library.sql("PRAGMA integrity_check") == ["ok"])
  }
}
