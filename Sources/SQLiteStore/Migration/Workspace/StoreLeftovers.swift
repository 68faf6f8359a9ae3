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
      let inventory = try? JSONDecoder().decode(ExternalInventory.self, from: list),
      let data = ExternalData(storePath: folder.storePath).folder
    {
      let kept = try ExternalInventory.names(in: connection)
      for name in inventory.useless(now: ExternalInventory.files(in: data), kept: kept) {
        try files.remove(data.appendingPathComponent(name).path)
      }
    }
    // The list goes last, so that another end on the way loses nothing of it.
    for file in found where file != folder.inventory { try files.remove(file) }
    try files.remove(folder.inventory)
  }
}
