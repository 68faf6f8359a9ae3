import ModelEvolution
import SQLiteStore

/// What a migration would do.
struct MigrationExplanation {
  var mode: MigrationPlan.Mode
  var lines: [String]
  /// What is not lightweight.
  var obstacles: [MappingObstacle]
}
