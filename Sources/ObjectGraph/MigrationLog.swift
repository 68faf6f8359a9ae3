import Foundation
import Synchronization

/// Which way migrations take, for people: what the launch argument `-com.apple.CoreData.MigrationDebug` or
/// `CAUSEWAY_MIGRATION_DEBUG` asks for.
package enum MigrationLog {
  private static let handler = Mutex<(@Sendable (String) -> Void)?>(nil)
  private static let levelOfProcess = level(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)

  /// Who gets the lines; `nil` is the standard error.
  package static func setHandler(_ new: (@Sendable (String) -> Void)?) { handler.withLock { $0 = new } }

  /// 0 for nothing, 1 for the way and its outcome.
  package static func level(arguments: [String], environment: [String: String]) -> Int {
    if let place = arguments.firstIndex(of: "-com.apple.CoreData.MigrationDebug"), place + 1 < arguments.count,
      let level = Int(arguments[place + 1])
    {
      return max(level, 0)
    }
    return max(environment["CAUSEWAY_MIGRATION_DEBUG"].flatMap { Int($0) } ?? 0, 0)
  }

  /// Somebody wants the lines.
  package static var isOn: Bool { levelOfProcess > 0 || handler.withLock { $0 != nil } }

  /// Says a line when somebody asked for it.
  package static func say(_ line: @autoclosure () -> String) {
    if let handler = handler.withLock({ $0 }) { return handler(line()) }
    if levelOfProcess > 0 { FileHandle.standardError.write(Data("Causeway: migration: \(line())\n".utf8)) }
  }
}
