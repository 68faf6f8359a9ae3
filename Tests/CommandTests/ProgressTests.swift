import Foundation
import SQLiteStore
import Synchronization
import TestKit
import Testing

@testable import causeway

@Suite struct ProgressTests {
  private final class Screen: Sendable {
    let text = Mutex("")

    func console(isTerminal: Bool) -> Console {
      Console(
        errorsAreTerminal: isTerminal, output: { _ in }, errors: { new in self.text.withLock { $0 += new } })
    }
  }

  @Test func aTerminalSeesALineThatGoesAway() async throws {
    let screen = Screen()
    let line = ProgressLine("reading", console: screen.console(isTerminal: true), delay: .milliseconds(1))
    line.update(7)
    var rounds = 0
    while screen.text.withLock({ $0.isEmpty }) && rounds < 500 {
      try await Task.sleep(for: .milliseconds(10))
      rounds += 1
    }
    line.finish()
    line.finish()
    let text = screen.text.withLock { $0 }
    #expect(text.hasPrefix("\r\u{1B}[Kreading 7 … "))
    #expect(text.hasSuffix("s\r\u{1B}[K"))
    try await Task.sleep(for: .milliseconds(300))
    #expect(screen.text.withLock { $0 } == text)
  }

  @Test func nothingGoesElsewhereAndNothingBeforeItsTime() async throws {
    let (file, terminal) = (Screen(), Screen())
    let lines = [
      ProgressLine("a", console: file.console(isTerminal: false), delay: .milliseconds(1)),
      ProgressLine("b", console: terminal.console(isTerminal: true), delay: .seconds(86400)),
    ]
    try await Task.sleep(for: .milliseconds(100))
    lines.forEach { $0.finish() }
    #expect(file.text.withLock { $0 }.isEmpty && terminal.text.withLock { $0 }.isEmpty)
  }

  /// The verbs that read, make or compare more than an instant's worth: on a terminal each shows what it is at, and takes
  /// the line away before its result; the result is the same as elsewhere.
  @Test func everyVerbSaysWhatItIsAtAndTakesItAway() throws {
    #expect(Console.standard.progressDelay == .seconds(1))
    let folder = try TemporaryFolder()
    func path(_ name: String) -> String { folder.file(name).path }
    let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld").path
    let (old, store) = (model + "#Library", path("Library.sqlite"))
    try Data("import CoreData\nfinal class A {}\n".utf8).write(to: folder.file("A.swift"))
    var shown = 0
    for (words, titles) in [
      (["seed", model, "--version", "Library", "--rows", "50", "-o", store], ["making rows"]),
      (["inspect", store], ["reading the store"]),
      (["inspect", store, "--entity", "Book", "--json"], ["reading the store", "reading rows"]),
      (["explain", store, "--entity", "Book"], ["reading the store"]), (["hash", store], ["reading the store"]),
      (["hash", model], ["hashing 2 versions"]), (["diff", old, store], ["reading the store", "comparing"]),
      (["doctor", store], ["checking"]), (["compile", model, "-o", path("M.momd")], ["compiling 2 versions"]),
      (["generate", model, "--versioned", "-o", path("Versions")], ["writing versions"]),
      (["portable", path("A.swift")], ["reading Swift files"]),
      (["migrate", store, "--to", model, "--version", "Library 2", "--allow-inferred"], ["migrating"]),
      (["copy", store, "--to-model", model, "--version", "Library 2", "-o", path("Copy.sqlite")], ["copying"]),
    ] {
      let screen = Screen()
      let output = Mutex("")
      let console = Console(
        errorsAreTerminal: true, progressDelay: .zero, output: { new in output.withLock { $0 += new } },
        errors: { new in screen.text.withLock { $0 += new } })
      let status = Tool.run(words, console: console)
      let errors = screen.text.withLock { $0 }
      #expect(status != .failure, "\(words): \(errors)")
      for title in titles { #expect(errors.contains("\r\u{1B}[K\(title)"), "\(words): \(errors.debugDescription)") }
      // What is left on the screen once each line is overwritten.
      let left = errors.components(separatedBy: "\r\u{1B}[K").last ?? ""
      #expect(!left.contains(" … "), "\(words): \(errors.debugDescription)")
      #expect(!output.withLock { $0 }.isEmpty, "\(words)")
      shown += 1
    }
    print("verbs that show their progress on a terminal: \(shown) of \(shown) calls")
  }

  @Test func colourIsForTerminals() {
    let plain = Console(output: { _ in }, errors: { _ in })
    let coloured = Console(usesColor: true, output: { _ in }, errors: { _ in })
    #expect(plain.styled("a", .red) == "a")
    #expect(coloured.styled("a", .red) == "\u{1B}[31ma\u{1B}[0m")
  }

  @Test(arguments: [
    (
      MigrationProgress(
        step: "copying Book", stepRows: 120_000, stepTotal: 1_000_000, rows: 120_000, totalRows: 1_000_000),
      1.64, "copying Book 120,000 of 1,000,000 rows, 13 s left"
    ),
    // The rows of all steps count.
    (
      MigrationProgress(
        step: "copying Loan", stepRows: 50_000, stepTotal: 500_000, rows: 1_050_000, totalRows: 1_500_000),
      21, "copying Loan 50,000 of 500,000 rows, 9 s left"
    ),
    (
      MigrationProgress(step: "copying Book", stepRows: 1, stepTotal: 1, rows: 1, totalRows: 2000), 1,
      "copying Book 1 of 1 row, 34 min left"
    ),
    (
      MigrationProgress(step: "copying Book", stepRows: 10, stepTotal: 90, rows: 10, totalRows: 1_000_000), 1,
      "copying Book 10 of 90 rows, 28 h left"
    ),
    // Too early to say.
    (
      MigrationProgress(step: "copying Book", stepRows: 10, stepTotal: 90, rows: 10, totalRows: 90), 0.9,
      "copying Book 10 of 90 rows"
    ),
    (MigrationProgress(step: "copying Book", stepTotal: 90, rows: 0, totalRows: 90), 9, "copying Book 0 of 90 rows"),
    (MigrationProgress(step: "making indexes", rows: 90, totalRows: 90), 9, "making indexes"),
    (
      MigrationProgress(step: "adding the column ZPAGES to ZBOOK", rows: 0, totalRows: 90), 9,
      "adding the column ZPAGES to ZBOOK"
    ),
  ])
  func migrationsSayRowsAndTime(_ progress: MigrationProgress, _ seconds: Double, _ words: String) {
    #expect(MigrationPace.words(progress, at: .seconds(seconds)) == words)
  }

  /// On a terminal, by a clock of its own.
  @Test func aMigrationsLineFollowsItsClock() async throws {
    let screen = Screen()
    let line = MigrationLine(screen.console(isTerminal: true), delay: .milliseconds(1), elapsed: { .seconds(6) })
    line.update(MigrationProgress(step: "copying Book", stepRows: 1000, stepTotal: 3000, rows: 1000, totalRows: 3000))
    var rounds = 0
    while screen.text.withLock({ !$0.contains("copying") }) && rounds < 500 {
      try await Task.sleep(for: .milliseconds(10))
      rounds += 1
    }
    line.finish()
    #expect(screen.text.withLock { $0 }.contains("\r\u{1B}[Kcopying Book 1,000 of 3,000 rows, 12 s left"))
    #expect(screen.text.withLock { $0 }.hasSuffix("left\r\u{1B}[K"))
  }
}
