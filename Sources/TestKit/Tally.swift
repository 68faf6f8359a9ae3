internal import Foundation
internal import Synchronization

/// Counts how often something happens, on whatever thread.
package final class Tally: Sendable {
  private let count = Atomic<Int>(0)

  package init() {}

  package var value: Int { count.load(ordering: .relaxed) }

  package func add() { count.wrappingAdd(1, ordering: .relaxed) }

  /// Waits until more than `other` are counted.
  ///
  /// - Returns: `false` when that did not come to pass in a time that is long on a busy machine too.
  package func wait(above other: Int) -> Bool {
    let end = Date().addingTimeInterval(30)
    while value <= other, Date() < end { Thread.sleep(forTimeInterval: 0.001) }
    return value > other
  }
}
