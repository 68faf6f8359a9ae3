internal import CSQLite
internal import Dispatch

/// What a connection does so that its transactions keep nobody else from writing.
final class WriteManners {
  private let sign: WaitingSign
  /// When the last transaction began and ended, and how long it kept others from writing; in nanoseconds.
  private var began: UInt64 = 0
  private var ended: UInt64 = 0
  private var lasted: UInt64 = 0
  private var count: UInt8 = 0

  init(_ path: String) { sign = WaitingSign(path) }

  /// Called while the connection waits for its turn.
  func wait() { sign.raise() }

  /// The turn has come, or the time is over.
  func endWaiting() { sign.lower() }

  /// Before a transaction: lets those have a turn who wait while this connection writes one after the other.
  func makeWay() {
    guard ended > 0, now - ended < Self.closeTogether else { return }
    // Between short ones others find a gap by themselves, and a look costs a little.
    count &+= 1
    guard lasted > Self.long || count.isMultiple(of: 8) else { return }
    var rounds = 0
    while rounds < Self.mostRounds, sign.isRaisedByOthers {
      sqlite3_sleep(1)
      rounds += 1
    }
  }

  /// A transaction has the lock from now on.
  func begin() { began = now }

  func end() {
    ended = now
    lasted = ended - began
  }

  private var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  private static let closeTogether: UInt64 = 20_000_000
  private static let long: UInt64 = 1_000_000
  /// Longer than anyone who waits goes without a look.
  private static let mostRounds = 15
}
