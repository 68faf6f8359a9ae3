#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Shows other connections, of any process, that somebody waits to write, so that one that never pauses makes way.
///
/// SQLite's lock goes to whoever asks in the moment in which it is free. Who writes without a pause asks in that very
/// moment, and who waits looks now and then: with long transactions it would hardly ever come to its turn.
///
/// The sign is a lock of `flock` on the write-ahead log, which SQLite itself never locks. It ends with its descriptor,
/// and so with its process.
final class WaitingSign {
  private let log: String
  private var descriptor: Int32 = -1

  /// - Parameter path: The database; its log need not be there, and then there are no signs.
  init(_ path: String) { log = LinkedFile.path(of: path) + "-wal" }

  deinit { lower() }

  func raise() {
    guard descriptor < 0 else { return }
    let opened = open(log, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return }
    // Somebody looks for signs just now: the next round raises it.
    guard flock(opened, LOCK_SH | LOCK_NB) == 0 else {
      close(opened)
      return
    }
    descriptor = opened
  }

  func lower() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
  }

  /// Whether somebody else shows it.
  var isRaisedByOthers: Bool {
    let opened = open(log, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return false }
    defer { close(opened) }
    return flock(opened, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
