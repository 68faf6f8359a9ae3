import Foundation
import SwiftData
import Synchronization

/// What containers say of one store. The handler is one for the process, in which suites run at once: one test has it at
/// a time.
enum ContainerLog {
  private static let turn = NSLock()

  /// The messages about a path while a block runs.
  static func messages(about path: String, during body: () throws -> Void) rethrows -> [ModelContainer.LogMessage] {
    try turn.withLock {
      let told = Mutex<[ModelContainer.LogMessage]>([])
      ModelContainer.logHandler = { message in
        if message.text.contains(path) { told.withLock { $0.append(message) } }
      }
      defer { ModelContainer.logHandler = nil }
      try body()
      return told.withLock { $0 }
    }
  }
}
