internal import Foundation
internal import SQLiteDriver

/// What a migration left behind that was cut off.
struct StoreLeftovers {
  let folder: MigrationFolder
  let files: MigrationFiles

  /// - Parameter connection: to the store that is there now, be it the old or the new one.
  func remove(_ connection: Connection) throws {
    let found = folder.contents()
    guard !found.isEmpty else { return }
    if let list = FileManager.default.contents(atPath: folder.inventory),
      let inventory = try? JSONDecoder().decode(ExternalInventory.self, from: list)
    {
      let kept = try ExternalInventory.names(in: connection)
      for file in inventory.useless(beside: folder.storePath, keeping: kept) { try files.remove(file) }
    }
    // The list goes last, so that another end on the way loses nothing of it.
    for file in found where file != folder.inventory { try files.remove(file) }
    try files.remove(folder.inventory)
  }

  /// Removes what a migration left behind that was cut off, when a store is opened.
  ///
  /// Nothing is removed while somebody migrates the store or has it open, whose files these may be; what stays is for the
  /// next opening, or the next migration. Neither is a failure one of the opening.
  static func sweep(_ path: String, fileSystem: String?) {
    let folder = MigrationFolder(store: LinkedFile.path(of: path))
    guard folder.exists, let lock = MigrationLock(leftBehind: folder) else { return }
    var options = MigrationOptions()
    options.busyTimeout = .zero
    options.fileSystem = fileSystem
    guard let connection = try? StoreLock.connect(folder.storePath, options: options) else { return }
    let isDone = (try? StoreLeftovers(folder: folder, files: options.files).remove(connection)) != nil
    // The lock's file goes last, and only from an empty folder.
    if isDone { lock.release() }
  }

  /// The files of a migration that was cut off, the lock too; empty while somebody migrates the store, or may do so.
  static func names(beside path: String) -> [String] {
    let folder = MigrationFolder(store: LinkedFile.path(of: path))
    guard folder.exists, MigrationLock.state(of: folder) == .free else { return [] }
    let names = folder.contents()
    return names.isEmpty ? [folder.path] : names
  }
}
