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

/// Rows that the stores on one file keep for each other: never older than the file.
@Suite struct RowCacheTests {
  private let library: LibraryStore

  init() throws { library = try LibraryStore() }

  private func insert(_ names: [String], into store: SQLiteStore) throws -> [Int64] {
    var request = SaveRequest()
    request.inserts = names.enumerated().map { library.insert("Tag", $0, ["name": .text($1)]) }
    return try store.save(request).insertedKeys
  }

  private func rename(_ key: Int64, _ name: String, in store: SQLiteStore) throws {
    var request = SaveRequest()
    request.updates = [
      .init(key: library.key("Tag", key), version: nil, values: [(library.field("Tag", "name"), .text(name))])
    ]
    _ = try store.save(request)
  }

  /// Version and name of a row, read by itself.
  private func read(_ key: Int64, in store: SQLiteStore) throws -> (version: Int64, name: String)? {
    var found: (version: Int64, name: String)?
    try store.rows([key], of: library.number("Tag")) { row in
      guard case .text(let name) = row.value(library.field("Tag", "name")) else { return }
      #expect(row.primaryKey() == key && row.entity() == library.number("Tag"))
      found = (row.version(), String(decoding: name, as: UTF8.self))
    }
    return found
  }

  private func other() throws -> SQLiteStore { try SQLiteStore.open(library.path, model: library.model) }

