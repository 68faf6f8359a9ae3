import Foundation
import QueryModel
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// What a store does when the n-th operation on its files fails, for every n; and in which order it makes things safe.
///
/// Saves of containers have a loop of their own in `FaultLoopTests`.
@Suite struct StoreFaultTests {
  /// What is done to a store.
  enum Work: String, CaseIterable, Sendable {
    case save, batchInsert, checkpoint, pruning
  }

  private let library: LibraryStore

  init() throws { library = try LibraryStore() }

  private func base() throws {
    let store = try library.create(withHistory: true)
    for number in 0..<12 {
      var request = SaveRequest()
      request.inserts = (0..<3).map { library.insert("Tag", $0, ["name": .text("\(number)-\($0)")]) }
      _ = try store.save(request)
    }
  }

  private func perform(_ work: Work, _ store: SQLiteStore) throws {
    switch work {
    case .save:
      var request = SaveRequest()
      request.inserts = [library.insert("Tag", 0, ["name": .text("new")])]
      request.updates = [
        .init(key: library.key("Tag", 1), version: 1, values: [(library.field("Tag", "name"), .text("renamed"))])
      ]
      request.deletes = [.init(key: library.key("Tag", 2), version: 1)]
      _ = try store.save(request)
    case .batchInsert:
      var request = SaveRequest()
      request.inserts = (0..<400).map {
        library.insert("Tag", $0, ["name": .text("row \($0) " + String(repeating: "x", count: 200))])
      }
      _ = try store.save(request)
    case .checkpoint: try store.emptyLog()
    case .pruning: try store.deleteHistory(Array(1...9))
    }
  }

  private static func rows(_ sql: String, _ path: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try connection.withStatement(sql) { statement in
      var lines: [String] = []
      while try statement.step() {
        lines.append((0..<statement.columnCount).map { statement.optionalText($0) ?? "-" }.joined(separator: "|"))
      }
      return lines
    }
  }

  /// Rows and history, as a new reader finds them.
  private func dump(_ path: String) throws -> [String] {
    try [
      "SELECT Z_PK, Z_OPT, ZNAME FROM ZTAG ORDER BY 1", "SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1",
      "SELECT Z_PK, ZTRANSACTIONID, ZENTITYPK, ZCHANGETYPE FROM ACHANGE ORDER BY 1",
      "SELECT Z_PK FROM ATRANSACTION ORDER BY 1",
    ].flatMap { try Self.rows($0, path) }
  }

  @Test(arguments: Work.allCases, [false, true])
  func theFileHasTheOldOrTheNewState(work: Work, forGood: Bool) throws {
    try base()
    let whole = try copy()
    let before = try dump(whole.path)
    try perform(work, open(whole.path))
    let after = try dump(whole.path)
    #expect((before == after) == (work == .checkpoint))
    var (failed, survived, kinds) = (0, 0, Set<String>())
    var isWhole = false
    for count in stride(from: 0, to: 5000, by: FullRun.isOn ? 1 : work == .batchInsert ? 23 : 5) {
      let copy = try copy()
      let store = try open(copy.path)
      FaultyFileSystem.fail(after: count, forGood: forGood)
      let outcome = Result { try perform(work, store) }
      let failures = FaultyFileSystem.heal()
      let now = try dump(copy.path)
      switch outcome {
      case .failure(let error):
        failed += 1
        let error = try #require(error as? StoreError, "operation \(count): \(error)")
        #expect(error.path != nil && error.message.contains("Copy.sqlite"), "\(error)")
        if let kind = error.message.firstMatch(of: /failed at ([a-z ]+)/) { kinds.insert(String(kind.1)) }
        // A commit that was written and could not be made safe is taken back, or stands: never a part of it.
        #expect(now == before || now == after, "operation \(count)")
        if now == before { try perform(work, store) }
      case .success:
        if failures > 0 { survived += 1 }
        #expect(now == after, "operation \(count)")
      }
      #expect(try dump(copy.path) == after, "operation \(count)")
      #expect(try Self.rows("PRAGMA integrity_check", copy.path) == ["ok"])
      if failures == 0 {
        print(
          "\(work)\(forGood ? ", failing for good" : ""): \(failed + survived) of \(count) operations failed, "
            + "\(survived) without harm; errors named \(kinds.sorted().joined(separator: ", "))")
        isWhole = true
        break
      }
    }
    #expect(isWhole && failed > 2 && !kinds.isEmpty)
  }

