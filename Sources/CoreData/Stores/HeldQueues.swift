import Foundation

/// The queues whose blocks wait for what runs on a thread: dispatch itself knows the innermost one only.
final class HeldQueues: NSObject {
  private static let key = "CausewayHeldQueues"
  private let queues: Set<ObjectIdentifier>

  private init(_ queues: Set<ObjectIdentifier>) { self.queues = queues }

  static var here: Set<ObjectIdentifier> { (Thread.current.threadDictionary[key] as? HeldQueues)?.queues ?? [] }

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
