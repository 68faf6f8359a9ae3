import ModelEvolution
import SQLiteStore

/// What stores are migrated to: a version of a model, or the end of a migration plan.
protocol MigrationGoal {
  /// As it was named on the command line.
  var path: String { get }
  /// What the version is called.
  var name: String { get }

  /// What has to be done to a store, told without writing anything.
  ///
  /// - Throws: `MigrationError` for what is in the way, other errors for what cannot be read.
  func work(on store: String, _ choices: MigrationChoices, _ console: Console) throws -> MigrationWork
}

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

/// What a migration would do.
struct MigrationExplanation {
  var mode: MigrationPlan.Mode
  var lines: [String]
  /// What is not lightweight.
  var obstacles: [MappingObstacle]
}
