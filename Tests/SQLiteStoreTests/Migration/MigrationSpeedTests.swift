import Foundation
import ModelDescription
import ModelEvolution
import SQLiteDriver
import TestKit
import Testing

@testable import SQLiteStore

/// A million rows with three relationships: what a migration costs beside SQLite's own copying.
@Suite(.serialized) struct MigrationSpeedTests {
  private static let rows = FullRun.isOn ? 1_000_000 : 50_000

  private let folder: TemporaryFolder
  private let path: String
  private let model: ResolvedModel

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("Large.sqlite").path
    model = try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(
          name: "Item",
          attributes: [
            .init(name: "name", type: .string), .init(name: "count", type: .integer64),
            .init(name: "added", type: .date), .init(name: "word", type: .string, isOptional: true),
          ],
          relationships: [
            .init(name: "first", destinationEntityName: "Place", inverseName: "firsts", isToMany: false),
            .init(name: "second", destinationEntityName: "Place", inverseName: "seconds", isToMany: false),
            .init(name: "third", destinationEntityName: "Place", inverseName: "thirds", isToMany: false),
          ]),
        EntityDescription(
          name: "Place", attributes: [.init(name: "name", type: .string)],
          relationships: ["first", "second", "third"].map {
            .init(name: $0 + "s", destinationEntityName: "Item", inverseName: $0, isToMany: true)
          }),
      ]))
    _ = try SQLiteStore.create(
      path, model: model, metadata: StoreMetadata(newStoreOf: model),
      modelCache: SQLiteStore.modelCache(of: model, namesDefaultConfiguration: false),
      withHistory: false)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(
      """
      PRAGMA synchronous = OFF;
      BEGIN;
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        INSERT INTO ZPLACE (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, 2, 1, 'place ' || i FROM n;
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows))
        INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZCOUNT, ZADDED, ZWORD, ZFIRST, ZSECOND, ZTHIRD)
        SELECT i, 1, 1, 'the name of item ' || i, i * 7, i + 0.5, 'word ' || (i % 100), i % 1000 + 1, i * 7 % 1000 + 1,
          i * 13 % 1000 + 1 FROM n;
      COMMIT;
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
  }

  private func changed(_ change: (inout EntityDescription) -> Void) throws -> ResolvedModel {
    var description = model.description
    change(&description.entities[0])
    return try ResolvedModel(description)
  }

  private func size() throws -> Int64 {
    (try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.int64Value ?? 0
  }

  /// Bytes that this process handed to the system for writing.
  private static func written() -> Int64 {
    let text = (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").first { $0.hasPrefix("wchar:") }.flatMap { Int64($0.dropFirst(7)) } ?? 0
  }

  /// Of other tests that run at the same time is written too, so the short run only looks at the pages.
  @Test func anAddedColumnChangesAlmostNothing() throws {
    let destination = try changed { $0.attributes.append(.init(name: "rating", type: .integer16, isOptional: true)) }
    let before = try pages()
    let clock = ContinuousClock()
    let bytes = Self.written()
    var report: MigrationReport?
    let time = try clock.measure { report = try StoreMigration.migrate(path, from: model, to: destination) }
    let written = Self.written() - bytes
    let (after, size) = (try pages(), try size())
    let changedPages = zip(before, after).filter { $0 != $1 }.count + abs(after.count - before.count)
    let share = Double(changedPages) / Double(max(after.count, 1))
    print(
      "an added column, \(Self.rows) rows, \(size / 1_000_000) MB: \(time), \(changedPages) of \(after.count) pages"
        + " changed, \(written) bytes written by the process")
    #expect(report?.mode == .inPlace)
    #expect(share < 0.01 || changedPages < 20)
    #expect(time < .seconds(FullRun.isOn ? 1 : 5))
  }

  /// A digest of each page.
  private func pages() throws -> [Int] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    return stride(from: 0, to: data.count, by: 4096).map { data[$0..<min($0 + 4096, data.count)].hashValue }
  }

  @Test func aRebuiltTableTakesLittleLongerThanCopyingIt() throws {
    let destination = try changed { $0.attributes.removeAll { $0.name == "word" } }
    let clock = ContinuousClock()
    let other = folder.file("plain.sqlite").path
    let plain = try clock.measure {
      let connection = try Connection(path: other, mode: .create)
      try connection.execute("PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; ATTACH '\(path)' AS old")
      for statement in try StoreLayout(destination).tableStatements { try connection.execute(statement) }
      try connection.execute(
        """
        BEGIN;
        INSERT INTO ZITEM SELECT Z_PK, Z_ENT, Z_OPT, ZCOUNT, ZFIRST, ZSECOND, ZTHIRD, ZADDED, ZNAME FROM old.ZITEM;
        INSERT INTO ZPLACE SELECT * FROM old.ZPLACE;
        \(try StoreLayout(destination).indexStatements.joined(separator: ";"));
        COMMIT;
        """)
    }
    var report: MigrationReport?
    let time = try clock.measure { report = try StoreMigration.migrate(path, from: model, to: destination) }
    print("a rebuilt table, \(Self.rows) rows: \(time) beside \(plain) of INSERT … SELECT")
    #expect(report?.mode == .copy)
    #expect(report?.links.map(\.after) == Array(repeating: Int64(Self.rows), count: 3))
    #expect(time < plain * (FullRun.isOn ? 3 : 6))
  }

  /// In a process of its own, whose highest use of memory is that of the migration.
  @Test func memoryStaysFlat() throws {
    let destination = try changed { $0.attributes.removeAll { $0.name == "word" } }
    let target = folder.file("Target.sqlite").path
    try SQLiteStore.create(
      target, model: destination, metadata: StoreMetadata(newStoreOf: destination),
      modelCache: SQLiteStore.modelCache(of: destination, namesDefaultConfiguration: false), withHistory: false
    ).close()
    let process = Process()
    process.executableURL = try BuiltPackage().folder.appendingPathComponent("causeway")
    process.arguments = ["migrate", path, "--to", target, "--in-place", "--allow-inferred", "--allow-loss"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    var highest = 0
    while process.isRunning {
      highest = max(highest, Self.peakMemory(of: process.processIdentifier))
      usleep(5000)
    }
    process.waitUntilExit()
    print("a rebuilt table, \(Self.rows) rows: a process with \(highest / 1024) MB at most")
    #expect(process.terminationStatus == 0)
    #expect(try SQLiteStore.description(of: path).metadata.hashes == destination.versionHashes())
    #expect(highest > 0 && highest < 200 * 1024)
  }

  /// In KiB, since the process began.
  private static func peakMemory(of process: Int32) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
