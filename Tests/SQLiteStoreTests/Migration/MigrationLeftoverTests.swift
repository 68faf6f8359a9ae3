import Foundation
import ModelDescription
import ModelEvolution
import QueryModel
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// What a migration that was cut off leaves beside a store, and who removes it.
@Suite struct MigrationLeftoverTests {
  private let library: MigrationLibrary
  private let left: MigrationFolder
  private let files: URL

  init() throws {
    library = try MigrationLibrary()
    left = MigrationFolder(store: library.path)
    files = library.folder.url.appendingPathComponent(".Library_SUPPORT/_EXTERNAL_DATA")
  }

  private func leave(_ names: [String] = ["lock", "step-1.sqlite", "step-1.sqlite-wal"]) throws {
    try FileManager.default.createDirectory(atPath: left.path, withIntermediateDirectories: true)
    for name in names { try Data([1]).write(to: URL(fileURLWithPath: "\(left.path)/\(name)")) }
  }

  /// As a migration notes what was there, and a file that it made since.
  private func leaveExternalFile() throws -> String {
    let connection = try SQLiteStore.connect(path: library.path, mode: .readOnly, busyTimeout: .seconds(1))
    let inventory = try ExternalInventory(folder: files, connection: connection)
    try JSONEncoder().encode(inventory).write(to: URL(fileURLWithPath: left.inventory))
    let made = "4D0C5A5B-2E5B-4E53-9A64-0D6A3B3B1F11"
    try Data([2]).write(to: files.appendingPathComponent(made))
    return made
  }

  @Test func theNextOpeningRemovesIt() throws {
    try leave()
    let (kept, made) = (library.externalFiles(), try leaveExternalFile())
    let before = try StoreDump(library.path)
    #expect(library.externalFiles().contains(made))
    try SQLiteStore.open(library.path, model: library.model).close()
    #expect(!FileManager.default.fileExists(atPath: left.path))
    #expect(library.externalFiles() == kept)
    #expect(try StoreDump(library.path) == before)
  }

  /// A folder with nothing but the lock, as a process leaves that is killed at its very end.
  @Test func aLockAloneGoesToo() throws {
    try leave(["lock"])
    try SQLiteStore.open(library.path, model: library.model).close()
    #expect(!FileManager.default.fileExists(atPath: left.path))
  }

  /// `Library.store` has its large values in the same folder: what appeared there meanwhile may be its own.
  @Test func filesOfANeighbourStay() throws {
    try SQLiteStore.create(
      library.folder.file("Library.store").path, model: library.model,
      metadata: StoreMetadata(newStoreOf: library.model), modelCache: nil, withHistory: false
    ).close()
    try leave()
    let made = try leaveExternalFile()
    let before = library.externalFiles()
    try SQLiteStore.open(library.path, model: library.model).close()
    #expect(!FileManager.default.fileExists(atPath: left.path))
    #expect(library.externalFiles() == before && before.contains(made))

    let second = try library.changed {
      $0.edit("Tag") { $0.attributes.append(.init(name: "x", type: .string, isOptional: true)) }
    }
    let workspace = try MigrationWorkspace(library.path, model: library.model)
    try workspace.migrate(.inferred(from: library.model, to: second))
    let later = "4D0C5A5B-2E5B-4E53-9A64-0D6A3B3B1F12"
    try Data([3]).write(to: files.appendingPathComponent(later))
    try workspace.commit()
    #expect(library.externalFiles() == (before + [later]).sorted())
  }

  @Test func readersRemoveNothing() throws {
    try leave()
    let before = left.contents()
    try SQLiteStore.open(library.path, model: library.model, access: .readOnly).close()
    try SQLiteStore.open(library.path, model: library.model, access: .untouched).close()
    #expect(left.contents() == before)
  }

  /// Somebody who has the store open may be saving a value of that very moment.
  @Test func nothingGoesWhileOthersHaveTheStoreOpen() throws {
    let first = try SQLiteStore.open(library.path, model: library.model)
    _ = try first.count(FetchRequest(entity: 1))
    try leave()
    let made = try leaveExternalFile()
    let before = left.contents()
    let second = try SQLiteStore.open(library.path, model: library.model)
    #expect(left.contents() == before && library.externalFiles().contains(made))
    first.close()
    second.close()
    try SQLiteStore.open(library.path, model: library.model).close()
    #expect(!FileManager.default.fileExists(atPath: left.path) && !library.externalFiles().contains(made))
  }

  /// Its files are somebody's who is at work.
  @Test func nothingGoesWhileSomebodyMigrates() throws {
    try leave(["step-1.sqlite"])
    let lock = try MigrationLock(left, options: MigrationOptions())
    let before = left.contents()
    StoreLeftovers.sweep(library.path, fileSystem: nil)
    #expect(left.contents() == before && before.count == 1)
    #expect(StoreLeftovers.names(beside: library.path) == [])
    withExtendedLifetime(lock) {}
  }

  /// Every opening for writing asks; a million of them would take seconds.
  @Test func theQuestionIsCheap() {
    let clock = ContinuousClock()
    let time = clock.measure { for _ in 0..<1000 { StoreLeftovers.sweep(library.path, fileSystem: nil) } }
    print("a look for what a migration left: \(time / 1000)")
    #expect(!FileManager.default.fileExists(atPath: left.path))
  }

