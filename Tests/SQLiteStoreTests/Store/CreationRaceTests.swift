import Dispatch
import Foundation
import QueryModel
import SQLiteDriver
import StoreContract
import Synchronization
import TestKit
import Testing

@testable import SQLiteStore

/// Several who make the same new store: one makes it, and nobody takes it away from another.
@Suite struct CreationRaceTests {
  private let library: LibraryStore

  init() throws { library = try LibraryStore() }

  private static let makers = 8
  private static let rounds = 20

  /// What the makers of one round came to.
  private final class Outcome: Sendable {
    let winners = Mutex<[Int]>([])
    let late = Atomic(0)
    let problems = Mutex<[String]>([])
  }

  private func create(_ path: String, replacesEmptyFile: Bool = false) throws -> SQLiteStore {
    try SQLiteStore.create(
      path, model: library.model,
      metadata: StoreMetadata(newStoreWithHashes: [:], digest: "", checksum: "", identifiers: []), modelCache: nil,
      withHistory: false, replacesEmptyFile: replacesEmptyFile)
  }

  /// - Returns: the names of the folder's files, without those that SQLite has beside an open store.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: library.folder.url.path)
      .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
  }

  @Test(arguments: [false, true]) func theFirstMakesTheStore(_ isEmptyFileThere: Bool) throws {
    for round in 0..<Self.rounds {
      let path = library.folder.file("\(round).sqlite").path
      if isEmptyFileThere { try Data().write(to: URL(fileURLWithPath: path)) }
      let outcome = Outcome()
      DispatchQueue.concurrentPerform(iterations: Self.makers) { maker in
        do {
          let store = try create(path, replacesEmptyFile: isEmptyFileThere)
          var request = SaveRequest()
          request.inserts = [library.insert("Tag", 0, ["name": .text("maker \(maker)")])]
          _ = try store.save(request)
          outcome.winners.withLock { $0.append(maker) }
        } catch is SQLiteStore.AlreadyThere {
          outcome.late.add(1, ordering: .relaxed)
          do {
            _ = try SQLiteStore.open(path, model: library.model).count(FetchRequest(entity: library.number("Tag")))
          } catch {
            outcome.problems.withLock { $0.append("\(error)") }
          }
        } catch {
          outcome.problems.withLock { $0.append("\(error)") }
        }
      }
      #expect(outcome.problems.withLock { $0 } == [])
      let winners = outcome.winners.withLock { $0 }
      #expect(winners.count == 1 && outcome.late.load(ordering: .relaxed) == Self.makers - 1)
      let store = try SQLiteStore.open(path, model: library.model)
      #expect(try store.pool.read { try $0.text("PRAGMA integrity_check") } == "ok")
      #expect(try store.pool.read { try $0.text("SELECT ZNAME FROM ZTAG") } == winners.first.map { "maker \($0)" })
      #expect(try store.count(FetchRequest(entity: library.number("Tag"))) == 1)
    }
    #expect(try names() == (0..<Self.rounds).map { "\($0).sqlite" }.sorted())
  }

  @Test func aFileThatIsThereStays() throws {
    let content = Data("hello".utf8)
    try content.write(to: URL(fileURLWithPath: library.path))
    for replacesEmptyFile in [false, true] {
      #expect(throws: SQLiteStore.AlreadyThere.self) {
        try create(library.path, replacesEmptyFile: replacesEmptyFile)
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: library.path)) == content)
    #expect(try names() == ["Library.sqlite"])
  }

  /// What a removed store left beside its place is not read into the new one.
  @Test func leftoversOfARemovedStoreAreNotRead() throws {
    let other = library.folder.file("Other.sqlite").path
    let old = try create(other)
    var request = SaveRequest()
    request.inserts = (0..<50).map { library.insert("Tag", $0, ["name": .text("old \($0)")]) }
    _ = try old.save(request)
    try FileManager.default.copyItem(atPath: other + "-wal", toPath: library.path + "-wal")
    let store = try create(library.path)
    #expect(try store.count(FetchRequest(entity: library.number("Tag"))) == 0)
    #expect(try old.count(FetchRequest(entity: library.number("Tag"))) == 50)
  }
}
