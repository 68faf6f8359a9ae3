import Foundation
import ObjectGraph

/// Where a context's blocks run: the main queue, a queue of its own, or wherever it is called.
enum ContextQueue: Sendable {
  case main
  case own(SerialQueue)
  case caller

  init(_ type: NSManagedObjectContextConcurrencyType) {
    // The third type is deprecated, and used by batches.
    self =
      switch type {
      case .mainQueueConcurrencyType: .main
      case .privateQueueConcurrencyType: .own(SerialQueue("NSManagedObjectContext", isNumbered: true))
      default: .caller
      }
  }

  func async(_ block: @escaping () -> Void) {
    switch self {
    case .main:
      let work = NSPersistentStoreCoordinator.Box(block)
      MainQueueWatch.expect()
      DispatchQueue.main.async { work.value() }
    case .own(let queue): queue.perform(block)
    case .caller: block()
    }
  }

  /// Where the main queue is, its blocks run at once: whether anybody runs that queue or not.
  func sync<T>(_ block: () throws -> T) rethrows -> T {
    switch self {
    case .main:
      if isCurrent { return try block() }
      MainQueueWatch.expect()
      // Dispatch may run the block on the main thread, which knows nothing of what waits for it.
      let held = HeldQueues.here(entering: HeldQueues.main)
      let main: DispatchQueue = .main
      return try main.sync { try HeldQueues.hold(held, block) }
    case .own(let queue): return try queue.performAndWait(block)
    case .caller: return try block()
    }
  }

  /// Whether the caller is where the context's blocks run.
  var isCurrent: Bool {
    switch self {
    case .main: MainQueue.isHere || HeldQueues.here.contains(HeldQueues.main)
    case .own(let queue): queue.isCurrent
    case .caller: true
    }
  }
}

extension ContextQueue: CustomStringConvertible {
  var description: String {
    switch self {
    case .main: "the main queue"
    case .own(let queue): "the queue \(queue.name)"
    case .caller: "no queue"
    }
  }

  /// Where the caller is.
  static var here: String {
    if let name = SerialQueue.currentName { return "the queue \(name)" }
    if MainQueue.isHere { return "the main queue" }
    return withUnsafeCurrentTask { $0 == nil } ? "a thread of its own" : "a task off the main actor"
  }
}

extension NSManagedObjectContext {
  /// A context of the caller's thread over the same stores, which knows nothing of what other contexts have unsaved.
  static func confined(beside context: NSManagedObjectContext) -> NSManagedObjectContext {
    let confined = NSManagedObjectContext(
      concurrencyType: NSManagedObjectContextConcurrencyType(rawValue: 0) ?? .mainQueueConcurrencyType)
    confined.persistentStoreCoordinator = context.persistentStoreCoordinator
    confined.transactionAuthor = context.transactionAuthor
    confined.name = context.name
    return confined
  }
}
