/// What stores are migrated to: a version of a model, or the end of a migration plan.
protocol MigrationGoal {
  /// As it was named on the command line.
  var path: String { get }
  /// What the version is called.
  var name: String { get }
  /// The version as a sentence has it.
  var words: String { get }

  /// What has to be done to a store, told without writing anything.
  ///
  /// - Throws: `MigrationError` for what is in the way, other errors for what cannot be read.
  func work(on store: String, _ choices: MigrationChoices, _ console: Console) throws -> MigrationWork
}

extension MigrationGoal {
  var words: String { "version \"\(name)\"" }
}
