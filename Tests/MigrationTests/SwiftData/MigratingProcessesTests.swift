import Foundation
import TestKit
import Testing

/// Two processes that open one old store at once, through the faces: one migrates it, the other waits and then opens it.
@Suite struct MigratingProcessesTests {
  private let folder: TemporaryFolder
  private let url: URL
  private let program: String

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Notes.store")
    program = try BuiltPackage().folder.appendingPathComponent("coexistence-worker").path
    let made = try Subprocess([program, "old", url.path]).run()
    #expect(made.isFine, "\(made.output)")
  }

  /// A process that runs while the test goes on: no thread of the tests waits for it.
  private struct Running {
    let process = Process()
    let output: URL

    init(_ words: [String], environment: [String: String], output: URL) throws {
      self.output = output
      _ = FileManager.default.createFile(atPath: output.path, contents: nil)
      let handle = try FileHandle(forWritingTo: output)
      process.executableURL = URL(fileURLWithPath: words[0])
      process.arguments = Array(words.dropFirst())
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardOutput = handle
      process.standardError = handle
      try process.run()
    }

    func end() throws -> (isFine: Bool, output: String) {
      process.waitUntilExit()
      return (process.terminationStatus == 0, try String(contentsOf: output, encoding: .utf8))
    }
  }

  private func start(_ name: String, ready: URL, go: URL? = nil, hold: URL? = nil) throws -> Running {
    var environment = ["NAME": name, "READY": ready.path]
    environment["GO"] = go?.path
    environment["HOLD"] = hold?.path
    return try Running([program, "new", url.path], environment: environment, output: folder.file("output-\(name)"))
  }

  private func wait(for file: URL) throws {
    for _ in 0..<12_000 where !FileManager.default.fileExists(atPath: file.path) { usleep(5000) }
    try #require(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func oneMigratesAndTheOtherWaits() throws {
    let (ready, go, hold) = (folder.file("ready"), folder.file("go"), folder.file("hold"))
    let first = try start("first", ready: ready, go: go, hold: hold)
    try wait(for: ready)
    // The store is in the hands of the first now, whose stage is running.
    let second = try start("second", ready: folder.file("other"))
    let third = try Running([program, "notes", url.path], environment: [:], output: folder.file("output-notes"))
    usleep(500_000)
    #expect(
      third.process.isRunning && second.process.isRunning
        && !FileManager.default.fileExists(atPath: folder.file("other").path))
    try Data().write(to: go)
    // The first keeps the store open, as an app does, while the others come to their turn.
    let outcome = try second.end()
    #expect(outcome.isFine && outcome.output.contains("a by first, b by first, c by first"), "\(outcome.output)")
    let counted = try third.end()
    #expect(counted.isFine && counted.output == "3\n", "\(counted.output)")
    try Data().write(to: hold)
    #expect(try first.end().output.contains("a by first"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("other").path))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(left.allSatisfy { !$0.contains("migration") }, "\(left)")
  }

  /// Whoever starts first: all of them end with the same store, migrated once.
  @Test func manyAtOnceMigrateOnce() throws {
    let all = try (1...4).map { try start("p\($0)", ready: folder.file("ready\($0)")) }
    var outputs: Set<String> = []
    for process in all {
      let outcome = try process.end()
      #expect(outcome.isFine, "\(outcome.output)")
      outputs.insert(outcome.output)
    }
    #expect(outputs.count == 1, "\(outputs)")
    let ran = (1...4).filter { FileManager.default.fileExists(atPath: folder.file("ready\($0)").path) }
    #expect(ran.count == 1 && outputs.first?.contains("a by p\(ran.first ?? 0)") == true)
  }
}
