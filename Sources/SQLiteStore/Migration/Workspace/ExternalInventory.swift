internal import Foundation
internal import SQLiteDriver

/// The files with large values beside a store: which are there, and which the store's rows name.
struct ExternalInventory: Codable, Sendable {
  /// Names of the files that were there when the migration began.
  var present: Set<String>
  /// Those that the store's rows named then.
  var named: Set<String>

  /// - Parameter folder: `nil` for a store in memory.
  init(folder: URL?, connection: Connection) throws {
    present = Self.files(in: folder)
    named = present.isEmpty ? [] : try Self.names(in: connection)
  }

  static func files(in folder: URL?) -> Set<String> {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return [] }
    return Set(names)
  }

  /// What the rows of a database name, in whatever column of bytes.
  static func names(in connection: Connection) throws -> Set<String> {
    var names: Set<String> = []
    for object in try connection.schema() where object.type == "table" && !object.name.hasPrefix("sqlite_") {
      for column in try connection.columnTypes(ofTable: object.name) where column.type.uppercased() == "BLOB" {
        let (table, name) = (object.name.quoted, column.name.quoted)
        try connection.withStatement(
          "SELECT \(name) FROM \(table) WHERE length(\(name)) = 38 AND typeof(\(name)) = 'blob'"
        ) { statement in
          while try statement.step() {
            if case .file(let name) = ExternalData.form(of: statement.value(0).blob) { names.insert(name) }
          }
        }
      }
    }
    return names
  }

  /// Paths of files that nobody needs any more, of those that the migration knew or made.
  ///
  /// Beside a store that shares the folder, what appeared meanwhile may be that one's: only what this store's rows named
  /// goes, and nothing where the other cannot be read.
  ///
  /// - Parameters:
  ///   - store: the store's path, links followed.
  ///   - kept: what the rows of the store that is there now name.
  func useless(beside store: String, keeping kept: Set<String>) -> [String] {
    let folder = ExternalFolder(store)
    var names = Self.files(in: folder.data).filter { name in
      !kept.contains(name) && (!present.contains(name) || named.contains(name))
    }
    if !names.isEmpty, !folder.neighbours().isEmpty {
      guard let others = folder.namesOfNeighbours() else { return [] }
      names = names.intersection(named).subtracting(others)
    }
    return names.map { folder.data.appendingPathComponent($0).path }
  }
}
