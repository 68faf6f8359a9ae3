import Foundation
import ObjectGraph
import Synchronization

/// Tells, in debug builds, when calls of one context overlap in time or an actor's context is used off its executor.
final class ContextUse: Sendable {
  /// Who is in a call; 0 for nobody.
  private let user = Atomic<UInt>(0)
  private let executor = Mutex<(@Sendable () -> Bool)?>(nil)

  /// A call that has begun.
  struct Begun {
    /// The call is not inside of another one.
    let isOutermost: Bool
  }

  var isFree: Bool { user.load(ordering: .acquiring) == 0 }

  /// - Parameter isOn: whether the caller runs on the context's executor.
  func setExecutor(_ isOn: @escaping @Sendable () -> Bool) { executor.withLock { $0 = isOn } }

  func begin() -> Begun {
    #if DEBUG
      let current = ContextUser.current
    #else
      // Who it is, only the reports below want to know.
      let current: UInt = 1
    #endif
    let (isFree, before) = user.compareExchange(expected: 0, desired: current, ordering: .acquiringAndReleasing)
    #if DEBUG
      if !isFree, before != current {
        Misuse.report("a context is used by two threads or tasks at once; give each its own, or use a model actor")
      }
      if isFree, let isOn = executor.withLock({ $0 }), !isOn() {
        Misuse.report("the context of a model actor is used off the actor's executor; call it from inside the actor")
      }
    #endif
    return Begun(isOutermost: isFree)
  }

  func end(_ begun: Begun) {
    if begun.isOutermost { user.store(0, ordering: .releasing) }
  }
}

/// Lines about wrong use, once for each place in the code.
enum Misuse {
  private static let known = Mutex<Set<[UInt]>>([])
  private static let total = Mutex(0)

  /// How many were said, for tests.
  static var count: Int { total.withLock { $0 } }

  static func report(_ line: String) {
    // The frames of this function, of `begin`, `using` and the context's method say nothing of the place.
    let addresses = Thread.callStackReturnAddresses.map(\.uintValue).dropFirst(3).prefix(6)
    guard known.withLock({ $0.insert(Array(addresses)).inserted }) else { return }
    total.withLock { $0 += 1 }
    let symbols = Thread.callStackSymbols.dropFirst(3).prefix(4).joined(separator: "\n  ")
    Notice.show(["\(line)\n  \(symbols)"])
  }
}
