internal import Foundation
internal import SQLiteDriver

/// The folder of large values beside a store, as far as it is the store's own.
///
/// Its name is the store's without the ending (StoreFormat.md section 6), so `a.sqlite` and `a.store` in one folder share it:
/// what a store's rows name is its own, and nothing else.
struct ExternalFolder {
  let place: StorePlace

  /// - Parameter path: the store's file, links followed.
  init(_ path: String) { place = StorePlace(path) }

  /// Where the files lie.
  var data: URL { place.supportFolder.appendingPathComponent("_EXTERNAL_DATA", isDirectory: true) }

  var isEmpty: Bool { (try? FileManager.default.contentsOfDirectory(atPath: data.path))?.isEmpty ?? true }

  // MARK: neighbours

  /// Stores that have their large values in the same folder.
  func neighbours() -> [String] {
    let file = URL(fileURLWithPath: place.path)
    let (folder, base) = (file.deletingLastPathComponent(), file.deletingPathExtension().lastPathComponent)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { name in
      name != file.lastPathComponent
        && folder.appendingPathComponent(name).deletingPathExtension().lastPathComponent == base
        && !StorePlace.endings.contains { !$0.isEmpty && name.hasSuffix($0) }
    }.map { folder.appendingPathComponent($0).path }.filter { Self.isDatabase($0) }
  }

  private static func isDatabase(_ path: String) -> Bool {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    // Opening a FIFO would wait for a writer.
    guard (try? FileManager.default.attributesOfItem(atPath: file))?[.type] as? FileAttributeType == .typeRegular else {
      return false
    }
    // One that SQLite has open was looked at before.
    let head = OpenFiles.withUnopened(path) { () -> Data? in
      guard let file = FileHandle(forReadingAtPath: path) else { return nil }
      defer { try? file.close() }
      return try? file.read(upToCount: 16)
    }
    return head.map { $0 == Data("SQLite format 3\0".utf8) } ?? true
  }

  /// The files that neighbours' rows name.
  ///
  /// - Returns: `nil` where a neighbour cannot be read, so that every file may be its own.
  func namesOfNeighbours() -> Set<String>? {
    var names: Set<String> = []
    for neighbour in neighbours() {
      guard let own = try? ExternalInventory.names(in: Connection(path: neighbour, mode: .untouched)) else {
        return nil
      }
      names.formUnion(own)
    }
    return names
  }

  // MARK: removal

  /// What goes with a store.
  enum Belongings {
    /// Nobody shares the folder.
    case folder
    case files(Set<String>)
  }

  /// What goes with a store when its rows go.
  ///
  /// - Parameter names: what its rows name; `nil` when they cannot be read.
  func belongings(_ names: @autoclosure () throws -> Set<String>?) rethrows -> Belongings {
    guard !isEmpty, !neighbours().isEmpty else { return .folder }
    // A copy made by other means shares files too: what a neighbour's rows name stays.
    guard let own = try names(), let others = namesOfNeighbours() else { return .files([]) }
    return .files(own.subtracting(others))
  }

  func remove(_ belongings: Belongings) {
    switch belongings {
    case .folder: try? FileManager.default.removeItem(at: place.supportFolder)
    case .files(let names):
      for name in names { try? FileManager.default.removeItem(at: data.appendingPathComponent(name)) }
    }
  }

  // MARK: copies

  /// Puts the large values of a finished store here, each brought to the disk.
  ///
  /// A name that a neighbour uses, as the source of a copy in the same folder, becomes another: a file that two stores name
  /// would go with a change in one of them.
  ///
  /// - Parameters:
  ///   - store: the store's file, which is to stand beside this folder; its rows get the new names.
  ///   - moves: the other folder is the store's own, and is left empty.
  /// - Returns: names of the files that were made; those that the other folder lacks stay away.
  /// - Throws: an error of the file system; then what was copied is gone again.
  @discardableResult func take(
    _ source: URL, of store: String, _ files: MigrationFiles, moves: Bool = false
  ) throws -> [String] {
    var made: [String] = []
    guard FileManager.default.fileExists(atPath: source.path) else { return made }
    let connection = try SQLiteStore.connect(path: store, mode: .readWrite, busyTimeout: .seconds(5))
    let names = try ExternalInventory.names(in: connection)
    guard !names.isEmpty else { return made }
    // Beside a store that cannot be read, every file may be its own.
    let others = namesOfNeighbours() ?? ExternalInventory.files(in: data)
    var renamed: [String: String] = [:]
    do {
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
      for name in names.sorted() {
        let from = source.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: from.path) else { continue }
        let new = others.contains(name) ? UUID().uuidString : name
        if new != name { renamed[name] = new }
        let to = data.appendingPathComponent(new)
        if Self.size(to) == Self.size(from) { continue }
        // Half a file of an earlier try.
        try files.remove(to.path)
        made.append(new)
        if moves {
          try FileManager.default.moveItem(at: from, to: to)
        } else {
          try FileManager.default.copyItem(at: from, to: to)
        }
        try files.sync(to.path)
      }
      try files.sync(data.path)
      try rename(renamed, in: connection)
    } catch {
      remove(.files(Set(made)))
      throw error
    }
    return made
  }

  private func rename(_ names: [String: String], in connection: Connection) throws {
    guard !names.isEmpty else { return }
    try connection.transaction(.immediate) {
      for object in try connection.schema() where object.type == "table" && !object.name.hasPrefix("sqlite_") {
        for column in try connection.columnTypes(ofTable: object.name) where column.type.uppercased() == "BLOB" {
          // Triggers of the model look at other columns.
          let sql = "UPDATE \(object.name.quoted) SET \(column.name.quoted) = ?2 WHERE \(column.name.quoted) = ?1"
          try connection.withStatement(sql) { statement in
            for (old, new) in names {
              try statement.bind(ExternalData.reference(toFile: old), at: 1)
              try statement.bind(ExternalData.reference(toFile: new), at: 2)
              try statement.run()
            }
          }
        }
      }
    }
  }

  private static func size(_ url: URL) -> Int64? {
    ((try? FileManager.default.attributesOfItem(atPath: url.path))?[.size] as? NSNumber)?.int64Value
  }
}
