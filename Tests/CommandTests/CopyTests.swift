import Foundation
import SQLiteDriver
import SQLiteStore
import TestKit
import Testing

@testable import causeway

@Suite struct CopyTests {
  private let folder: TemporaryFolder
  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    .path

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.file(name).path }

  private func run(_ words: String...) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  private func seed(_ name: String, rows: Int = 30, version: String = "Library") throws -> String {
    let result = run("seed", Self.model, "--version", version, "--rows", "\(rows)", "-o", path(name))
    try #require(result.status == .fine, "\(result.errors)")
    return path(name)
  }

  private func rows(_ sql: String, _ store: String) throws -> [String] {
    try Connection(path: store, mode: .untouched).withStatement(sql) { statement in
      var rows: [String] = []
      while try statement.step() { rows.append(statement.optionalText(0) ?? "-") }
      return rows
    }
  }

  @Test func aNewStoreOfTheNewestVersion() throws {
    let old = try seed("Old.sqlite")
    let dry = run("copy", old, "--to-model", Self.model, "-o", path("New.sqlite"), "--dry-run")
    #expect(dry.status == .fine && !FileManager.default.fileExists(atPath: path("New.sqlite")), "\(dry.errors)")
    let made = run("copy", old, "--to-model", Self.model, "-o", path("New.sqlite"), "--batch", "8")
    #expect(made.status == .fine && made.errors.isEmpty, "\(made.errors)\(made.output)")
    #expect(
      made.output.contains("  Copied ")
        && dry.output == made.output.replacingOccurrences(of: "Copied", with: "Would copy"))
    #expect(try rows("SELECT count(*) FROM ZBOOK", path("New.sqlite")) == ["30"])
    #expect(run("check", "--model", Self.model, "--store", path("New.sqlite")).status == .fine)
    #expect(run("doctor", path("New.sqlite")).status == .fine)
    let again = run("copy", old, "--to-model", Self.model, "-o", path("New.sqlite"))
    #expect(again.status == .failure && again.errors.contains("exists already"))
    let resumed = run("copy", old, "--to-model", Self.model, "-o", path("New.sqlite"), "--resume")
    #expect(resumed.status == .failure && resumed.errors.contains("no copy of it is unfinished"), "\(resumed.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter {
      !$0.hasSuffix("_SUPPORT")
    }
    #expect(names.sorted() == ["New.sqlite", "Old.sqlite"])
  }

  @Test func whatStaysBehindIsNamed() throws {
    let new = try seed("New.sqlite", version: "Library 2")
    let back = run("copy", new, "--to-model", Self.model, "--version", "Library", "-o", path("Back.sqlite"))
    #expect(back.status == .fine, "\(back.errors)\(back.output)")
    #expect(back.output.contains("stays behind  "), "\(back.output)")
  }

  @Test func refusalsAreListed() throws {
    let model = path("M.xcdatamodel")
    try FileManager.default.createDirectory(atPath: model, withIntermediateDirectories: true)
    func write(_ attributes: String) throws {
      try """
      <?xml version="1.0" encoding="UTF-8"?><model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>\(attributes)</entity></model>
      """.write(toFile: model + "/contents", atomically: true, encoding: .utf8)
    }
    try write("")
    #expect(run("seed", model, "--rows", "3", "-o", path("S.sqlite")).status == .fine)
    try write("<attribute name=\"color\" attributeType=\"String\"/>")
    for words in [["--dry-run"], [], ["--json"]] {
      let captured = CapturedOutput()
      let status = Tool.run(
        ["copy", path("S.sqlite"), "--to-model", model, "-o", path("T.sqlite")] + words, console: captured.console)
      #expect(status == .findings && captured.output.contains("Tag") && captured.output.contains("color"))
      #expect(!captured.output.contains("source.sqlite"), "\(captured.output)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["M.xcdatamodel", "S.sqlite"])
  }

  @Test func mergingTwiceMakesNoDoubles() throws {
    let source = try seed("A.sqlite", rows: 20)
    let target = path("B.sqlite")
    let made = self.run("seed", Self.model, "--version", "Library", "--rows", "5", "--seed", "9", "-o", target)
    #expect(made.status == .fine)
    let merge = ["copy", source, "--to-model", Self.model, "--version", "Library", "-o", target]
    func run(_ words: [String]) throws -> (status: causeway.ExitStatus, document: JSONDocument) {
      let captured = CapturedOutput()
      let status = Tool.run(merge + words + ["--json"], console: captured.console)
      return (status, try JSONDocument(captured.output))
    }
    let unkeyed = try run(["--key", "Tag=name"])
    #expect(unkeyed.status == .findings && unkeyed.document["outcome"]?.string == "refused")
    #expect(unkeyed.document["refusal"]?["findings"]?.elements.count == 3)
    let keys = ["Book=isbn", "Loan=dueAt,memberName", "Member=cardNumber", "Tag=name"].flatMap { ["--key", $0] }
    let before = try rows("SELECT count(*) FROM ZBOOK", target)
    let dry = try run(keys + ["--dry-run"])
    #expect(try rows("SELECT count(*) FROM ZBOOK", target) == before)
    let merged = try run(keys)
    #expect(dry.status == .fine && merged.status == .fine)
    #expect(dry.document["entities"] == merged.document["entities"])
    #expect(dry.document["outcome"]?.string == "counted" && merged.document["outcome"]?.string == "merged")
    let tables = ["ZBOOK", "ZLOAN", "ZMEMBER", "ZTAG"]
    let counts = try tables.map { try rows("SELECT count(*) FROM \($0)", target) }
    let again = try run(keys)
    #expect(again.document["entities"]?.elements.allSatisfy { $0["copied"] == .number(0) } == true)
    #expect(try tables.map { try rows("SELECT count(*) FROM \($0)", target) } == counts)
    #expect(self.run("doctor", target).status == .fine)
  }

  /// Objects that are there keep their values, so that nothing is filled in them.
  @Test func aMergeFillsWhatItInsertsOnly() throws {
    let old = try seed("A.sqlite", rows: 6)
    let target = path("B.sqlite")
    #expect(run("seed", Self.model, "--rows", "2", "--seed", "9", "-o", target).status == .fine)
    let keys = ["Book=isbn", "Loan=dueAt", "Member=cardNumber", "Tag=name"].flatMap { ["--key", $0] }
    func merge() -> (status: causeway.ExitStatus, output: String) {
      let captured = CapturedOutput()
      let status = Tool.run(["copy", old, "--to-model", Self.model, "-o", target] + keys, console: captured.console)
      return (status, captured.output)
    }
    let before = try rows("SELECT count(*) FROM ZBOOK", target).first.flatMap { Int($0) } ?? 0
    let first = merge()
    let inserted = (try rows("SELECT count(*) FROM ZBOOK", target).first.flatMap { Int($0) } ?? 0) - before
    #expect(first.status == .fine && inserted > 0, "\(first.output)")
    #expect(
      first.output.contains("filled  Book.isArchived with false, in \(inserted) objects"), "\(first.output)")
    let second = merge()
    #expect(second.status == .fine && !second.output.contains("filled"), "\(second.output)")
    #expect(second.output.contains("Relationships that were set in objects that are there are not counted."))
  }

  /// What must be unique and is not the key is looked at before anything is written.
  @Test func aCardNumberOfAnotherMemberIsToldBeforehand() throws {
    let source = try seed("A.sqlite", rows: 6)
    let target = path("B.sqlite")
    func change(_ store: String, _ statements: String) throws {
      try Connection(path: store, mode: .readWrite).execute(statements)
    }
    try change(source, "UPDATE ZMEMBER SET ZNAME = 'Member ' || Z_PK")
    try SQLiteStore.copy(source, to: target)
    // Loans come before members.
    try change(target, "DELETE FROM ZLOAN; UPDATE ZMEMBER SET Z_PK = 102, ZNAME = 'Somebody' WHERE Z_PK = 2")
    func merge(_ key: String, _ words: [String] = []) -> (status: causeway.ExitStatus, output: String) {
      let captured = CapturedOutput()
      let keys = ["Book=isbn", "Loan=dueAt,memberName", "Tag=name", key].flatMap { ["--key", $0] }
      let status = Tool.run(
        ["copy", source, "--to-model", Self.model, "--version", "Library", "-o", target] + keys + words,
        console: captured.console)
      return (status, captured.output)
    }
    for words in [["--dry-run"], []] {
      let refused = merge("Member=name", words)
      #expect(refused.status == .findings, "\(refused.output)")
      #expect(refused.output.contains("Member.cardNumber: row 2 of the source has X'"), "\(refused.output)")
      #expect(refused.output.contains("and row 102 of the destination has"), "\(refused.output)")
      #expect(refused.output.contains("The objects of \(source) cannot be inserted"), "\(refused.output)")
      #expect(try rows("SELECT count(*) FROM ZLOAN", target) == ["0"])
      #expect(try rows("SELECT count(*) FROM ZMEMBER", target) == ["6"])
    }
    // By the number it is the same member.
    let merged = merge("Member=cardNumber")
    #expect(merged.status == .fine, "\(merged.output)")
    #expect(try rows("SELECT count(*) FROM ZMEMBER", target) == ["6"])
    #expect(try rows("SELECT ZNAME FROM ZMEMBER WHERE Z_PK = 102", target) == ["Somebody"])
    #expect(try rows("SELECT count(*) FROM ZLOAN", target) == rows("SELECT count(*) FROM ZLOAN", source))
  }

  @Test(arguments: [
    (["S", "--to-model", "M"], "-o STORE is missing"), (["S", "-o", "T"], "--to-model MODEL is missing"),
    (
      ["S", "--to-model", "M", "-o", "T", "--key", "Book"],
      "--key takes ENTITY=ATTRIBUTE, such as Book=isbn or Person=name,born, not \"Book\""
    ),
    (
      ["S", "--to-model", "M", "-o", "T", "--key", "Book=a", "--key", "Book=b"],
      "--key Book is given twice; several attributes go into one: Book=a,b"
    ),
    (
      ["S", "--to-model", "M", "-o", "T", "--key", "Book=a", "--resume"],
      "--resume goes on with a new store; a merge is simply run again, without it"
    ),
    (
      ["S", "--to-model", "M", "-o", "T", "--resume", "--dry-run"], "--dry-run writes nothing; leave --resume out"
    ),
    (["S", "--to-model", "M", "-o", "T", "--batch", "0"], "--batch takes a whole number (1 to 1000000), not \"0\""),
  ])
  func badInputIsOneLine(_ words: [String], _ line: String) {
    let captured = CapturedOutput()
    #expect(Tool.run(["copy"] + words, console: captured.console) == .failure)
    #expect(captured.output.isEmpty && captured.errors == "causeway: \(line)\n")
  }

  // MARK: stopped

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL]) func aStoppedCopyIsGoneOnWith(_ number: Int32) throws {
    let old = try seed("Old.sqlite", rows: 1500)
    let whole = path("Whole.sqlite")
    #expect(run("copy", old, "--to-model", Self.model, "-o", whole).status == .fine)
    let new = path("New.sqlite")
    let process = Process()
    process.executableURL = BuiltCommand.url
    // So small batches that it takes its time.
    process.arguments = ["copy", old, "--to-model", Self.model, "-o", new, "--batch", "1"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    var rounds = 0
    while !FileManager.default.fileExists(atPath: new + ".copying"), process.isRunning, rounds < 3000 {
      usleep(10_000)
      rounds += 1
    }
    usleep(100_000)
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
    #expect(!FileManager.default.fileExists(atPath: new))
    // Nothing helps against the last one.
    let left = try scratches()
    #expect(left.count == (number == SIGKILL ? 1 : 0), "\(left)")
    let refused = run("copy", old, "--to-model", Self.model, "-o", new)
    #expect(refused.status == .failure && refused.errors.contains("--resume goes on with"), "\(refused.errors)")
    let resumed = run("copy", old, "--to-model", Self.model, "-o", new, "--resume")
    #expect(resumed.status == .fine, "\(resumed.errors)")
    #expect(try scratches().isEmpty)
    for table in ["ZBOOK", "ZLOAN", "ZMEMBER", "ZSHELF", "ZTAG"] {
      let sql = "SELECT group_concat(Z_PK || ' ' || Z_OPT) FROM (SELECT * FROM \(table) ORDER BY Z_PK)"
      #expect(try rows(sql, new) == rows(sql, whole), "\(table)")
    }
    #expect(run("doctor", new).status == .fine)
  }

  private func scratches() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasSuffix("-scratch") }.sorted()
  }

  /// What a dead process left goes with the next copy into the same output; what is another's, or in use, stays.
  @Test(arguments: [false, true]) func whatAKilledCopyLeftIsRemoved(_ resumes: Bool) throws {
    let old = try seed("Old.sqlite", rows: 3)
    let (left, held) = (".New.sqlite-\(UUID().uuidString)-scratch", ".New.sqlite-\(UUID().uuidString)-scratch")
    let others = [".Other.sqlite-\(UUID().uuidString)-scratch", ".New.sqlite-notes-scratch"]
    for name in [left, held] + others {
      let url = folder.file(name)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      try Data("rows".utf8).write(to: url.appendingPathComponent("source.sqlite"))
    }
    let descriptor = open(path(held), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let copied = Tool.run(
      ["copy", old, "--to-model", Self.model, "-o", path("New.sqlite")] + (resumes ? ["--resume"] : []),
      console: CapturedOutput().console)
    #expect(copied == .fine)
    #expect(try scratches() == ([held] + others).sorted())
    close(descriptor)
    try SQLiteStore.remove(path("New.sqlite"))
    #expect(run("copy", old, "--to-model", Self.model, "-o", path("New.sqlite")).status == .fine)
    #expect(try scratches() == others.sorted())
  }

  /// Two stores whose large values lie in one folder.
  @Test func aStoreBesideOneOfItsBaseName() throws {
    let first = run("seed", Self.model, "--rows", "8", "--extremes", "-o", path("a.sqlite"))
    #expect(first.status == .fine, "\(first.errors)")
    let second = run("seed", Self.model, "--rows", "8", "--extremes", "-o", path("a.store"))
    #expect(second.status == .fine, "\(second.errors)")
    let copied = run("copy", path("a.sqlite"), "--to-model", Self.model, "-o", path("a.copy"))
    #expect(copied.status == .fine, "\(copied.errors)")
    let mended = run("doctor", path("a.store"), "--fix", "-o", path("a.mended"))
    #expect(mended.status == .fine, "\(mended.errors)\(mended.output)")
    let old = try seed("a.old")
    let migrated = run("migrate", old, "--to", Self.model, "-o", path("a.new"))
    #expect(migrated.status == .fine, "\(migrated.errors)\(migrated.output)")
    for name in ["a.sqlite", "a.store", "a.copy", "a.mended", "a.old", "a.new"] {
      #expect(run("doctor", path(name)).status == .fine, "\(name)")
    }
  }
}
