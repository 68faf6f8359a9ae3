import Foundation
import ModelDescription
import ModelEvolution
import QueryModel
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// A store's objects in a new store.
@Suite struct NewStoreCopyTests {
  @Test func everythingIsThereUnderItsKeys() throws {
    let library = try CopyLibrary()
    let before = try FolderState(library.library.folder.url)
    let copy = try library.copy()
    #expect(copy.counts.map { "\($0.entity) \($0.copied)" } == ["Book 20", "Magazine 5", "Shelf 4", "Tag 6"])
    try copy.makeStore(library.place)
    #expect(try FolderState(library.library.folder.url) == before)
    #expect(try ContentDump(library.place, library.model) == ContentDump(library.path, library.model))
    #expect(library.externalFiles() == library.library.externalFiles() && library.externalFiles().count == 1)
    #expect(try library.names() == [".Copy_SUPPORT", "Copy.sqlite"])
    #expect(try SQLiteStore.examine(library.place, model: library.model) == [])

    let (old, new) = try (SQLiteStore.description(of: library.path), SQLiteStore.description(of: library.place))
    #expect(old.metadata.uuid != new.metadata.uuid && old.metadata.hashes == new.metadata.hashes)
    let store = try SQLiteStore.open(library.place, model: library.model)
    #expect(try store.keepsHistory() && store.history(after: 0).isEmpty)
    // Keys go on where the source's end.
    #expect(try store.reserveKeys(1, of: 1) == [26])
    var bytes = 0
    let cover = try #require(library.model.entity(named: "Book")?.fieldNumber(of: "cover"))
    try store.rows([7], of: 1) { if case .blob(let blob) = $0.value(cover) { bytes = blob.count } }
    #expect(bytes == 200_000)
  }

  enum Change: String, CaseIterable { case nothing, everything, additions, renamings }

  private static func destination(_ change: Change, _ library: MigrationLibrary) throws -> ResolvedModel {
    switch change {
    case .nothing: return library.model
    case .everything: return try MigrationFaultTests.everything(library)
    case .additions: return try MigrationFaultTests.additions(library)
    case .renamings:
      return try library.changed {
        $0.edit("Book") {
          $0.name = "Volume"
          $0.renamingIdentifier = "Book"
          $0.relationships.removeAll { $0.name == "related" }
        }
        $0.edit("Magazine") { $0.superentityName = "Volume" }
        $0.editAttribute("Volume", "title") {
          $0.name = "heading"
          $0.renamingIdentifier = "title"
        }
        $0.editAttribute("Volume", "pages") { $0.type = .integer64 }
        $0.editRelationship("Volume", "shelf") {
          $0.name = "board"
          $0.renamingIdentifier = "shelf"
        }
        $0.editRelationship("Shelf", "books") {
          $0.destinationEntityName = "Volume"
          $0.inverseName = "board"
        }
        $0.editRelationship("Volume", "sequel") { $0.destinationEntityName = "Volume" }
        $0.editRelationship("Volume", "prequel") { $0.destinationEntityName = "Volume" }
        $0.editRelationship("Tag", "books") { $0.destinationEntityName = "Volume" }
      }
    }
  }

