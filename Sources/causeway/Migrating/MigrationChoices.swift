import SQLiteStore

/// What the command line allows a migration.
struct MigrationChoices {
  let allowsInferred: Bool
  /// Of a store of no version.
  let allowsLoss: Bool
  let fillsZero: Bool

  var fills: MigrationFills { MigrationFills(allowsZero: fillsZero) }
}
