internal import Foundation
internal import Synchronization

/// Hears that a database file, or its log, may have changed: a hint, by whoever wrote it, in this process or another.
///
/// A hint may come late, twice, or for nothing; what really happened, the file says. Where the system tells of changes
/// (Linux), nothing runs until there are some; elsewhere, and where a network file system would not tell, the file is
/// looked at in turns.
package final class FileNotice: Sendable {
  /// How changes are noticed.
  package enum Means: Hashable, Sendable {
    /// The system tells.
    case system
    /// The file is looked at every so often.
    case polling
    /// Not at all: only what this process writes by itself is known.
    case none
  }

  /// `CAUSEWAY_CHANGE_NOTICE` in the environment, `system`, `polling` or `none`; the system's where nothing is said.
  ///
  /// Local to a task, so that a test may choose.
  @TaskLocal package static var chosenMeans = environmentMeans

  private static var environmentMeans: Means {
    switch ProcessInfo.processInfo.environment["CAUSEWAY_CHANGE_NOTICE"] {
    case "polling": .polling
    case "none": .none
    default: .system
    }
  }

  /// How long a polled file may go without a look.
  package static let pollingInterval = 0.04

  /// What is really used: polling stands in where the system cannot tell.
  package let means: Means
  private let stop: @Sendable () -> Void

  /// - Parameters:
  ///   - path: The database file; a symbolic link is followed.
  ///   - hint: Called on a thread of the notice's own, which it must not keep.
  package init(_ path: String, means: Means = FileNotice.chosenMeans, hint: @escaping @Sendable () -> Void) {
    let file = URL(fileURLWithPath: LinkedFile.path(of: path)).resolvingSymlinksInPath()
    if means == .system, let number = FolderWatch.shared?.add(file, hint) {
      self.means = .system
      stop = { FolderWatch.shared?.remove(number) }
    } else if means != .none {
      self.means = .polling
      let number = PollingWatch.shared.add(hint)
      stop = { PollingWatch.shared.remove(number) }
    } else {
      self.means = .none
      stop = {}
    }
  }

  deinit { stop() }
}

/// Calls in turns whoever wants to look at a file.
private final class PollingWatch: Sendable {
  static let shared = PollingWatch()

  private struct State {
    var hints: [Int: @Sendable () -> Void] = [:]
    var last = 0
    var isRunning = false
  }

  private let state = Mutex(State())

  func add(_ hint: @escaping @Sendable () -> Void) -> Int {
    let (number, isFirst) = state.withLock { state in
      state.last += 1
      state.hints[state.last] = hint
      defer { state.isRunning = true }
      return (state.last, !state.isRunning)
    }
    if isFirst { start() }
    return number
  }

  func remove(_ number: Int) { state.withLock { _ = $0.hints.removeValue(forKey: number) } }

  /// The thread ends when nobody is left.
  private func start() {
    let thread = Thread { [self] in
      while true {
        Thread.sleep(forTimeInterval: FileNotice.pollingInterval)
        let hints = state.withLock { state -> [@Sendable () -> Void] in
          if state.hints.isEmpty { state.isRunning = false }
          return Array(state.hints.values)
        }
        if hints.isEmpty { return }
        for hint in hints { hint() }
      }
    }
    thread.name = "Causeway file polling"
    thread.start()
  }
}