  // MARK: waiting

  @Test func whoeverOpensWaitsForTheMigration() throws {
    let second = try library.changed {
      $0.edit("Tag") { $0.attributes.append(.init(name: "x", type: .string, isOptional: true)) }
    }
    var workspace: MigrationWorkspace? = try MigrationWorkspace(library.path, model: library.model)
    try workspace?.migrate(.inferred(from: library.model, to: second))
    var looks = 0
    let rows = try SQLiteStore.afterMigration(of: library.path) {
      looks += 1
      // The other's work is done while this one waits.
      if looks == 3 {
        try workspace?.commit()
        workspace = nil
      }
      return try SQLiteStore.open(library.path, model: second, busyTimeout: .milliseconds(20)).count(
        FetchRequest(entity: 1))
    }
    #expect(rows == 25 && looks == 3)
  }

  @Test func waitingHasADeadline() throws {
    let workspace = try MigrationWorkspace(library.path, model: library.model)
    let error = try #require(throws: StoreError.self) {
      try SQLiteStore.afterMigration(of: library.path, within: .milliseconds(50)) {
        _ = try SQLiteStore.open(library.path, model: library.model, busyTimeout: .milliseconds(10))
      }
    }
    #expect(error.code == .locked && error.message.contains("is being migrated by another process"), "\(error)")
    workspace.discard()
    // A lock that no migration holds is not waited for.
    let locked = try SQLiteStore.connect(path: library.path, mode: .readWrite, busyTimeout: .zero)
    _ = try locked.text("PRAGMA locking_mode = EXCLUSIVE")
    try locked.execute("BEGIN EXCLUSIVE; COMMIT")
    let other = try #require(throws: StoreError.self) {
      try SQLiteStore.afterMigration(of: library.path) {
        _ = try SQLiteStore.open(library.path, model: library.model, busyTimeout: .milliseconds(10))
      }
    }
    #expect(other.code == .locked && !other.message.contains("migrated"), "\(other)")
  }

  // MARK: keys

  /// A key far above the others makes no long way.
  @Test func rowsAreMovedByTheKeysThatThereAre() throws {
    let far = Int64.max - 5
    do {
      let connection = try SQLiteStore.connect(path: library.path, mode: .readWrite, busyTimeout: .seconds(1))
      try connection.execute("UPDATE ZBOOK SET Z_PK = \(far) WHERE Z_PK = 24")
      try connection.execute(
        "WITH n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < \(1000 + CopyMigration.chunk))"
          + " INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i * 1000000, 4, 1, 'n' FROM n")
    }
    let before = try library.column("SELECT count(*), sum(Z_PK % 1000003), max(Z_PK) FROM ZTAG")
    let second = try library.changed { $0.edit("Tag") { $0.attributes.removeAll { $0.name == "name" } } }
    var options = MigrationOptions()
    options.alwaysCopies = true
    let report = try library.migrate(to: second, options: options)
    #expect(report.mode == .copy)
    #expect(try library.column("SELECT count(*), sum(Z_PK % 1000003), max(Z_PK) FROM ZTAG") == before)
    #expect(try library.column("SELECT count(*), max(Z_PK) FROM ZBOOK") == ["25|\(far)"])
  }
}

/// A lock that another user made, and that cannot be looked at.
@Suite(.enabled(if: Unprivileged.isPossible, "permissions bind nobody here")) struct MigrationLockStateTests {
  private let library: MigrationLibrary
  private let left: MigrationFolder

  init() throws {
    library = try MigrationLibrary()
    left = MigrationFolder(store: library.path)
    try FileManager.default.createDirectory(atPath: left.path, withIntermediateDirectories: true)
    #expect(MigrationLock.state(of: left) == .free)
    try Data().write(to: URL(fileURLWithPath: left.lock))
    #expect(MigrationLock.state(of: left) == .free)
    for path in [library.folder.url.path, left.path] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: left.lock)
  }

  /// Nobody is accused, and nothing is called a leftover that may be a migration at work.
  @Test func itIsUnknownWhoHasIt() throws {
    try Unprivileged.run {
      #expect(MigrationLock.state(of: left) == .unknown)
      #expect(StoreLeftovers.names(beside: library.path) == [])
      let error = try #require(throws: StoreError.self) {
        try SQLiteStore.afterMigration(of: library.path, within: .milliseconds(100)) {
          throw StoreError(.locked, "in use", path: library.path)
        }
      }
      #expect(error.code == .locked && error.message.contains("cannot be told, since \(left.lock)"), "\(error)")
    }
  }

  /// One that is taken is waited for, and says so.
  @Test func whatIsTakenIsSaidToBe() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: left.lock)
    let lock = try #require(MigrationLock(leftBehind: left))
    #expect(MigrationLock.state(of: left) == .taken)
    let error = try #require(throws: StoreError.self) {
      try SQLiteStore.afterMigration(of: library.path, within: .milliseconds(100)) {
        throw StoreError(.locked, "in use", path: library.path)
      }
    }
    #expect(error.message.contains("is being migrated by another process"), "\(error)")
    lock.release()
  }
}
