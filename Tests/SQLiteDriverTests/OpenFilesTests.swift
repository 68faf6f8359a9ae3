#if os(Linux)
  import Foundation
  import SQLiteDriver
  import TestKit
  import Testing

  /// A process loses all its POSIX locks on a file when any descriptor of the file is closed.
  @Suite struct OpenFilesTests {
    /// The POSIX locks on a file, as the kernel lists them.
    private static func locks(on path: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let inode = try #require(attributes[.systemFileNumber] as? NSNumber)
      let list = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
      return list.split(separator: "\n").count { $0.contains("POSIX") && $0.contains(":\(inode) ") }
    }

    @Test(arguments: ["WAL", "DELETE"]) func locksSurviveOtherReaders(_ journal: String) throws {
      let folder = try TemporaryFolder()
      let path = folder.file("a.sqlite").path
      let writer = try Connection(path: path, mode: .create)
      _ = try writer.text("PRAGMA journal_mode = \(journal)")
      try writer.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1); BEGIN IMMEDIATE; INSERT INTO t VALUES (2)")
      let before = try Self.locks(on: path)
      #expect(before > 0, "SQLite holds a lock")

      #expect(OpenFiles.withUnopened(path) { true } == nil)
      do {
        let reader = try Connection(path: path, mode: .untouched)
        #expect(try reader.integer("SELECT count(*) FROM t") == 1)
      }
      #expect(try Self.locks(on: path) == before)
      try writer.execute("COMMIT")
    }

    @Test func closedFilesAreOthersToOpen() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("a.sqlite").path
      #expect(OpenFiles.withUnopened(path) { true } == true)
      do {
        let first = try Connection(path: path, mode: .create)
        try first.execute("CREATE TABLE t (a)")
        let second = try Connection(path: path, mode: .readOnly)
        #expect(try second.integer("SELECT count(*) FROM t") == 0)
        #expect(OpenFiles.withUnopened(path) { true } == nil)
      }
      #expect(OpenFiles.withUnopened(path) { true } == true)
    }
  }
#endif
