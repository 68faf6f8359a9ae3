package import Foundation
package import ModelDescription
import ModelEvolution
internal import SQLiteDriver

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

  /// What a migration would do. Leaves every file of the folder as it is.
  ///
  /// - Throws: `MigrationError` for rows without a value for what must have one, and for rows that break a constraint.
  package static func plan(
    _ path: String, from source: ResolvedModel, to destination: ResolvedModel, fills: MigrationFills = MigrationFills(),
    alwaysCopies: Bool = false
  ) throws -> MigrationPlan {
    do {
      try FileInspection(path).check()
      let connection = try Connection(path: path, mode: .untouched)
      let mapping = ModelMapping.inferred(from: source, to: destination)
      let facts = try MigrationSource(connection, model: source, for: mapping)
      var planner = try MigrationPlanner(mapping, source: facts, fills: fills)
      let plan = try planner.plan(alwaysCopies: alwaysCopies)
      guard plan.mapping.isLightweight else { return plan }
      // What would be refused is refused here too.
      var report = MigrationReport(mode: plan.mode)
      try MigrationPreflight(plan: plan).run(on: connection, defersCheck: fills.defersCheck, report: &report)
      for function in MigrationFunctions.all(plan, data: ExternalData(storePath: path)) {
        try connection.register(function)
      }
      try ConstraintCheck(layout: plan.layout, path: path).run(before: plan.transfers, on: connection)
      return plan
    } catch {
      throw MigrationError.translated(error, path: path)
    }
  }
}
