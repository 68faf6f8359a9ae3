import Foundation
import TestKit
import Testing

/// The launch argument `-com.apple.CoreData.MigrationDebug 1`: the way that is taken, on the standard error of a process.
@Suite struct MigrationDebugTests {
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

  /// The lines of a process, each without its beginning and the store's path.
  private func lines(_ verb: String, _ arguments: [String] = [], _ environment: [String: String] = [:]) throws
    -> [String]
  {
    let outcome = try Subprocess([program, verb, url.path] + arguments, environment: environment).run()
    #expect(outcome.isFine, "\(outcome.output)")
    let start = "Causeway: migration: \(url.path): "
    return outcome.output.split(separator: "\n").filter { $0.hasPrefix(start) }.map {
      String($0.dropFirst(start.count))
    }
  }

  private static let argument = ["-com.apple.CoreData.MigrationDebug", "1"]

  @Test func aContainerTellsItsStages() throws {
    #expect(
      try lines("new", Self.argument) == [
        "1.0.0 (V1) to 2.0.0 (V2) (custom stage)", "on a copy beside the store, which took its place",
        "Note: 3 rows before, 3 after", "Note.mark: \"\" in 3 rows",
      ])
    // Nothing is left to do, and nothing to tell.
    #expect(try lines("new", Self.argument) == [])
  }

  @Test func aCoordinatorTellsThatItInfers() throws {
    #expect(
      try lines("notes", Self.argument) == [
        "differs from the model, and migrates by inference", "in place, in one transaction that only adds",
        "Note: 3 rows before, 3 after",
      ])
  }

  @Test func theEnvironmentAsksForItToo() throws {
    #expect(try lines("notes", [], ["CAUSEWAY_MIGRATION_DEBUG": "1"]).count == 3)
  }

  @Test(arguments: [[], ["-com.apple.CoreData.MigrationDebug", "0"]]) func nobodyIsToldUnasked(_ words: [String]) throws
  {
    let outcome = try Subprocess([program, "new", url.path] + words).run()
    #expect(outcome.isFine && !outcome.output.contains("Causeway"), "\(outcome.output)")
  }
}
