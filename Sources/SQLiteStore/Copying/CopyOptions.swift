/// How a copy is made.
package struct CopyOptions: Sendable {
  /// Rows of one transaction, or objects of one save.
  package var batch: Int
  /// Told after each batch. What it throws ends the copy, which can be taken up again.
  package var progress: (@Sendable (MigrationProgress) throws -> Void)?
  /// A virtual file system registered with SQLite; `nil` is the system's.
  package var fileSystem: String?
  package var files: MigrationFiles = .system

  package init(batch: Int = 5000, progress: (@Sendable (MigrationProgress) throws -> Void)? = nil) {
    self.batch = batch
    self.progress = progress
  }
}
