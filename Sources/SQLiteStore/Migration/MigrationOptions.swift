/// How a migration is done.
package struct MigrationOptions: Sendable {
  /// How long to wait for somebody else's migration of the same store, and for others to close it.
  package var deadline: Duration = .seconds(30)
  /// How long to wait for a connection that has the store open.
  package var busyTimeout: Duration = .seconds(5)
  /// Works on a copy also where the store could be changed in place.
  package var alwaysCopies = false
  /// Told now and then.
  package var progress: (@Sendable (MigrationProgress) -> Void)?
  /// A virtual file system registered with SQLite; `nil` is the system's.
  package var fileSystem: String?
  package var files: MigrationFiles = .system

  package init() {}
}

/// How far a migration is.
package struct MigrationProgress: Hashable, Sendable {
  /// What is being done, as "copying Book".
  package var step: String
  /// Rows that this step has moved, and all that it moves; 0 for a step that moves none.
  package var stepRows: Int64
  package var stepTotal: Int64
  /// Rows that all steps have moved so far, and all that there are to move.
  package var rows: Int64
  package var totalRows: Int64

  package init(step: String, stepRows: Int64 = 0, stepTotal: Int64 = 0, rows: Int64, totalRows: Int64) {
    self.step = step
    self.stepRows = stepRows
    self.stepTotal = stepTotal
    self.rows = rows
    self.totalRows = totalRows
  }
}
