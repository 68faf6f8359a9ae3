import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

/// Every verb that reads a store, on everything that is none: one clear line, exit 2, nothing written.
@Suite struct BadStoreTests {
  struct Input: Sendable, CustomTestStringConvertible {
    var name: String
    /// Words that the line must have.
    var words: String
    /// Makes the input at a path, from a good store at another.
    var make: @Sendable (_ path: String, _ good: String) throws -> Void
    var testDescription: String { name }

    init(_ name: String, _ words: String, _ make: @escaping @Sendable (String, String) throws -> Void) {
      (self.name, self.words, self.make) = (name, words, make)
    }

    /// A good store with a change.
    init(_ name: String, _ words: String, sql: String) {
      self.init(name, words) { path, good in
        try FileManager.default.copyItem(atPath: good, toPath: path)
        try Connection(path: path, mode: .readWrite).execute(sql)
      }
    }

    init(_ name: String, _ words: String, bytes: [UInt8]) {
      self.init(name, words) { path, _ in try Data(bytes).write(to: URL(fileURLWithPath: path)) }
    }
  }

  static let inputs: [Input] = [
    Input("nothing there", "does not exist or cannot be reached") { _, _ in },
    Input("zero bytes", "is empty", bytes: []),
    Input("text", "is not an SQLite database", bytes: Array("hello, this is no database at all".utf8)),
    Input(
      "Git LFS pointer", "is a Git LFS pointer",
      bytes: Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n".utf8)),
    Input("cut short", "") { path, good in
      try Data(contentsOf: URL(fileURLWithPath: good)).prefix(300).write(to: URL(fileURLWithPath: path))
    },
    Input("half of its pages", "is damaged") { path, good in
      let data = try Data(contentsOf: URL(fileURLWithPath: good))
      try data.prefix(data.count / 8192 * 4096).write(to: URL(fileURLWithPath: path))
    },
    Input("random pages", "") { path, good in
      var data = try Data(contentsOf: URL(fileURLWithPath: good))
      var generator = SeededGenerator(seed: 7)
      for index in 100..<data.count { data[index] = UInt8.random(in: 0...255, using: &generator) }
      try data.write(to: URL(fileURLWithPath: path))
    },
    Input("another database", "is an SQLite database, but not a Core Data store") { path, _ in
      try Connection(path: path, mode: .create).execute("CREATE TABLE A (B); INSERT INTO A VALUES (1)")
    },
    Input("a folder as its log", "its -wal is no regular file") { path, good in
      try FileManager.default.copyItem(atPath: good, toPath: path)
      try FileManager.default.createDirectory(atPath: path + "-wal", withIntermediateDirectories: true)
    },
    Input("no metadata", "Z_METADATA is empty", sql: "DELETE FROM Z_METADATA"),
    Input(
      "two rows of metadata", "has 2 rows of metadata",
      sql: "INSERT INTO Z_METADATA SELECT 2, Z_UUID, Z_PLIST FROM Z_METADATA"),
    Input("broken metadata", "Z_PLIST is not a property list", sql: "UPDATE Z_METADATA SET Z_PLIST = x'0102'"),
    Input("metadata of another kind", "Z_PLIST is empty or not a blob", sql: "UPDATE Z_METADATA SET Z_PLIST = 7"),
    Input("hashes of version 4", "entity hashes are of version 4") { path, good in
      try FileManager.default.copyItem(atPath: good, toPath: path)
      let connection = try Connection(path: path, mode: .readWrite)
      let data = try connection.withStatement("SELECT Z_PLIST FROM Z_METADATA") { statement in
        try statement.step() ? statement.data(0) : Data()
      }
      var entries = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
      entries["NSStoreModelVersionHashesVersion"] = 4
      let changed = try PropertyListSerialization.data(fromPropertyList: entries, format: .binary, options: 0)
      try connection.withStatement("UPDATE Z_METADATA SET Z_PLIST = ?1") { statement in
        try statement.bind(changed, at: 1)
        try statement.run()
      }
    },
    Input("no table of an entity", "The file has no table ZBOOK, which entity Book needs", sql: "DROP TABLE ZBOOK"),
    Input("a renamed column", "no column ZTITLE", sql: "ALTER TABLE ZBOOK RENAME COLUMN ZTITLE TO ZHEADLINE"),
    Input("no table of numbers", "has no table Z_PRIMARYKEY", sql: "DROP TABLE Z_PRIMARYKEY"),
    Input(
      "a number of another entity", "is Volume in Z_PRIMARYKEY and Book in the model",
      sql: "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Volume' WHERE Z_NAME = 'Book'"),
    Input("a folder", "is a folder") { path, _ in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    },
    Input("a FIFO", "is not a regular file") { path, _ in
      guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    },
  ]

  private static let readable: Set<String> = [
    "a folder", "no table of an entity", "a renamed column", "no table of numbers", "a number of another entity",
  ]

  private static func isUnreadable(_ input: Input) -> Bool { !readable.contains(input.name) }

  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    .path

  @Test(arguments: inputs) func isRefusedByEveryVerb(_ input: Input) throws {
    let folder = try TemporaryFolder()
    let good = folder.file("good.sqlite").path
    let captured = CapturedOutput()
    let seed = ["seed", Self.model, "--version", "Library", "--rows", "20", "-o", good]
    try #require(Tool.run(seed, console: captured.console) == .fine, "\(captured.errors)")
    // One file that says everything, so that it can be cut and copied.
    try Connection(path: good, mode: .readWrite).execute(
      "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
    let own = try TemporaryFolder()
    let path = own.file("bad.sqlite").path
    try input.make(path, good)
    let before = try FolderSnapshot(own.url)
    var verbs = [["inspect", path], ["check", "--model", Self.model, "--store", path]]
    verbs.append(["inspect", path, "--model", Self.model, "--entity", "Book"])
    verbs += [["explain", path, "--entity", "Book"], ["explain", path, "--entity", "Book", "--model", Self.model]]
    // A folder may be a model, and hashes are read without tables.
    if Self.isUnreadable(input) { verbs.append(["hash", path]) }
    for words in verbs {
      let captured = CapturedOutput()
      #expect(Tool.run(words, console: captured.console) == .failure, "\(words[0])")
      #expect(captured.output == "", "\(words[0])")
      let lines = captured.errors.split(separator: "\n")
      #expect(lines.count == 1, "\(words[0]): \(captured.errors)")
      #expect(lines.first?.hasPrefix("causeway: ") == true, "\(words[0])")
      #expect(
        captured.errors.contains(path) && (input.words.isEmpty || captured.errors.contains(input.words)),
        "\(words[0]): \(captured.errors)")
    }
    #expect(try FolderSnapshot(own.url) == before)
  }

  /// The verbs that take a store for the model that it keeps of itself.
  @Test(arguments: inputs) func isNoModelForAnyVerb(_ input: Input) throws {
    // Without a table or a number the model can still be read; so can another store's.
    guard Self.isUnreadable(input) || input.name == "a folder" else { return }
    let folder = try TemporaryFolder()
    let good = folder.file("good.sqlite").path
    let captured = CapturedOutput()
    let seed = ["seed", Self.model, "--version", "Library", "--rows", "20", "-o", good]
    try #require(Tool.run(seed, console: captured.console) == .fine, "\(captured.errors)")
    try Connection(path: good, mode: .readWrite).execute(
      "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
    let (own, out) = (try TemporaryFolder(), try TemporaryFolder())
    let path = own.file("bad.sqlite").path
    try input.make(path, good)
    let (before, empty) = (try FolderSnapshot(own.url), try FolderSnapshot(out.url))
    for words in [
      ["generate", path, "-o", out.file("classes").path], ["compile", path, "-o", out.file("M.momd").path],
      ["generate", path, "--core-data", "-o", out.file("classes").path],
      ["seed", path, "--rows", "1", "-o", out.file("new.sqlite").path], ["check", "--model", path, "--store", good],
    ] {
      let captured = CapturedOutput()
      #expect(Tool.run(words, console: captured.console) == .failure, "\(words[0])")
      #expect(captured.output == "", "\(words[0])")
      let lines = captured.errors.split(separator: "\n")
      #expect(lines.count == 1 && lines.first?.hasPrefix("causeway: ") == true, "\(words[0]): \(captured.errors)")
      #expect(captured.errors.contains(path), "\(words[0]): \(captured.errors)")
    }
    #expect(try FolderSnapshot(own.url) == before)
    #expect(try FolderSnapshot(out.url) == empty)
  }

  /// A model that the store keeps of itself and that cannot be read: verbs that need one refuse and write nothing, those
  /// that can do without say so.
  @Test(arguments: ["UPDATE Z_MODELCACHE SET Z_CONTENT = x'00FF00FF'", "UPDATE Z_MODELCACHE SET Z_CONTENT = ''"])
  func aBrokenModelIsRefusedWhereOneIsNeeded(_ sql: String) throws {
    let folder = try TemporaryFolder()
    let good = folder.file("good.sqlite").path
    let captured = CapturedOutput()
    let seed = ["seed", Self.model, "--version", "Library", "--rows", "20", "-o", good]
    try #require(Tool.run(seed, console: captured.console) == .fine, "\(captured.errors)")
    try Connection(path: good, mode: .readWrite).execute(
      "\(sql); PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
    let (before, out) = (try FolderSnapshot(folder.url), try TemporaryFolder())
    let empty = try FolderSnapshot(out.url)
    func path(_ name: String) -> String { out.file(name).path }
    for words in [
      ["explain", good, "--entity", "Book"],
      ["explain", good, "--entity", "Book", "--where", "pageCount > 3", "--json"],
      ["inspect", good, "--history"], ["generate", good, "-o", path("classes")],
      ["generate", good, "--core-data", "-o", path("classes")], ["compile", good, "-o", path("M.momd")],
      ["seed", good, "--rows", "1", "-o", path("new.sqlite")], ["diff", good, Self.model], ["diff", Self.model, good],
      ["freeze", good, "-o", path("V1.swift")], ["doctor", good],
      ["doctor", good, "--fix", "-o", path("mended.sqlite")],
      ["check", "--model", good, "--store", good],
    ] {
      let captured = CapturedOutput()
      #expect(Tool.run(words, console: captured.console) == .failure, "\(words)")
      #expect(captured.output == "", "\(words)")
      let lines = captured.errors.split(separator: "\n")
      #expect(lines.count == 1 && lines.first?.hasPrefix("causeway: ") == true, "\(words): \(captured.errors)")
      #expect(captured.errors.contains(good), "\(words): \(captured.errors)")
    }
    // Hashes, tables and counts are the file's own; a model that is given replaces the broken one.
    for (words, status) in [
      (["inspect", good], causeway.ExitStatus.findings), (["hash", good], .findings),
      (["explain", good, "--entity", "Book", "--model", Self.model], .findings),
    ] {
      let captured = CapturedOutput()
      #expect(Tool.run(words, console: captured.console) == status, "\(words): \(captured.errors)")
      #expect(captured.output != "", "\(words)")
    }
    #expect(try FolderSnapshot(folder.url) == before)
    #expect(try FolderSnapshot(out.url) == empty)
  }

  @Test(arguments: ["-wal", "-shm", "-journal"]) func aFileBesideTheStoreIsNamed(_ end: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Library.sqlite").path + end
    try Data([1]).write(to: URL(fileURLWithPath: path))
    for words in [
      ["inspect", path], ["hash", path], ["check", "--model", Self.model, "--store", path],
      ["explain", path, "--entity", "Book"],
    ] {
      let captured = CapturedOutput()
      #expect(Tool.run(words, console: captured.console) == .failure)
      #expect(captured.errors.contains("is the \(end) file of a store") && captured.output.isEmpty)
    }
  }

  @Test(arguments: ["seed", "generate"], ["", ":memory:"])
  func whatIsNoPathIsRefused(_ verb: String, _ path: String) {
    let captured = CapturedOutput()
    let words = [verb, Self.model, "-o", path] + (verb == "seed" ? ["--rows", "1"] : [])
    #expect(Tool.run(words, console: captured.console) == .failure)
    #expect(captured.errors.contains("--output takes a path; \"\(path)\" is no usable one"), "\(captured.errors)")
    #expect(captured.errors.split(separator: "\n").count == 1 && captured.output.isEmpty)
  }

  @Test func seedNeverTouchesWhatIsThere() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("there.sqlite").path
    try Data("something".utf8).write(to: URL(fileURLWithPath: path))
    let before = try FolderSnapshot(folder.url)
    for store in [path, folder.url.path, "/proc/self/none.sqlite", folder.file("no/such/folder.sqlite").path] {
      let captured = CapturedOutput()
      #expect(Tool.run(["seed", Self.model, "--rows", "1", "-o", store], console: captured.console) == .failure)
      #expect(
        captured.errors.split(separator: "\n").count == 1 && captured.errors.contains(store), "\(captured.errors)")
    }
    #expect(try FolderSnapshot(folder.url) == before)
  }
}
