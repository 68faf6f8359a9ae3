#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Work without the superuser's rights over files, so that permissions mean something where tests run as root.
package enum Unprivileged {
  /// Whether permissions bind the work: nobody special runs it, or its thread can be made so.
  package static var isPossible: Bool { geteuid() != 0 || setUser != nil }

  /// Runs `body` on this thread as nobody, as far as files are concerned.
  package static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard geteuid() == 0, let setUser else { return try body() }
    _ = setUser(nobody)
    defer { _ = setUser(0) }
    return try body()
  }

  private static let nobody: UInt32 = 65534

  /// Linux's `setfsuid`, which concerns the calling thread alone; no module declares it.
  private static let setUser: (@convention(c) (UInt32) -> Int32)? = {
    #if os(Linux)
      dlsym(nil, "setfsuid").map { unsafeBitCast($0, to: (@convention(c) (UInt32) -> Int32).self) }
    #else
      nil
    #endif
  }()
}
