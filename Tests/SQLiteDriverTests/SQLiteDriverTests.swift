import Foundation
import SQLiteDriver
import TestKit
import Testing

@Suite struct SQLiteDriverTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.file(name).path }

  @Test func valuesComeBackAsBound() throws {
    let connection = try Connection(path: "m", mode: .memory)
    try connection.execute("CREATE TABLE t (k INTEGER PRIMARY KEY, v)")
    try connection.withStatement("INSERT INTO t (v) VALUES (?1)") { insert in
      try insert.bind(Int64.min, at: 1)
      try insert.run()
      try insert.bind(0.1, at: 1)
      try insert.run()
      try insert.bind("a\0ü", at: 1)
      try insert.run()
      try insert.bind(Data(), at: 1)
      try insert.run()
      try insert.bind("", at: 1)
      try insert.run()
      try insert.bindNull(at: 1)
      try insert.run()
    }
    try connection.withStatement("SELECT v FROM t ORDER BY k") { select in
      var kinds: [SQLiteValue.Kind] = []
      var texts: [String] = []
      while try select.step() {
        kinds.append(select.value(0).kind)
        if select.value(0).kind == .text { texts.append(select.text(0)) }
      }
      #expect(kinds == [.integer, .real, .text, .blob, .text, .null])
      #expect(texts == ["a\0ü", ""])
    }
  }

  @Test func failedTransactionLeavesNothing() throws {
    struct Stop: Error {}
    let connection = try Connection(path: path("a.sqlite"), mode: .create)
    try connection.execute("CREATE TABLE t (k INTEGER PRIMARY KEY)")
    #expect(throws: Stop.self) {
      try connection.transaction(.immediate) {
        try connection.execute("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    #expect(try connection.integer("SELECT COUNT(*) FROM t") == 0)
    #expect(!connection.isInTransaction)
  }

  @Test func errorsSayCodePathAndStatement() throws {
    let connection = try Connection(path: path("a.sqlite"), mode: .create)
    try connection.execute("CREATE TABLE t (k UNIQUE); INSERT INTO t VALUES (1)")
    let error = #expect(throws: SQLiteError.self) {
      try connection.withStatement("INSERT INTO t VALUES (1)") { try $0.run() }
    }
    #expect(error?.code == .constraint)
    #expect(error?.isUniqueViolation == true)
    #expect(error?.path == path("a.sqlite"))
    #expect(error?.sql == "INSERT INTO t VALUES (1)")
  }

  @Test func aLockedFileIsBusyAfterTheDeadline() throws {
    let one = try Connection(path: path("a.sqlite"), mode: .create)
    try one.execute("CREATE TABLE t (k); BEGIN IMMEDIATE")
    let other = try Connection(path: path("a.sqlite"), mode: .readWrite, busyTimeout: .milliseconds(50))
    let error = #expect(throws: SQLiteError.self) { try other.transaction(.immediate) {} }
    #expect(error?.code == .busy)
  }

  @Test func functionsAreCalled() throws {
    let connection = try Connection(path: "m", mode: .memory)
    try connection.register(ScalarFunction("twice", argumentCount: 1) { $0.setResult($0[0].integer * 2) })
    try connection.register(ScalarFunction("greet", argumentCount: -1) { $0.setResult("hello \($0.count)") })
    #expect(try connection.integer("SELECT twice(21)") == 42)
    #expect(try connection.text("SELECT greet(1, 2)") == "hello 2")
  }

  @Test(arguments: ["", "log", "log without shm", "journal mode", "read-only folder"])
  func untouchedReadingChangesNothing(_ state: String) throws {
    let writer = try Connection(path: path("a #?%.sqlite"), mode: .create)
    try writer.execute("PRAGMA journal_mode = \(state == "journal mode" ? "DELETE" : "WAL")")
    try writer.execute("CREATE TABLE t (k); INSERT INTO t VALUES (1)")
    if state == "" { try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    let source =
      state == "log without shm"
      ? try {
        let copy = folder.file("copy")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        for end in ["", "-wal"] {
          try FileManager.default.copyItem(
            at: folder.file("a #?%.sqlite" + end), to: copy.appendingPathComponent("b.sqlite" + end))
        }
        return copy.appendingPathComponent("b.sqlite").path
      }() : path("a #?%.sqlite")
    let parent = URL(fileURLWithPath: source).deletingLastPathComponent().path
    if state == "read-only folder" {
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: parent)
    }
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: parent) }
    let before = try listing(parent)
    do {
      let reader = try Connection(path: source, mode: .untouched)
      #expect(try reader.integer("SELECT COUNT(*) FROM t") == 1)
      #expect(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES (2)") }
    }
    #expect(try listing(parent) == before)
    #expect(try writer.integer("SELECT COUNT(*) FROM t") == 1)
  }

  @Test func foldersAndPipesAreRefused() throws {
    #expect(throws: SQLiteError.self) { try Connection(path: folder.url.path, mode: .untouched) }
    let pipe = path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: SQLiteError.self) { try Connection(path: pipe, mode: .readOnly) }
  }

  private func listing(_ folder: String) throws -> [String: String] {
    var lines: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let file = folder + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      let bytes = FileManager.default.contents(atPath: file).map { "\($0.count) \($0.hashValue)" } ?? "folder"
      lines[name] = "\(bytes) \(String(describing: attributes[.modificationDate]))"
    }
    return lines
  }
}
