import SQLiteDriver

extension SQLiteStore {
  /// Who gets the lines about statements, which a launch argument or the environment switches on.
  package static func setStatementHandler(_ handler: (@Sendable (_ line: String) -> Void)?) {
    StatementLog.setHandler(handler)
  }
}
