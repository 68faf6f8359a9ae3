import Foundation
import Synchronization

/// A queue of its own on which blocks run one after the other; a block may wait for another of the same queue.
final class SerialQueue: @unchecked Sendable {
  // Unchecked because all members are immutable and safe.

  private let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()
  let name: String

  private static let count = Atomic<Int>(0)
  private static let nameKey = DispatchSpecificKey<String>()

  /// - Parameter isNumbered: whether the name gets a number, to tell the queue from others of the name.
  init(_ name: String, isNumbered: Bool = false) {
    let name = isNumbered ? "\(name) \(Self.count.add(1, ordering: .relaxed).newValue)" : name
    self.name = name
    queue = DispatchQueue(label: name)
    queue.setSpecific(key: key, value: true)
    queue.setSpecific(key: Self.nameKey, value: name)
  }

  /// The name of the queue of this class that the caller is on.
  static var currentName: String? { DispatchQueue.getSpecific(key: nameKey) }

  /// Whether the caller is on the queue, or on another one that a block of this one waits for.
  var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true || HeldQueues.here.contains(ObjectIdentifier(self))
  }

  func perform(_ block: @escaping () -> Void) {
    let work = NSPersistentStoreCoordinator.Box(block)
    queue.async { [self] in HeldQueues.hold([ObjectIdentifier(self)]) { work.value() } }
  }

  func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    if isCurrent { return try block() }
    let held = HeldQueues.here(entering: ObjectIdentifier(self))
    return try queue.sync { try HeldQueues.hold(held, block) }
  }

  nonisolated(nonsending) func perform<T, Failure: Error>(
    _ block: @escaping () throws(Failure) -> T
  ) async throws(Failure) -> T {
    let work = NSPersistentStoreCoordinator.Box(block)
    let outcome = await withCheckedContinuation {
      (continuation: CheckedContinuation<NSPersistentStoreCoordinator.Box<Result<T, Failure>>, Never>) in
      perform { continuation.resume(returning: NSPersistentStoreCoordinator.Box(Result(catching: work.value))) }
    }
    return try outcome.value.get()
  }
}
