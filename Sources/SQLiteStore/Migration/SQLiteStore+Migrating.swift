internal import Foundation
internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore {
  /// Removes what a migration of the store left behind that was cut off, as the next opening would.
  package static func removeLeftovers(beside path: String) { StoreLeftovers.sweep(path, fileSystem: nil) }

  /// Does what needs a store's file, once nobody migrates it any more.
  ///
  /// A migration has the file for itself until it is done: somebody who opens the store meanwhile waits for it, as a second
  /// migration does, where a save of another process would be waited for no longer than the connection's own timeout.
  ///
  /// - Parameter limit: how long to wait for another's migration.
  /// - Throws: what `body` throws; `StoreError` that says who has the file when the migration takes longer.
  package static func afterMigration<Result>(
    of path: String, within limit: Duration = MigrationOptions().deadline, _ body: () throws -> Result
  ) throws -> Result {
    let folder = MigrationFolder(store: LinkedFile.path(of: path))
    let end = ContinuousClock.now + limit
    var isLast = false
    while true {
      do {
        return try body()
      } catch let error as StoreError where error.code == .locked && !isLast {
        // One more look when it is over: the file was locked until just now.
        let state = MigrationLock.state(of: folder)
        isLast = state == .free
        guard !isLast else { continue }
        guard ContinuousClock.now < end else {
          guard state == .taken else {
            throw StoreError(
              .locked,
              "The store \(path) is in use, and was for \(limit.components.seconds) s; whether it is being migrated cannot"
                + " be told, since \(folder.lock) cannot be read.",
              advice: "Try again later, or have the owner of that file look.", path: path)
          }
          throw StoreError(
            .locked,
            "The store \(path) is being migrated by another process, and was for \(limit.components.seconds) s.",
            advice: "Try again when it has finished.", path: path)
        }
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }
}
