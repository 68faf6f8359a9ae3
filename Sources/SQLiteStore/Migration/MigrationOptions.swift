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
  /// What is being done, as the plan says it.
  package var step: String
  /// Rows moved so far, and all that there are to move.
  package var rows: Int64
  package var totalRows: Int64
}
