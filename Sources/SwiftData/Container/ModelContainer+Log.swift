import ObjectGraph
import SQLiteStore
import Synchronization

/// Where the process's lines about its stores go. Not in Apple's API.
extension ModelContainer {
  /// A line for people, about any store of the process.
  public struct LogMessage: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
      /// What no error can say: a save that failed where nobody could catch it, a setting that does nothing here.
      case notice
      /// A statement that was run, its time, its values, its plan: as `-com.apple.CoreData.SQLDebug` and
      /// `CAUSEWAY_SQL_DEBUG` ask for.
      case sql
      /// The way that a store takes to another version, and how that ended. `-com.apple.CoreData.MigrationDebug 1` and
      /// `CAUSEWAY_MIGRATION_DEBUG=1` ask for these lines where nobody handles them.
      case migration
    }

    public let kind: Kind
    public let text: String
    public var description: String { text }
  }

  private static let handler = Mutex<(@Sendable (_ message: LogMessage) -> Void)?>(nil)

  /// Called with each line instead of writing it to the standard error, on whatever thread it comes up.
  ///
  ///     ModelContainer.logHandler = { message in logger.info("\(message)") }
  ///
  /// The handler must not use a store, and must not be slow: a statement waits for it.
  public static var logHandler: (@Sendable (_ message: LogMessage) -> Void)? {
    get { handler.withLock { $0 } }
    set {
      handler.withLock { $0 = newValue }
      Notice.setHandler(Self.lines(.notice, newValue))
      SQLiteStore.setStatementHandler(Self.lines(.sql, newValue))
      MigrationLog.setHandler(Self.lines(.migration, newValue))
    }
  }

  private static func lines(
    _ kind: LogMessage.Kind, _ handler: (@Sendable (_ message: LogMessage) -> Void)?
  ) -> (@Sendable (String) -> Void)? {
    guard let handler else { return nil }
    return { handler(LogMessage(kind: kind, text: $0)) }
  }
}
