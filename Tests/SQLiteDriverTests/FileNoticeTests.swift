import Foundation
import Synchronization
import TestKit
import Testing

@testable import SQLiteDriver

/// Hints that a file may have changed.
@Suite struct FileNoticeTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.store").path
    let connection = try Connection(path: path, mode: .create)
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(a)")
  }

  @Test(arguments: [FileNotice.Means.system, .polling]) func aCommitIsHinted(means: FileNotice.Means) throws {
    let writer = try Connection(path: path, mode: .readWrite)
    let count = Tally()
    let notice = FileNotice(path, means: means) { count.add() }
    #expect(notice.means == means)
    for _ in 0..<3 {
      let before = count.value
      try writer.execute("INSERT INTO t VALUES (1)")
      #expect(count.wait(above: before))
    }
    withExtendedLifetime(notice) {}
  }

  /// The log goes with the last connection, and a new one comes with the next.
  @Test func aNewLogIsHinted() throws {
    let count = Tally()
    let notice = FileNotice(path, means: .system) { count.add() }
    for _ in 0..<2 {
      let before = count.value
      try Connection(path: path, mode: .readWrite).execute("INSERT INTO t VALUES (1)")
      #expect(count.wait(above: before))
      Thread.sleep(forTimeInterval: 0.02)
    }
    withExtendedLifetime(notice) {}
  }

  @Test func otherFilesOfTheFolderAndTheEndAreQuiet() throws {
    let count = Tally()
    var notice: FileNotice? = FileNotice(path, means: .system) { count.add() }
    try Data([1]).write(to: folder.file("b.store"))
    try Data([1]).write(to: folder.file("a.store-shm2"))
    Thread.sleep(forTimeInterval: 0.03)
    #expect(count.value == 0)
    withExtendedLifetime(notice) {}
    notice = nil
    try Connection(path: path, mode: .readWrite).execute("INSERT INTO t VALUES (1)")
    Thread.sleep(forTimeInterval: 0.03)
    #expect(count.value == 0)
  }

  /// Through a symbolic link in another folder.
  @Test func aLinkLeadsToTheFile() throws {
    let other = try TemporaryFolder()
    let link = other.file("l.store")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: path)
    let count = Tally()
    let notice = FileNotice(link.path, means: .system) { count.add() }
    try Connection(path: path, mode: .readWrite).execute("INSERT INTO t VALUES (1)")
    #expect(count.wait(above: 0))
    withExtendedLifetime(notice) {}
  }

  // MARK: waiting

  /// A lock that is not given in time is an error, close to the deadline; one that is given in time is none.
  @Test func waitingHasADeadline() throws {
    let holder = try Connection(path: path, mode: .readWrite)
    try holder.execute("BEGIN IMMEDIATE")
    let other = try Connection(path: path, mode: .readWrite, busyTimeout: .milliseconds(150))
    let clock = ContinuousClock()
    let waited = clock.measure {
      let error = #expect(throws: SQLiteError.self) { try other.execute("BEGIN IMMEDIATE") }
      #expect(error?.code == .busy)
    }
    #expect(waited > .milliseconds(140) && waited < .milliseconds(1500), "\(waited)")
    let thread = Thread {
      Thread.sleep(forTimeInterval: 0.03)
      try? holder.execute("ROLLBACK")
    }
    thread.start()
    try Connection(path: path, mode: .readWrite, busyTimeout: .seconds(30)).execute("BEGIN IMMEDIATE; ROLLBACK")
  }

  /// Eight connections that write and do something else in turns all get on.
  @Test func nobodyIsLeftBehind() throws {
    let counts = Mutex([Int](repeating: 0, count: 8))
    let (opening, group) = (DispatchGroup(), DispatchGroup())
    for _ in 0..<8 { opening.enter() }
    for number in 0..<8 {
      group.enter()
      let thread = Thread { [path] in
        let connection = try? Connection(path: path, mode: .readWrite)
        // The time begins when all are there.
        opening.leave()
        opening.wait()
        let end = Date().addingTimeInterval(0.8)
        while let connection, Date() < end, (try? connection.execute("INSERT INTO t VALUES (1)")) != nil {
          counts.withLock { $0[number] += 1 }
          Thread.sleep(forTimeInterval: 0.002)
        }
        group.leave()
      }
      thread.start()
    }
    group.wait()
    let found = counts.withLock { $0 }
    print("commits of 8 connections at once: \(found.sorted())")
    #expect(found.allSatisfy { $0 > 0 })
  }
}
