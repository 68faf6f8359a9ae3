internal import Foundation
internal import Synchronization

/// The log that the process was started with.
extension StatementLog {
  private static let handler = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Who gets the lines; `nil` is the standard error.
  package static func setHandler(_ new: (@Sendable (String) -> Void)?) { handler.withLock { $0 = new } }

  /// What the launch argument `-com.apple.CoreData.SQLDebug` or `CAUSEWAY_SQL_DEBUG` asks for: 0 for nothing.
  package static func level(arguments: [String], environment: [String: String]) -> Int {
    if let place = arguments.firstIndex(of: "-com.apple.CoreData.SQLDebug"), place + 1 < arguments.count,
      let level = Int(arguments[place + 1])
    {
      return min(max(level, 0), 4)
    }
    return min(max(environment["CAUSEWAY_SQL_DEBUG"].flatMap { Int($0) } ?? 0, 0), 4)
  }

  private static let levelOfProcess = level(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)

  /// A log for a new connection; `nil` when nobody asked for one.
  static func ofProcess() -> StatementLog? {
    guard levelOfProcess > 0 else { return nil }
    return StatementLog(level: levelOfProcess) { line in
      if let handler = handler.withLock({ $0 }) { return handler(line) }
      FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
  }
}
