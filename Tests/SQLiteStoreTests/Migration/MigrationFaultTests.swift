import Foundation
import ModelDescription
import ModelEvolution
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// Every operation of a migration fails once, on its own and for good: the path holds the old store or the new one.
@Suite struct MigrationFaultTests {
  /// Every kind of step: rows, renumbering, links in other forms, files, history, a constraint, a renamed entity.
  static func everything(_ library: MigrationLibrary) throws -> ResolvedModel {
    try library.changed {
      $0.entities.append(EntityDescription(name: "Author", attributes: [.init(name: "name", type: .string)]))
      $0.edit("Book") {
        $0.attributes.removeAll { $0.name == "note" }
        $0.attributes.append(.init(name: "rating", type: .integer16, defaultValue: .integer(3)))
        $0.uniquenessConstraints = [["title"]]
      }
      $0.editAttribute("Book", "cover") { $0.allowsExternalStorage = false }
      $0.editRelationship("Book", "tags") { $0.isOrdered = true }
      $0.editRelationship("Book", "prequel") {
        $0 = RelationshipDescription(
          name: "prequel", destinationEntityName: "Book", inverseName: "sequel", isToMany: true)
      }
      $0.edit("Shelf") {
        $0.name = "Board"
        $0.renamingIdentifier = "Shelf"
      }
      $0.editRelationship("Book", "shelf") { $0.destinationEntityName = "Board" }
    }
  }

  /// Only what can be done in place.
  static func additions(_ library: MigrationLibrary) throws -> ResolvedModel {
    try library.changed {
      $0.edit("Book") {
        $0.attributes.append(.init(name: "rating", type: .integer16, defaultValue: .integer(3)))
        $0.uniquenessConstraints = [["title"]]
      }
      $0.entities.append(EntityDescription(name: "Zone", attributes: [.init(name: "name", type: .string)]))
    }
  }

  /// What a store is, but for the order in which its metadata are written.
  struct State: Equatable {
    var dump: StoreDump
    var metadata: StoreMetadata
    var files: [String: Data]

    init(_ path: String) throws {
      dump = try StoreDump(path)
      dump.tables["Z_METADATA"] = nil
      dump.tables["Z_MODELCACHE"] = nil
      metadata = try SQLiteStore.description(of: path).metadata
      files = [:]
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(
        ".Library_SUPPORT/_EXTERNAL_DATA")
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
        files[name] = try Data(contentsOf: folder.appendingPathComponent(name))
      }
    }

    /// As far as it is the other's: files that are not named any more may lie about until the next migration.
    func holds(_ other: State) -> Bool {
      dump == other.dump && metadata == other.metadata && other.files.allSatisfy { files[$0.key] == $0.value }
    }
  }

  @Test(arguments: [true, false], [false, true])
  func theNthOperationFails(_ isCopy: Bool, _ forGood: Bool) throws {
    let library = try MigrationLibrary(withHistory: true)
    let destination = isCopy ? try Self.everything(library) : try Self.additions(library)
    let old = try State(library.path)
    let run = try TemporaryFolder()
    let path = run.file("Library.sqlite").path
    func restore() throws {
      for name in try FileManager.default.contentsOfDirectory(atPath: run.url.path) {
        try FileManager.default.removeItem(at: run.file(name))
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: library.folder.url.path) {
        try FileManager.default.copyItem(at: library.folder.file(name), to: run.file(name))
      }
    }
    var options = MigrationOptions()
    options.fileSystem = FaultyFileSystem.name
    options.files = Self.faultyFiles
    options.busyTimeout = .milliseconds(1)
    try restore()
    try StoreMigration.migrate(path, from: library.model, to: destination)
    let new = try State(path)
    #expect(new.dump != old.dump)
    #expect(new.files.count == (isCopy ? 0 : 1))

    var (count, failed, olds, news) = (0, 0, 0, 0)
    // The short run leaves out most of the turns, by a stride that meets others in each of its four loops.
    let stride = FullRun.isOn ? 1 : isCopy ? 37 : 11
    while true {
      try restore()
      FaultyFileSystem.fail(after: count, forGood: forGood)
      let result = Result { try StoreMigration.migrate(path, from: library.model, to: destination, options: options) }
      let failures = FaultyFileSystem.heal()
      let state: State
      do {
        state = try State(path)
      } catch {
        let names = try FileManager.default.contentsOfDirectory(atPath: run.url.path)
        Issue.record("operation \(count): the store cannot be read: \(error); \(names) after \(result)")
        if failures == 0 { break }
        count += stride
        continue
      }
      if state.holds(old) {
        olds += 1
        if case .success = result { Issue.record("operation \(count): said to be done, but the store is the old one") }
        // Nothing that was left behind is in the way of the next one.
        try StoreMigration.migrate(path, from: library.model, to: destination)
        #expect(try State(path) == new, "operation \(count)")
      } else {
        news += 1
        #expect(state.holds(new), "operation \(count): neither the old store nor the new one: \(result)")
      }
      if case .failure(let error) = result {
        failed += 1
        if !(error is MigrationError) { Issue.record("operation \(count): \(error)") }
      }
      if failures == 0 { break }
      count += stride
    }
    print(
      "\(isCopy ? "copy" : "in place"), \(forGood ? "for good" : "once"): \(count) operations, \(failed) failures seen, \(olds) old and \(news) new stores"
    )
  }

  static let faultyFiles = MigrationFiles(
    rename: { from, to in
      try FaultyFileSystem.pass()
      try MigrationFiles.system.rename(from, to)
    },
    sync: { path in
      try FaultyFileSystem.pass()
      try MigrationFiles.system.sync(path)
    },
    remove: { path in
      try FaultyFileSystem.pass()
      try MigrationFiles.system.remove(path)
    },
    createFolder: { path in
      try FaultyFileSystem.pass()
      try MigrationFiles.system.createFolder(path)
    },
    write: { data, path in
      try FaultyFileSystem.pass()
      try MigrationFiles.system.write(data, path)
    }, freeSpace: MigrationFiles.system.freeSpace)
}