  /// Two roads to one model: what a migration makes of the store is what the copy has.
  @Test(arguments: Change.allCases) func aCopyHasWhatAMigrationMakes(_ change: Change) throws {
    let library = try CopyLibrary()
    let model = try Self.destination(change, library.library)
    let copy = try library.copy(to: model, options: CopyOptions(batch: 7))
    try copy.makeStore(library.place)
    if change != .nothing { try library.library.migrate(to: model) }
    let (made, migrated) = try (ContentDump(library.place, model), ContentDump(library.path, model))
    #expect(made == migrated)
    #expect(made.rows.values.reduce(0) { $0 + $1.count } == 35)
    #expect(try SQLiteStore.examine(library.place, model: model) == [])
    #expect(library.externalFiles().count == (change == .everything ? 0 : 1))
    if change == .renamings {
      #expect(copy.notes.left.contains { $0.contains("related") }, "\(copy.notes.left)")
      #expect(copy.counts.map { "\($0.source) \($0.entity)" }.contains("Book Volume"))
    }
    if change == .everything { #expect(copy.notes.left.contains { $0.contains("note") }, "\(copy.notes.left)") }
  }

  // MARK: ends on the way

  /// Whatever batch a copy ends after, going on gives the very same file.
  @Test(arguments: [Change.nothing, .everything]) func aCopyThatEndsIsGoneOnWith(_ change: Change) throws {
    let library = try CopyLibrary()
    let model = try Self.destination(change, library.library)
    let steps = Stopper(after: .max)
    try library.copy(to: model, options: CopyOptions(batch: 6) { _ in try steps.call() }).makeStore(library.place)
    let whole = try CopyLibrary.dump(library.place)
    let files = library.externalFiles()
    #expect(steps.count > 10)
    let part = StoreCopy.unfinishedPath(of: library.place)
    for limit in 0..<steps.count {
      try SQLiteStore.remove(library.place)
      let stopper = Stopper(after: limit)
      #expect(throws: Stopper.Stopped.self) {
        try library.copy(to: model, options: CopyOptions(batch: 6) { _ in try stopper.call() }).makeStore(library.place)
      }
      #expect(FileManager.default.fileExists(atPath: part) && !FileManager.default.fileExists(atPath: library.place))
      // Nobody goes over it by accident.
      let refused = #expect(throws: StoreError.self) { try library.copy(to: model).makeStore(library.place) }
      #expect(refused?.message.contains("A copy was begun") == true)
      // Another size of batches does not matter.
      try library.copy(to: model, options: CopyOptions(batch: 4)).makeStore(library.place, resumes: true)
      #expect(try CopyLibrary.dump(library.place) == whole, "\(limit)")
      #expect(library.externalFiles() == files, "\(limit)")
      #expect(try library.names() == (files.isEmpty ? ["Copy.sqlite"] : [".Copy_SUPPORT", "Copy.sqlite"]))
    }
    print("copies ended after a batch and gone on with: \(steps.count) of \(steps.count), \(change.rawValue)")
  }

  /// Every operation on files fails once and for good: the place has no store or the whole one, and going on makes it.
  @Test func theNthOperationFails() throws {
    let library = try CopyLibrary()
    let model = try MigrationFaultTests.everything(library.library)
    var options = CopyOptions(batch: 10)
    options.fileSystem = FaultyFileSystem.name
    options.files = MigrationFaultTests.faultyFiles
    try library.copy(to: model).makeStore(library.place)
    let whole = try CopyLibrary.dump(library.place)
    var (failed, resumed, tried) = (0, 0, 0)
    for number in stride(from: 0, to: 10_000, by: FullRun.isOn ? 1 : 17) {
      try SQLiteStore.remove(library.place)
      let copy = try library.copy(to: model, options: options)
      FaultyFileSystem.fail(after: number, forGood: true)
      let error = Result { try copy.makeStore(library.place) }
      let isDone = FaultyFileSystem.heal() == 0
      tried += 1
      if case .failure = error { failed += 1 }
      if isDone { break }
      if !FileManager.default.fileExists(atPath: library.place) {
        try library.copy(to: model, options: options).makeStore(library.place, resumes: true)
        resumed += 1
      }
      #expect(try CopyLibrary.dump(library.place) == whole, "\(number)")
      #expect(!FileManager.default.fileExists(atPath: StoreCopy.unfinishedPath(of: library.place)))
    }
    print("operations that failed: \(failed) of \(tried); copies gone on with: \(resumed)")
    #expect(failed > 10 && resumed >= failed - 2)
  }

