import Foundation

/// Whether the tests that take longer than `make test` may take are wanted: `make test-full`.
///
/// `@Test(.enabled(if: FullRun.isOn, "make test-full"))` on a test that only the full run has; a test that both runs have
/// asks `isOn` for how much of its material to take.
package enum FullRun {
  /// `CAUSEWAY_FULL=1` in the environment.
  package static let isOn = ProcessInfo.processInfo.environment["CAUSEWAY_FULL"] == "1"

  /// How many random cases a test takes: `CAUSEWAY_CASES` in the environment says another number than both.
  package static func cases(_ usual: Int, full: Int) -> Int {
    ProcessInfo.processInfo.environment["CAUSEWAY_CASES"].flatMap { Int($0) } ?? (isOn ? full : usual)
  }
}
