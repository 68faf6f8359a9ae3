import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

/// `inspect` reads what it may not write, and leaves every file as it is.
@Suite struct InspectUntouchedTests {
  private let folder: TemporaryFolder
  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    .path

  init() throws { folder = try TemporaryFolder() }

  private func seed(_ path: String, rows: Int = 5) throws {
    let captured = CapturedOutput()
    let words = ["seed", Self.model, "--version", "Library", "--rows", "\(rows)", "-o", path]
    try #require(Tool.run(words, console: captured.console) == .fine, "\(captured.errors)")
  }

  private func bookRows(_ output: String) throws -> Int? {
    let document = try JSONDocument(output)
    let book = document["entities"]?.elements.first { $0["name"]?.string == "Book" }
    if case .number(let rows)? = book?["rows"] { return Int(rows) }
    return nil
  }

  private struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  private func process(_ words: [String]) throws -> (process: Process, result: () -> Outcome) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return (
      process,
      {
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, output: text, errors: words)
      }
    )
  }

  @Test func aStoreIsReadTwiceAtOnce() throws {
    let path = folder.file("Library.sqlite").path
    try seed(path)
    try Connection(path: path, mode: .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let before = try FolderSnapshot(folder.url)
    let first = try Connection(path: path, mode: .untouched)
    let second = try Connection(path: path, mode: .untouched)
    #expect(try second.integer("SELECT count(*) FROM ZBOOK") == first.integer("SELECT count(*) FROM ZBOOK"))
    #expect(try FolderSnapshot(folder.url) == before)
  }

  @Test func aLinkShowsTheLogOfItsFile() throws {
    let path = folder.file("Library.sqlite").path
    try seed(path)
    let writer = try Connection(path: path, mode: .readWrite)
    try writer.execute("PRAGMA wal_autocheckpoint = 0; UPDATE ZBOOK SET ZTITLE = 'in the log'")
    let other = try TemporaryFolder()
    let link = other.file("link.sqlite").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let rows = CapturedOutput()
    #expect(Tool.run(["inspect", link, "--entity", "Book", "--limit", "1"], console: rows.console) == .fine)
    #expect(rows.output.contains("\"in the log\""))
    let whole = CapturedOutput()
    #expect(Tool.run(["inspect", link], console: whole.console) == .fine)
    #expect(whole.output.contains("  journal            write-ahead log with "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.url.path) == ["link.sqlite"])
  }

  @Test func aLogWithoutItsIndexIsRead() throws {
    let path = folder.file("Library.sqlite").path
    try seed(path)
    let writer = try Connection(path: path, mode: .readWrite)
    try writer.execute("PRAGMA wal_autocheckpoint = 0; UPDATE ZBOOK SET ZTITLE = 'in the log'")
    let copy = try TemporaryFolder()
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + end, toPath: copy.file("copy.sqlite").path + end)
    }
    let before = try FolderSnapshot(copy.url)
    let captured = CapturedOutput()
    let words = ["inspect", copy.file("copy.sqlite").path, "--entity", "Book", "--limit", "1"]
    #expect(Tool.run(words, console: captured.console) == .fine)
    #expect(captured.output.contains("\"in the log\""))
    let whole = CapturedOutput()
    #expect(Tool.run(["inspect", copy.file("copy.sqlite").path], console: whole.console) == .fine)
    #expect(whole.output.contains("  journal            write-ahead log with ") && whole.output.contains(", no -shm\n"))
    #expect(try FolderSnapshot(copy.url) == before)
  }

  @Test func aWriterInTheMiddleOfATransactionIsNotWaitedFor() throws {
    let path = folder.file("Library.sqlite").path
    try seed(path)
    let writer = try Connection(path: path, mode: .readWrite)
    try writer.execute("BEGIN IMMEDIATE; DELETE FROM ZBOOK")
    let before = try FolderSnapshot(folder.url)
    let outcome = try process([BuiltCommand.url.path, "inspect", path, "--json"]).result()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try bookRows(outcome.output) == 5)
    #expect(try FolderSnapshot(folder.url) == before)
    try writer.execute("ROLLBACK")
  }

  @Test func aStoreThatAnotherProcessWritesIsReadInOneState() throws {
    let path = folder.file("Library.sqlite").path
    let rows = 4000
    let writer = try process([
      BuiltCommand.url.path, "seed", Self.model, "--version", "Library", "--rows", "\(rows)", "-o", path,
    ])
    /// A seed works in a hidden folder, and moves what is whole.
    func place() -> String {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []
      let hidden = names.first { $0.hasPrefix(".causeway-") }
      return hidden.map { folder.file($0).appendingPathComponent("Library.sqlite").path } ?? path
    }
    var (reads, states) = (0, Set<Int>())
    while writer.process.isRunning {
      let captured = CapturedOutput()
      let status = Tool.run(["inspect", place(), "--json"], console: captured.console)
      // Before its first transaction the file is no store yet.
      guard status != .failure else { continue }
      reads += 1
      states.insert(try #require(try bookRows(captured.output)))
    }
    let outcome = writer.result()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(reads > 0 && states.isSubset(of: [0, rows]), "\(states)")
    print("inspect beside a writing process: \(reads) reads, all of one state")
    let captured = CapturedOutput()
    #expect(Tool.run(["inspect", path, "--json"], console: captured.console) == .fine)
    #expect(try bookRows(captured.output) == rows)
  }

  @Test func aFolderWithoutWritePermissionIsRead() throws {
    let path = folder.file("Library.sqlite").path
    try seed(path)
    // A log beside it, so that SQLite alone would have to make an index.
    let writer = try Connection(path: path, mode: .readWrite)
    try writer.execute("PRAGMA wal_autocheckpoint = 0; UPDATE ZBOOK SET ZTITLE = 'in the log'")
    let copy = try TemporaryFolder()
    let target = copy.file("copy.sqlite").path
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + end, toPath: target + end)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: target + end)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: copy.url.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: copy.url.path) }
    var words = [BuiltCommand.url.path, "inspect", target, "--json"]
    // Permissions mean nothing to root.
    if getuid() == 0, FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") {
      words = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + words
    }
    let before = try FolderSnapshot(copy.url)
    let outcome = try process(words).result()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try bookRows(outcome.output) == 5)
    #expect(try FolderSnapshot(copy.url) == before)
  }
}
