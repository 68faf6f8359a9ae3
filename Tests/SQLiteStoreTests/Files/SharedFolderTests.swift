import Foundation
import ModelDescription
import SQLiteDriver
import StoreContract
import Synchronization
import TestKit
import Testing

@testable import SQLiteStore

/// Two stores of one base name share their folder of large values: what is done to one leaves the other's alone.
@Suite struct SharedFolderTests {
  private let folder: TemporaryFolder
  private let model: ResolvedModel

  init() throws {
    folder = try TemporaryFolder()
    model = try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(
          name: "Photo",
          attributes: [.init(name: "pixels", type: .binary, isOptional: true, allowsExternalStorage: true)])
      ]))
  }

  private func path(_ name: String) -> String { folder.file(name).path }

  /// A store with photos that are kept in files, of as many bytes as it says.
  @discardableResult private func create(_ name: String, photos: Int = 2, byte: UInt8) throws -> Set<String> {
    let before = files()
    let store = try SQLiteStore.create(
      path(name), model: model, metadata: StoreMetadata(newStoreOf: model),
      modelCache: SQLiteStore.modelCache(of: model, namesDefaultConfiguration: true), withHistory: false)
    var request = SaveRequest()
    for number in 0..<photos {
      request.inserts.append(
        .init(
          key: RowKey(entity: 1, primaryKey: -Int64(number) - 1),
          values: [.blob(Data(repeating: byte, count: 120_000 + number))]))
    }
    _ = try store.save(request)
    store.close()
    return files().subtracting(before)
  }

  private func files(_ base: String = "a") -> Set<String> {
    ExternalInventory.files(in: folder.file(".\(base)_SUPPORT/_EXTERNAL_DATA"))
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    let store = try SQLiteStore.open(path(name), model: model, access: .untouched)
    var bytes: [UInt8] = []
    _ = try store.page(of: 1, after: 0, limit: 100) { row in
      if case .blob(let blob) = row.value(0), let first = blob.first { bytes.append(first) } else { bytes.append(0) }
    }
    return bytes
  }

  @Test func removingOneLeavesTheOthersFiles() throws {
    let first = try create("a.sqlite", byte: 1)
    let second = try create("a.store", byte: 2)
    #expect(first.count == 2 && second.count == 2 && files() == first.union(second))
    try SQLiteStore.remove(path("a.store"))
    #expect(files() == first)
    #expect(try bytes("a.sqlite") == [1, 1])
    // Files of the other are nobody's damage.
    try create("a.store", byte: 2)
    #expect(try SQLiteStore.examine(path("a.sqlite"), model: model) == [])
    try SQLiteStore.remove(path("a.sqlite"))
    #expect(try bytes("a.store") == [2, 2])
    // The last one takes the folder along.
    try SQLiteStore.remove(path("a.store"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  /// A copy by other means names the same files.
  @Test func filesThatTwoStoresNameStay() throws {
    let own = try create("a.sqlite", byte: 1)
    try FileManager.default.copyItem(atPath: path("a.sqlite"), toPath: path("a.backup"))
    try SQLiteStore.remove(path("a.sqlite"))
    #expect(files() == own)
    #expect(try bytes("a.backup") == [1, 1])
  }

  /// One that cannot be read may name any file.
  @Test func besideADamagedStoreNothingGoes() throws {
    let own = try create("a.sqlite", byte: 1)
    var head = Data("SQLite format 3\0".utf8)
    head.append(Data(repeating: 0xA5, count: 5000))
    try head.write(to: folder.file("a.store"))
    try SQLiteStore.remove(path("a.sqlite"))
    #expect(files() == own && !FileManager.default.fileExists(atPath: path("a.sqlite")))
    // By force the damaged one goes too, and with it what was its own.
    try SQLiteStore.remove(path("a.store"), force: true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test func replacingOneLeavesTheOthersFiles() throws {
    let first = try create("a.sqlite", byte: 1)
    let old = try create("a.store", byte: 2)
    let new = try {
      try create("b.sqlite", photos: 1, byte: 3); return files("b")
    }()
    try SQLiteStore.copy(path("b.sqlite"), to: path("a.store"))
    #expect(files() == first.union(new) && old.isDisjoint(with: files()))
    #expect(try bytes("a.sqlite") == [1, 1] && bytes("a.store") == [3] && bytes("b.sqlite") == [3])
    // A copy in the same folder, under the same base name, gets files of its own: a change in one would take the other's.
    try SQLiteStore.copy(path("a.sqlite"), to: path("a.db"))
    let copied = files().subtracting(first).subtracting(new)
    #expect(copied.count == 2)
    #expect(try bytes("a.db") == [1, 1] && bytes("a.sqlite") == [1, 1])
    #expect(try SQLiteStore.examine(path("a.db"), model: model) == [])
    try SQLiteStore.remove(path("a.sqlite"))
    #expect(try bytes("a.db") == [1, 1] && files() == copied.union(new))
    try SQLiteStore.copy(path("a.store"), to: path("a.db"))
    #expect(files().count == 2 && new.isSubset(of: files()) && copied.isDisjoint(with: files()))
    #expect(try bytes("a.db") == [3] && bytes("a.store") == [3])
  }

  @Test func erasingOneLeavesTheOthersFiles() throws {
    let first = try create("a.sqlite", byte: 1)
    try create("a.store", byte: 2)
    let store = try SQLiteStore.open(path("a.store"), model: model)
    try store.erase()
    #expect(files() == first)
    #expect(try bytes("a.sqlite") == [1, 1] && bytes("a.store") == [])
  }

  // MARK: replacement

  /// What is asked of the file system, in order.
  private final class Steps: Sendable {
    let lines = Lines()

    func files(failing: String? = nil, base: MigrationFiles = .system) -> MigrationFiles {
      let lines = lines
      @Sendable func note(_ what: String, _ path: String) throws {
        let name = URL(fileURLWithPath: path).lastPathComponent
        lines.add("\(what) \(name)")
        if what == failing { throw FileFailure("\(what) \(name) cannot be") }
      }
      var files = base
      files.sync = { path in
        try note("sync", path)
        try base.sync(path)
      }
      files.rename = { from, to in
        try note("rename", to)
        try base.rename(from, to)
      }
      return files
    }
  }

  @Test func everythingIsOnTheDiskBeforeTheName() throws {
    try create("a.sqlite", photos: 2, byte: 1)
    try create("b.sqlite", photos: 1, byte: 2)
    let steps = Steps()
    try SQLiteStore.copy(path("a.sqlite"), to: path("b.sqlite"), files: steps.files())
    let lines = steps.lines.all
    let rename = try #require(lines.firstIndex(of: "rename b.sqlite"))
    let parts = lines[..<rename]
    #expect(parts.filter { $0.hasPrefix("sync .b.sqlite-") }.count == 1, "\(lines)")
    #expect(parts.filter { files().contains(String($0.dropFirst(5))) }.count == 2, "\(lines)")
    #expect(parts.contains("sync _EXTERNAL_DATA"))
    #expect(lines[rename...].contains("sync \(folder.url.lastPathComponent)"), "\(lines)")
    #expect(lines.filter { $0.hasPrefix("rename") }.count == 1)

    // A new place gets its name last too.
    let place = path("c.sqlite")
    var new = MigrationFiles.system
    let early = Tally()
    let late = Tally()
    new.sync = { path in
      FileManager.default.fileExists(atPath: place) ? late.add() : early.add()
      try MigrationFiles.system.sync(path)
    }
    try SQLiteStore.copy(path("a.sqlite"), to: place, files: new)
    #expect(early.value == 4 && late.value == 1)
    #expect(try bytes("c.sqlite") == [1, 1])
  }

  @Test(arguments: ["sync", "rename"]) func aReplacementThatFailsLeavesTheOldStore(_ step: String) throws {
    try create("a.sqlite", photos: 2, byte: 1)
    let old = try create("b.sqlite", photos: 1, byte: 2)
    #expect(old.isEmpty)
    let kept = files("b")
    let before = try StoreDump(path("b.sqlite"))
    let error = #expect(throws: StoreError.self) {
      try SQLiteStore.copy(path("a.sqlite"), to: path("b.sqlite"), files: Steps().files(failing: step))
    }
    #expect(error?.code == .fileSystem && error?.message.contains("b.sqlite") == true, "\(String(describing: error))")
    #expect(try StoreDump(path("b.sqlite")) == before && bytes("b.sqlite") == [2])
    #expect(files("b") == kept)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.allSatisfy { !$0.hasPrefix(".b.sqlite") }, "\(names)")
  }

  @Test func whoIsOpenIsNotReplaced() throws {
    try create("a.sqlite", byte: 1)
    try create("b.sqlite", byte: 2)
    let store = try SQLiteStore.open(path("b.sqlite"), model: model)
    let reader = try Connection(path: path("b.sqlite"), mode: .readOnly)
    try reader.execute("BEGIN; SELECT count(*) FROM ZPHOTO")
    var request = SaveRequest()
    request.inserts = [.init(key: RowKey(entity: 1, primaryKey: -1), values: [.null])]
    _ = try store.save(request)
    let error = #expect(throws: StoreError.self) { try SQLiteStore.copy(path("a.sqlite"), to: path("b.sqlite")) }
    #expect(error?.code == .locked, "\(String(describing: error))")
    #expect(try bytes("b.sqlite") == [2, 2, 0])
  }

  @Test func onlyAStoreIsReplaced() throws {
    try create("a.sqlite", byte: 1)
    try Data("dear reader".utf8).write(to: folder.file("letter.txt"))
    try Connection(path: path("other.db"), mode: .create).execute("CREATE TABLE T (A)")
    for name in ["letter.txt", "other.db"] {
      let before = try Data(contentsOf: folder.file(name))
      let error = #expect(throws: StoreError.self) { try SQLiteStore.copy(path("a.sqlite"), to: path(name)) }
      #expect(error?.code == .notAStore)
      #expect(try Data(contentsOf: folder.file(name)) == before)
    }
    // What is damaged, or empty, is.
    var broken = Data("SQLite format 3\0".utf8)
    broken.append(Data(repeating: 0xA5, count: 5000))
    try broken.write(to: folder.file("broken.sqlite"))
    try Data().write(to: folder.file("empty.sqlite"))
    for name in ["broken.sqlite", "empty.sqlite"] {
      try SQLiteStore.copy(path("a.sqlite"), to: path(name))
      #expect(try bytes(name) == [1, 1])
    }
  }

  // MARK: what creation leaves

  @Test func whatAMakerLeftGoesWithTheNextCreation() throws {
    let token = UUID().uuidString
    /// A hidden file of long ago, or of now.
    func leave(_ name: String, old: Bool = true) throws {
      try Data("SQLite format 3\0".utf8).write(to: folder.file(name))
      guard old else { return }
      try FileManager.default.setAttributes(
        [.modificationDate: Date().addingTimeInterval(-7200)], ofItemAtPath: path(name))
    }
    let abandoned = [".a.sqlite-\(token)-new", ".a.sqlite-\(token)-new-wal", ".a.sqlite-\(token)-new-journal"]
    for name in abandoned { try leave(name) }
    let kept = [
      ".b.sqlite-\(token)-new", ".a.sqlite-\(token)", ".a.sqlite-\(token.dropLast())-new", ".a.sqlite-notes-new",
    ]
    for name in kept { try leave(name) }
    let young = ".a.sqlite-\(UUID().uuidString)-new"
    try leave(young, old: false)
    // The log is young: somebody is at work.
    let busy = ".a.sqlite-\(UUID().uuidString)-new"
    try leave(busy)
    try leave(busy + "-wal", old: false)
    // Old, and its maker is still there.
    let locked = ".a.sqlite-\(UUID().uuidString)-new"
    try leave(locked)
    let file = open(path(locked), O_RDONLY)
    #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
    try create("a.sqlite", photos: 0, byte: 0)
    close(file)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(names == (kept + [young, busy, busy + "-wal", locked, "a.sqlite"]).sorted())
  }

  @Test func aMakerHasItsFileLocked() throws {
    let part = try PartFile(for: path("a.sqlite"))
    let file = open(part.path, O_RDONLY)
    #expect(flock(file, LOCK_EX | LOCK_NB) != 0)
    part.unlock()
    #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
    close(file)
    part.discard()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }
}

/// Lines that several threads add to.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
