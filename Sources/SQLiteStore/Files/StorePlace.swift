package import Foundation

/// The files and the folder that one store has.
package struct StorePlace {
  let path: String

  package init(_ path: String) { self.path = path }

  /// What the names of the files have after the store's own: its log, the log's index, its journal.
  package static let endings = ["", "-wal", "-shm", "-journal"]

  /// `.Name_SUPPORT` beside the store (StoreFormat.md section 6).
  package var supportFolder: URL {
    let store = URL(fileURLWithPath: path)
    return store.deletingLastPathComponent()
      .appendingPathComponent(".\(store.deletingPathExtension().lastPathComponent)_SUPPORT", isDirectory: true)
  }

  func remove() {
    removeFiles()
    try? FileManager.default.removeItem(at: supportFolder)
  }

  /// Leaves the folder.
  func removeFiles() {
    for ending in Self.endings { try? FileManager.default.removeItem(atPath: path + ending) }
  }

  /// A file without a byte: what a store leaves that was emptied, and what SQLite takes for a new database.
  package static func isEmptyFile(_ path: String) -> Bool {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    return attributes?[.type] as? FileAttributeType == .typeRegular && (attributes?[.size] as? NSNumber)?.intValue == 0
  }
}
