import Foundation
import ObjectGraph
import Synchronization

/// Says when blocks for the main queue wait and nobody runs it.
///
/// Swift's async main, `RunLoop.main` and `dispatchMain` run that queue; a program that does none of these never gets to
/// such a block. As with Apple's framework the block goes on waiting; a second later a line says why.
package enum MainQueueWatch {
  private static let isServed = Atomic<Bool>(false)
  private static let isWatching = Atomic<Bool>(false)

  package static let line =
    "the main queue has not been run for a second, and blocks of a main queue context wait for it: let main be async, or "
    + "call RunLoop.main.run() or dispatchMain(), or use performAndWait on the main thread"

  /// To be called before a block is handed to the main queue.
  static func expect() {
    guard !isServed.load(ordering: .relaxed),
      isWatching.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
    else { return }
    DispatchQueue.main.async { isServed.store(true, ordering: .relaxed) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
      isWatching.store(false, ordering: .relaxed)
      if !isServed.load(ordering: .relaxed) { Notice.show([line]) }
    }
  }
}
