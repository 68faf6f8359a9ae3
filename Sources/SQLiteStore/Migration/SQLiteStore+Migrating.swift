internal import Foundation
internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore {
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
        isLast = !MigrationLock.isTaken(folder)
        guard !isLast else { continue }
        guard ContinuousClock.now < end else {
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