  @Test func whatOneReadTheOtherFinds() throws {
    let (first, second) = (try library.create(withHistory: true), try other())
    let keys = try insert(["a", "", "ü/\n"], into: first)
    // A store's first read finds out that there is a log.
    for store in [first, second] { #expect(try read(keys[0], in: store)?.name == "a") }
    for key in keys { _ = try read(key, in: first) }
    let hits = second.rowsFound
    #expect(try keys.map { try read($0, in: second)?.name } == ["a", "", "ü/\n"])
    #expect(try read(keys[2], in: second)?.version == 1)
    #expect(second.rowsFound == hits + 4)
    #expect(try read(99, in: first) == nil && read(99, in: second) == nil)
  }

  /// Whatever happens to the file, by whichever of its users: each read answers as the file.
  @Test(arguments: [1, 2, 3] as [UInt64]) func eachAnswerIsTheFiles(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let first = try library.create(withHistory: true)
    var stores = [first, try other(), try other()]
    // Beside the stores, as another process has it.
    let foreign = try Connection(path: library.path, mode: .readWrite)
    _ = try insert((0..<20).map { "start \($0)" }, into: first)
    var hits = 0
    for step in 0..<1500 {
      let (key, store) = (Int64.random(in: 1...24, using: &dice), stores[Int.random(in: 0..<3, using: &dice)])
      let isThere = try foreign.integer("SELECT count(*) FROM ZTAG WHERE Z_PK = \(key)") == 1
      switch Int.random(in: 0..<60, using: &dice) {
      case 0 where isThere: try rename(key, "store \(step)", in: store)
      case 1: _ = try insert(["new \(step)"], into: store)
      case 2 where isThere: try foreign.execute("UPDATE ZTAG SET ZNAME = 'foreign \(step)' WHERE Z_PK = \(key)")
      case 3 where isThere:
        try foreign.execute("BEGIN; UPDATE ZTAG SET ZNAME = 'lost' WHERE Z_PK = \(key)")
        #expect(try read(key, in: store)?.name != "lost")
        try foreign.execute("ROLLBACK")
      case 4: try foreign.execute("DELETE FROM ZTAG WHERE Z_PK = \(key)")
      case 5: try foreign.checkpoint([.passive, .restart, .truncate][step % 3])
      case 6: try store.emptyLog()
      case 7:
        let gone = Int.random(in: 0..<3, using: &dice)
        stores[gone].close()
        stores[gone] = try other()
      case 8: try foreign.execute("VACUUM")
      case 9:
        // A save that is taken back.
        struct Stop: Error {}
        var request = SaveRequest()
        request.inserts = [library.insert("Tag", 0, ["name": .text("taken back")])]
        #expect(throws: Stop.self) { try store.save(request) { throw Stop() } }
      default: break
      }
      let reader = stores[Int.random(in: 0..<3, using: &dice)]
      let expected = try foreign.withStatement("SELECT Z_OPT, ZNAME FROM ZTAG WHERE Z_PK = \(key)") { row in
        try row.step() ? "\(row.integer(0)) \(row.text(1))" : nil
      }
      let before = reader.rowsFound
      let found = try read(key, in: reader).map { "\($0.version) \($0.name)" }
      #expect(found == expected, "step \(step)")
      if reader.rowsFound > before { hits += 1 }
    }
    print("1500 single reads beside others' commits: \(hits) without SQLite")
    #expect(hits > 100)
  }

  /// An empty log looks like every other one: what was read before the file was closed is not taken for what is there now.
  @Test func rowsDoNotOutliveTheOpenFile() throws {
    let first = try library.create()
    let key = try insert(["old"], into: first)[0]
    first.close()
    let second = try other()
    for _ in 0..<3 { #expect(try read(key, in: second)?.name == "old") }
    #expect(second.rowsFound > 0)
    second.close()
    // Nobody has the file open: changing the journal takes it alone.
    let foreign = try Connection(path: library.path, mode: .readWrite)
    #expect(try foreign.text("PRAGMA journal_mode = DELETE") == "delete")
    try foreign.execute("UPDATE ZTAG SET ZNAME = 'new'")
    #expect(try foreign.text("PRAGMA journal_mode = WAL") == "wal")
    // The same shared file, since the closed stores are still held.
    let third = try other()
    for _ in 0..<3 { #expect(try read(key, in: third)?.name == "new") }
    withExtendedLifetime((first, second)) {}
  }

  /// Without a log there is no word of others' commits: nothing is kept.
  @Test func withoutALogNothingIsKept() throws {
    _ = try insert(["a"], into: library.create())
    let store = try SQLiteStore.open(
      library.path, model: library.model, pragmas: [Pragma("journal_mode", "DELETE")])
    let alone = try SQLiteStore.open(library.path, model: library.model, access: .readOnly)
    for _ in 0..<3 { #expect(try read(1, in: store)?.name == "a" && read(1, in: alone)?.name == "a") }
    #expect(store.rowsFound == 0)
  }

  @Test func memoryIsBounded() throws {
    let store = try library.create()
    let text = String(repeating: "x", count: 400)
    let keys = try insert((0..<9000).map { "\($0) \(text)" }, into: store)
    let large = try insert([String(repeating: "y", count: RowCache.longest)], into: store)[0]
    for key in keys + [keys[0]] { _ = try read(key, in: store) }
    // The ring has room for the last of them.
    let kept = Int64(RowCache.size / 1000)
    for key in keys.suffix(Int(kept)) { #expect(try read(key, in: store)?.name == "\(key - 1) \(text)") }
    #expect(store.rowsFound > Int(kept) / 2)
    for key in keys.prefix(3000) { #expect(try read(key, in: store)?.name == "\(key - 1) \(text)") }
    let hits = store.rowsFound
    for _ in 0..<3 { #expect(try read(large, in: store)?.name.utf8.count == RowCache.longest) }
    #expect(store.rowsFound == hits)
  }

  /// Threads that read beside one that writes: whoever reads after a commit sees it.
  @Test func whatIsCommittedIsSeenByThoseWhoReadAfter() throws {
    let first = try library.create()
    let key = try insert(["0"], into: first)[0]
    let stores = try [first, other()]
    let committed = Atomic<Int>(0)
    let stale = Tally()
    let group = DispatchGroup()
    func start(_ body: @escaping @Sendable () throws -> Void) {
      group.enter()
      Thread {
        do { try body() } catch { Issue.record(error) }
        group.leave()
      }.start()
    }
    let suite = self
    start {
      defer { committed.store(-1, ordering: .sequentiallyConsistent) }
      for number in 1...150 {
        try suite.rename(key, "\(number)", in: stores[number % 2])
        committed.store(number, ordering: .sequentiallyConsistent)
        usleep(200)
      }
    }
    for store in stores {
      start {
        while true {
          let known = committed.load(ordering: .sequentiallyConsistent)
          if known < 0 { break }
          let seen = try suite.read(key, in: store).flatMap { Int($0.name) } ?? -1
          if seen < known { stale.add() }
        }
      }
    }
    group.wait()
    print(
      "150 commits beside 2 readers: \(stores[0].rowsFound) rows without SQLite, \(stale.value) older than a commit")
    #expect(stale.value == 0)
  }
}
