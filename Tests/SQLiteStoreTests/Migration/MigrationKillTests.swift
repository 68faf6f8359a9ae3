import Foundation
import ModelDescription
import ModelEvolution
import SQLiteDriver
import TestKit
import Testing

@testable import SQLiteStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that migrates is killed at random instants: the path holds the old store or the new one, and nothing that it
/// left is in the way of the next.
@Suite struct MigrationKillTests {
  private static let kills = FullRun.isOn ? 500 : 12

  /// Rows enough that a migration takes a while.
  private func makeLarge(_ path: String) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(
      """
      WITH n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
        INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAGES) SELECT i, 1, 1, 'large ' || i, i % 300 FROM n;
      UPDATE Z_PRIMARYKEY SET Z_MAX = 4000 WHERE Z_ENT = 1;
      """)
  }

  @Test(arguments: [true, false]) func aKilledMigrationLeavesTheOldStoreOrTheNew(_ isCopy: Bool) throws {
    let library = try MigrationLibrary(withHistory: true)
    try makeLarge(library.path)
    let destination = isCopy ? try MigrationFaultTests.everything(library) : try MigrationFaultTests.additions(library)
    // The command takes its model from a store.
    let target = library.folder.file("Target.sqlite").path
    _ = try SQLiteStore.create(
      target, model: destination, metadata: StoreMetadata(newStoreOf: destination),
      modelCache: SQLiteStore.modelCache(of: destination, namesDefaultConfiguration: true), withHistory: false)
    let run = try TemporaryFolder()
    let path = run.file("Library.sqlite").path
    func restore() throws {
      for name in try FileManager.default.contentsOfDirectory(atPath: run.url.path) {
        try FileManager.default.removeItem(at: run.file(name))
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: library.folder.url.path)
      where !name.hasPrefix("Target") {
        try FileManager.default.copyItem(at: library.folder.file(name), to: run.file(name))
      }
    }
    let arguments = ["migrate", path, "--to", target, "--in-place", "--allow-inferred", "--allow-loss"]
    let command = try BuiltPackage().folder.appendingPathComponent("causeway")
    let old = try MigrationFaultTests.State(library.path)
    try restore()
    let clock = ContinuousClock()
    let time = try clock.measure {
      let outcome = try Subprocess([command.path] + arguments).run()
      #expect(outcome.isFine, "\(outcome.output)")
    }
    let new = try MigrationFaultTests.State(path)
    #expect(new.dump != old.dump)
    var generator = SeededGenerator(seed: isCopy ? 71 : 72)
    var (olds, news) = (0, 0)
    let span = Int(Double(time.components.seconds) * 1e6 + Double(time.components.attoseconds) / 1e12)
    for turn in 0..<Self.kills / 2 {
      try restore()
      let process = Process()
      process.executableURL = command
      process.arguments = arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      usleep(UInt32(clamping: Int.random(in: 0...max(span, 1), using: &generator)))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let state = try MigrationFaultTests.State(path)
      if state.holds(old) {
        olds += 1
        let damages = try SQLiteStore.examine(path, model: library.model)
        #expect(damages.filter { $0.kind != .unreferencedFile && $0.kind != .leftover }.isEmpty)
        let outcome = try Subprocess([command.path] + arguments).run()
        #expect(outcome.isFine, "turn \(turn): \(outcome.output)")
      } else {
        news += 1
        #expect(state.holds(new), "turn \(turn): neither the old store nor the new one")
        // The next migration of anybody's tidies up, and so does the next opening.
        if turn.isMultiple(of: 2) {
          try SQLiteStore.open(path, model: destination).close()
        } else {
          _ = try MigrationWorkspace(path, model: destination)
        }
      }
      #expect(try MigrationFaultTests.State(path) == new, "turn \(turn)")
      #expect(try SQLiteStore.examine(path, model: destination).map(\.message) == [])
    }
    print("\(isCopy ? "copy" : "in place"): \(Self.kills / 2) kills within \(time): \(olds) old and \(news) new stores")
  }
}
