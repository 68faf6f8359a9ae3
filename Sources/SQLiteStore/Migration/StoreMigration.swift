package import Foundation
package import ModelDescription
import ModelEvolution

/// Brings a store to another model by inference, in one call.
package enum StoreMigration {
  /// - Parameters:
  ///   - source: the model that the store has.
  ///   - hashes: the entity hashes that it had when it was looked at; `nil` are the model's.
  /// - Returns: what was done; `nil` when another process did it first.
  /// - Throws: `MigrationError`; then the store is as it was.
  @discardableResult package static func migrate(
    _ path: String, from source: ResolvedModel, hashes: [String: Data]? = nil, to destination: ResolvedModel,
    fills: MigrationFills = MigrationFills(), options: MigrationOptions = MigrationOptions()
  ) throws -> MigrationReport? {
    do {
      let workspace = try MigrationWorkspace(path, model: source, hashes: hashes, options: options)
      return try workspace.migrateAndCommit(.inferred(from: source, to: destination), fills: fills)
    } catch let error as MigrationError where error.code == .changedMeanwhile {
      guard try SQLiteStore.description(of: path).metadata.hashes == destination.versionHashes() else { throw error }
      return nil
    }
  }
}
