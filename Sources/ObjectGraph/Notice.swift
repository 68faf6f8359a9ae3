import Foundation
import Synchronization

/// What a user should know and no error says: each line once, to the standard error.
package enum Notice {
  private static let shown = Mutex<Set<String>>([])
  private static let handler = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Who gets the lines; `nil` is the standard error.
  package static func setHandler(_ new: (@Sendable (String) -> Void)?) { handler.withLock { $0 = new } }

  package static func show(_ lines: [String]) {
    for line in lines where shown.withLock({ $0.insert(line).inserted }) {
      if let handler = handler.withLock({ $0 }) {
        handler(line)
        continue
      }
      FileHandle.standardError.write(Data("Causeway: \(line)\n".utf8))
    }
  }

  /// Whether a line was shown, for tests.
  package static func wasShown(_ line: String) -> Bool { shown.withLock { $0.contains(line) } }
}
