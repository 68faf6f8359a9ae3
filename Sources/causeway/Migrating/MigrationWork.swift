import SQLiteStore

/// What has to be done to one store.
struct MigrationWork {
  /// The version that the store has; `nil` for none.
  var source: String?
  /// What the version that is wanted is called, where the goal does not know it before.
  var target: String?
  /// The store is of the version already.
  var isDone: Bool
  /// Says what would be done.
  var explain: (_ alwaysCopies: Bool) throws -> MigrationExplanation
  /// Does it to a file that has the store's contents, and proves it.
  var run: (_ file: String, _ progress: MigrationLine) throws -> MigrationReport
}