  private func open(_ path: String) throws -> SQLiteStore {
    try SQLiteStore.open(path, model: library.model, fileSystem: FaultyFileSystem.name)
  }

  private func copy() throws -> Copy {
    let folder = try TemporaryFolder()
    let path = folder.file("Copy.sqlite").path
    for end in ["", "-wal"] where FileManager.default.fileExists(atPath: library.path + end) {
      try FileManager.default.copyItem(atPath: library.path + end, toPath: path + end)
    }
    return Copy(folder: folder, path: path)
  }

  private struct Copy {
    let folder: TemporaryFolder
    let path: String
  }

  // MARK: durability

  /// What a save is to survive, as the pragma says it.
  enum Durability: String, CaseIterable, Sendable {
    case usual = "NORMAL"
    case full = "FULL"
    case off = "OFF"

    /// The usual is what a store has without a pragma.
    func pragmas() throws -> [Pragma] { self == .usual ? [] : [try Pragma("synchronous", rawValue)] }
  }

  private func open(_ durability: Durability) throws -> SQLiteStore {
    try SQLiteStore.open(
      library.path, model: library.model, fileSystem: FaultyFileSystem.name, pragmas: durability.pragmas())
  }

  /// By default a commit is with the system when a save returns, which the end of the process does not undo; with
  /// `synchronous = FULL` it is on the disk; with `OFF` the system is never asked for that.
  @Test(arguments: Durability.allCases) func aSaveIsAsSafeAsWasAskedFor(durability: Durability) throws {
    try base()
    let store = try open(durability)
    try perform(.batchInsert, store)
    let steps = try FaultyFileSystem.recording { try perform(.save, store) }
    // Whatever the option: in the log, so that the end of the process takes nothing back.
    #expect(steps.contains(.init(.write, .log)) && !steps.contains(.init(.write, .database)))
    let syncs = steps.filter { $0.operation == .sync }
    #expect(syncs == (durability == .full ? [.init(.sync, .log)] : []))
    if durability == .full {
      let last = try #require(steps.lastIndex(of: .init(.write, .log)))
      #expect(steps[last...].contains(.init(.sync, .log)))
    }
  }

  /// The log is carried over and begins anew, and the system is asked for nothing.
  @Test func withoutSyncsNothingIsSynced() throws {
    try base()
    let store = try open(.off)
    let steps = try FaultyFileSystem.recording {
      try perform(.batchInsert, store)
      try store.emptyLog()
      try perform(.save, store)
      try perform(.pruning, store)
      try store.emptyLog()
    }
    #expect(steps.contains(.init(.write, .log)) && steps.contains(.init(.write, .database)))
    #expect(!steps.contains { $0.operation == .sync })
  }

  /// The log is on the disk before anything of it is written into the database, and that is before the log begins anew.
  @Test(arguments: [Durability.usual, .full]) func aCheckpointSyncsInOrder(durability: Durability) throws {
    try base()
    let store = try open(durability)
    try perform(.save, store)
    let steps = try FaultyFileSystem.recording { try store.emptyLog() }
    let firstWrite = try #require(steps.firstIndex(of: .init(.write, .database)))
    let lastWrite = try #require(steps.lastIndex(of: .init(.write, .database)))
    let logSync = try #require(steps.firstIndex(of: .init(.sync, .log)))
    let databaseSync = try #require(steps.firstIndex(of: .init(.sync, .database)))
    #expect(logSync < firstWrite && databaseSync > lastWrite)
    if let truncation = steps.firstIndex(of: .init(.truncate, .log)) { #expect(truncation > databaseSync) }
  }
}