  @Test func onlyTheSameSourceIsGoneOnWith() throws {
    let library = try CopyLibrary()
    let stopper = Stopper(after: 2)
    #expect(throws: Stopper.Stopped.self) {
      try library.copy(options: CopyOptions(batch: 5) { _ in try stopper.call() }).makeStore(library.place)
    }
    let part = StoreCopy.unfinishedPath(of: library.place)
    let begun = try CopyLibrary.dump(part)
    let other = try CopyLibrary()
    let foreign = #expect(throws: StoreError.self) {
      try other.copy().makeStore(library.place, resumes: true)
    }
    #expect(foreign?.message.contains("is a copy of another store than") == true)
    let changed = try library.library.changed { $0.editAttribute("Book", "pages") { $0.type = .integer64 } }
    let wrong = #expect(throws: StoreError.self) {
      try library.copy(to: changed).makeStore(library.place, resumes: true)
    }
    #expect(wrong?.message.contains("a copy of another model") == true)
    // A save of anybody's in the source.
    var request = SaveRequest()
    request.updates = [.init(key: RowKey(entity: 1, primaryKey: 2), version: nil, values: [])]
    _ = try SQLiteStore.open(library.path, model: library.model).save(request)
    let later = #expect(throws: StoreError.self) { try library.copy().makeStore(library.place, resumes: true) }
    #expect(later?.message.contains("was changed since") == true)
    #expect(try CopyLibrary.dump(part) == begun)
    // Something else under the name.
    try Data("dear reader".utf8).write(to: URL(fileURLWithPath: part))
    #expect(throws: (any Error).self) { try library.copy().makeStore(library.place, resumes: true) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: part)) == Data("dear reader".utf8))
  }

  /// A store whose keys somebody made takes no longer than another.
  @Test func keysMayLieFarApart() throws {
    let library = try CopyLibrary()
    let statements = [
      "UPDATE ZTAG SET Z_PK = 9223372036854775807 WHERE Z_PK = 6", "UPDATE ZTAG SET Z_PK = -7 WHERE Z_PK = 5",
    ]
    let file = try Connection(path: library.path, mode: .readWrite)
    try file.registerStoreFunctions()
    for sql in statements { try file.execute(sql) }
    try library.copy(options: CopyOptions(batch: 2)).makeStore(library.place)
    #expect(
      try CopyLibrary.column("SELECT Z_PK FROM ZTAG ORDER BY Z_PK", library.place)
        == ["-7", "1", "2", "3", "4", "9223372036854775807"])
  }

  // MARK: refusals

  enum Lack: String, CaseIterable { case value, type, constraint, relationship }

  @Test(arguments: Lack.allCases) func whatTheModelNeedsIsAskedForFirst(_ lack: Lack) throws {
    let library = try CopyLibrary()
    let model = try library.library.changed {
      switch lack {
      case .value:
        $0.editAttribute("Book", "note") { $0.isOptional = false }
        $0.edit("Tag") { $0.attributes.append(.init(name: "color", type: .string)) }
      case .type: $0.editAttribute("Book", "title") { $0.type = .date }
      case .constraint: $0.edit("Book") { $0.uniquenessConstraints = [["note"]] }
      case .relationship: $0.editRelationship("Book", "shelf") { $0.isOptional = false }
      }
    }
    if lack == .constraint {
      try Connection(path: library.path, mode: .readWrite).execute(
        "UPDATE ZBOOK SET ZNOTE = 'same' WHERE Z_PK IN (4, 8)")
    }
    let error = #expect(throws: MigrationError.self) { try library.copy(to: model).makeStore(library.place) }
    let text = "\(try #require(error))"
    switch lack {
    case .value: #expect(text.contains("Book.note: ") && text.contains("Tag.color: 6 rows"), "\(text)")
    case .type: #expect(error?.code == .notLightweight && text.contains("Book.title"), "\(text)")
    case .constraint: #expect(error?.code == .duplicates && text.contains("keys 4, 8"), "\(text)")
    case .relationship: #expect(error?.code == .missingValues && text.contains("Book.shelf: "), "\(text)")
    }
    #expect(!text.contains("source.sqlite") && text.contains(library.path), "\(text)")
    #expect(try library.names() == [])
  }

  @Test func aStoreThatIsThereStays() throws {
    let library = try CopyLibrary()
    try Data("hello".utf8).write(to: URL(fileURLWithPath: library.place))
    #expect(throws: StoreError.self) { try library.copy().makeStore(library.place) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: library.place)) == Data("hello".utf8))
    #expect(try library.names() == ["Copy.sqlite"])
  }

  // MARK: states of the source

  @Test func aSourceInUseIsReadInOneState() throws {
    let library = try CopyLibrary()
    let store = try SQLiteStore.open(library.path, model: library.model)
    var request = SaveRequest()
    request.updates = [.init(key: RowKey(entity: 4, primaryKey: 1), version: nil, values: [(0, .text("in the log"))])]
    _ = try store.save(request)
    // Somebody has the lock of the whole file, and something that is not committed.
    let other = try Connection(path: library.path, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE; UPDATE ZTAG SET ZNAME = 'not committed' WHERE Z_PK = 2")
    try library.copy().makeStore(library.place)
    try other.execute("ROLLBACK")
    #expect(
      try CopyLibrary.column("SELECT ZNAME FROM ZTAG WHERE Z_PK < 3 ORDER BY Z_PK", library.place)
        == ["in the log", "Tag 2"])
  }

  @Test func aLogWithoutItsIndexIsRead() throws {
    let library = try CopyLibrary()
    let store = try SQLiteStore.open(library.path, model: library.model)
    var request = SaveRequest()
    request.updates = [.init(key: RowKey(entity: 4, primaryKey: 1), version: nil, values: [(0, .text("in the log"))])]
    _ = try store.save(request)
    let bare = library.folder.file("bare")
    try FileManager.default.createDirectory(at: bare, withIntermediateDirectories: false)
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: library.path + end, toPath: bare.path + "/L.sqlite" + end)
      try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: bare.path + "/L.sqlite" + end)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: bare.path)
    let before = try FolderState(bare)
    let copy = try StoreCopy(
      bare.path + "/L.sqlite", from: library.model, to: library.model, scratch: library.scratch())
    try copy.makeStore(library.place)
    #expect(try FolderState(bare) == before)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: bare.path)
    #expect(try CopyLibrary.column("SELECT ZNAME FROM ZTAG WHERE Z_PK = 1", library.place) == ["in the log"])
  }

  /// Stores that Apple's frameworks wrote, in a new store of their own model.
  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func realStoresAreCopied() throws {
    let folder = try TemporaryFolder()
    var (same, all, unsound) = (0, 0, 0)
    for (number, file) in try SharedStores.files().enumerated() where FullRun.isOn || number % 6 == 0 {
      all += 1
      let real = try RealStore(file)
      let scratch = folder.file("\(number)")
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: false)
      let place = folder.file("\(number).sqlite").path
      do {
        let copy = try StoreCopy(file.path, from: real.model, to: real.model, scratch: scratch)
        try copy.makeStore(place)
      } catch let error as MigrationError where error.code == .damaged {
        // Rows of no entity: told by name.
        unsound += 1
        print("not copied: \(real.name): \(error)")
        continue
      }
      let (left, right) = try (ContentDump(file.path, real.model), ContentDump(place, real.model))
      #expect(left == right, "\(real.name)")
      let names = try ExternalInventory.names(in: Connection(path: place, mode: .untouched))
      let files = ExternalInventory.files(in: ExternalData(storePath: file.path).folder).intersection(names)
      #expect(ExternalInventory.files(in: ExternalData(storePath: place).folder) == files, "\(real.name)")
      if left == right { same += 1 }
      try SQLiteStore.remove(place)
    }
    print("real stores copied to their own model with equal contents: \(same) of \(all), unsound \(unsound)")
    #expect(same + unsound == all && unsound <= 1 && all > 3)
  }
}
