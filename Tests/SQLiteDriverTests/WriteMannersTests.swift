import Foundation
import Synchronization
import TestKit
import Testing

@testable import SQLiteDriver

/// Writers that make way for each other.
@Suite struct WriteMannersTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.sqlite").path
    let connection = try Connection(path: path, mode: .create)
    _ = try connection.text("PRAGMA journal_mode = WAL")
    try connection.execute("CREATE TABLE t (a)")
  }

  @Test func aSignIsSeenByOthers() throws {
    let (mine, theirs) = (WaitingSign(path), WaitingSign(path))
    // The log goes with the last connection.
    mine.raise()
    #expect(!theirs.isRaisedByOthers)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(!mine.isRaisedByOthers && !theirs.isRaisedByOthers)
    mine.raise()
    mine.raise()
    #expect(theirs.isRaisedByOthers)
    theirs.raise()
    mine.lower()
    #expect(mine.isRaisedByOthers)
    theirs.lower()
    #expect(!mine.isRaisedByOthers && !theirs.isRaisedByOthers)
    withExtendedLifetime(connection) {}
  }

  /// One that holds the lock all the time but for moments lets another one have its turns.
  @Test func whoNeverPausesMakesWay() throws {
    let turns = 5
    let greedy = try Connection(path: path, mode: .readWrite, busyTimeout: .seconds(60))
    let isDone = Atomic(false)
    let rounds = Mutex(0)
    let hasBegun = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
      while !isDone.load(ordering: .relaxed), rounds.withLock({ $0 }) < 2000 {
        try? greedy.transaction(.immediate) {
          try greedy.execute("INSERT INTO t VALUES (1)")
          hasBegun.signal()
          Thread.sleep(forTimeInterval: 0.02)
        }
        rounds.withLock { $0 += 1 }
      }
      hasEnded.signal()
    }.start()
    hasBegun.wait()
    let patient = try Connection(path: path, mode: .readWrite, busyTimeout: .seconds(60))
    var passed: [Int] = []
    for _ in 0..<turns {
      let before = rounds.withLock { $0 }
      try patient.transaction(.immediate) { try patient.execute("INSERT INTO t VALUES (2)") }
      passed.append(rounds.withLock { $0 } - before)
    }
    isDone.store(true, ordering: .relaxed)
    hasEnded.wait()
    print("transactions of another connection that each of \(turns) waited for: \(passed)")
    #expect(passed.allSatisfy { $0 < 25 })
    #expect(try patient.integer("SELECT count(*) FROM t WHERE a = 2") == Int64(turns))
  }
}
