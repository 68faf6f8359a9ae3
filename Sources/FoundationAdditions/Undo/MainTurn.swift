import Foundation
import Synchronization

/// The present turn of the main run loop, or of the main queue where that is run without one: by an async main, or by
/// `dispatchMain`.
package enum MainTurn {
  /// A block of ours has come round on the main queue.
  private static let isServed = Atomic<Bool>(false)
  private static let isTrying = Atomic<Bool>(false)

  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Calls a block when the present turn ends.
  ///
  /// - Returns: whether that is known to happen. It is not where the main queue has not come round yet: in a program that
  ///   never runs it, the block is not called. `nil` off the main queue, where nothing is called.
  package static func atEnd(_ body: @escaping () -> Void) -> Bool? {
    let work = Work(body: body)
    if Thread.isMainThread, RunLoop.current.currentMode != nil {
      RunLoop.main.perform { work.body() }
      return true
    }
    guard DispatchQueue.getSpecific(key: key) == true else { return nil }
    let isSure = isServed.load(ordering: .relaxed)
    // A queue that nobody runs is not to be filled up.
    if !isSure, isTrying.exchange(true, ordering: .relaxed) { return nil }
    DispatchQueue.main.async {
      isServed.store(true, ordering: .relaxed)
      work.body()
    }
    return isSure
  }

  private struct Work: @unchecked Sendable {
    // Unchecked because it is made and called on the main queue.
    let body: () -> Void
  }
}
