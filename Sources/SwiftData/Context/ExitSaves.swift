import Foundation
import Synchronization

/// Contexts that are saved when the program ends normally.
enum ExitSaves {
  private static let contexts = Mutex<[UncheckedWeak<ModelContext>]>([])
  private static let isInstalled: Void = {
    // A function pointer of C takes no context.
    _ = atexit { ExitSaves.run() }
  }()

  static func add(_ context: ModelContext) {
    _ = isInstalled
    let entry = UncheckedWeak(context)
    contexts.withLock { contexts in
      contexts.removeAll { $0.object == nil || $0.object === entry.object }
      contexts.append(entry)
    }
  }

  /// A context that is in the middle of a call on another thread is left alone.
  private static func run() {
    for entry in contexts.withLock({ $0 }) {
      if let context = entry.object, context.use.isFree { context.autosave.save() }
    }
  }
}
