import Foundation
import ObjectGraph

/// The queues whose blocks wait for what runs on a thread: dispatch itself knows the innermost one only.
final class HeldQueues: NSObject {
  private static let key = "CausewayHeldQueues"
  private let queues: Set<ObjectIdentifier>

  private init(_ queues: Set<ObjectIdentifier>) { self.queues = queues }

  /// Stands for the main queue.
  static let main = ObjectIdentifier(HeldQueues.self)

  static var here: Set<ObjectIdentifier> { (Thread.current.threadDictionary[key] as? HeldQueues)?.queues ?? [] }

  /// Those here with the queue that the caller is about to enter, and the main queue where the caller is on it: a block on
  /// another queue that the main queue waits for is no longer on it by dispatch's own account.
  static func here(entering queue: ObjectIdentifier) -> Set<ObjectIdentifier> {
    var queues = here
    queues.insert(queue)
    if MainQueue.isHere { queues.insert(main) }
    return queues
  }

  /// Runs a block on a thread that holds the queues.
  static func hold<T>(_ queues: Set<ObjectIdentifier>, _ block: () throws -> T) rethrows -> T {
    let table = Thread.current.threadDictionary
    let former = table[key] as? HeldQueues
    table[key] = HeldQueues(queues)
    defer {
      if let former { table[key] = former } else { table.removeObject(forKey: key) }
    }
    return try block()
  }
}
