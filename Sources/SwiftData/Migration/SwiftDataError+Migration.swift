import SQLiteStore

extension SwiftDataError {
  /// Runs a migration, whose own errors become Apple's; what the stages' code throws passes as it is.
  static func translatingMigration<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as MigrationError {
      // A file that is locked, read-only or full is not a matter of the models: as when it is opened.
      switch error.code {
      case .readOnly, .locked, .noSpace, .fileSystem, .damaged, .changedMeanwhile: throw error.storeError
      case .notLightweight, .missingValues, .duplicates, .rowsWithoutPlace, .refusedByPlan, .newer, .unproven:
        throw SwiftDataError("loadIssueModelContainer", detail: "\(error)\nThe file was left as it is")
      }
    }
  }
}
