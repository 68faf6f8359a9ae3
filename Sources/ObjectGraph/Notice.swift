import Foundation
import Synchronization

/// What a user should know and no error says: each line once, to the standard error.
package enum Notice {
  private static let shown = Mutex<Set<String>>([])

  package static func show(_ lines: [String]) {
    for line in lines where shown.withLock({ $0.insert(line).inserted }) {
      FileHandle.standardError.write(Data("Causeway: \(line)\n".utf8))
    }
  }

  /// Whether a line was shown, for tests.
  package static func wasShown(_ line: String) -> Bool { shown.withLock { $0.contains(line) } }
}
