internal import CSQLite
internal import Dispatch

/// How a connection waits for another's lock: until a deadline, and looking the more often the longer it has waited.
///
/// SQLite's own waiting looks ever more rarely, so that who has waited long loses against who has just come. Here the
/// pauses shrink with the time waited, and are random, so that two who wait do not meet again and again.
final class BusyWait {
  /// How long a statement waits in all.
  var limit: Duration
  /// Told while a writer waits.
  var manners: WriteManners?
  private var began: UInt64 = 0
  private var random: UInt64

  init(limit: Duration) {
    self.limit = limit
    random = DispatchTime.now().uptimeNanoseconds | 1
  }

  /// Has a connection wait so; the object must outlive its use.
  func attach(to connection: OpaquePointer) {
    sqlite3_busy_handler(
      connection,
      { context, count in
        guard let context else { return 0 }
        return Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue().wait(count) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// - Parameter count: How often it has waited already for the same lock.
  /// - Returns: `false` when the time is over.
  private func wait(_ count: Int32) -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    if count == 0 { began = now }
    let waited = now - began
    let limit = limit.nanoseconds
    guard waited < limit else { return false }
    // Most locks are gone at the second look.
    if count > 0 { manners?.wait() }
    let pause = min(Self.pause(count, waited: waited), limit - waited)
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    let milliseconds = (pause / 2 + random % max(1, pause / 2)) / 1_000_000
    sqlite3_sleep(Int32(clamping: max(1, milliseconds)))
    return true
  }

  /// In nanoseconds.
  private static func pause(_ count: Int32, waited: UInt64) -> UInt64 {
    switch waited {
    case _ where count == 0: 2_000_000
    case ..<50_000_000: 10_000_000
    case ..<200_000_000: 6_000_000
    case ..<1_000_000_000: 3_000_000
    default: 1_000_000
    }
  }
}

extension Duration {
  /// Whole nanoseconds; nothing below zero, and no more than centuries.
  fileprivate var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return UInt64(min(seconds, 1 << 32)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}
