import Dispatch
import Foundation
import Synchronization

/// What has to go when somebody stops the command: by the keyboard, by `kill`, or by closing the terminal.
///
/// The process then ends by the same signal, so that a shell sees what happened. Nothing helps against `SIGKILL`.
enum Interruption {
  private struct State {
    /// Half-made folders, with everything in them.
    var unfinished: Set<String> = []
    var sources: [any DispatchSourceSignal] = []
    var isWatching = false
  }

  private static let state = Mutex(State())

  /// Has a folder removed when the command is stopped, until `settle` says that it is whole.
  static func watch(_ folder: URL) {
    state.withLock { state in
      state.unfinished.insert(folder.path)
      guard !state.isWatching else { return }
      state.isWatching = true
      for number in [SIGINT, SIGTERM, SIGHUP] { watch(number, &state) }
    }
  }

  /// Does the last step of a work, which nothing stops half-way; then the folder is nobody's business any more.
  static func settle<Result>(_ folder: URL, _ body: () throws -> Result) rethrows -> Result {
    try state.withLock { state in
      defer { state.unfinished.remove(folder.path) }
      return try body()
    }
  }

  private static func watch(_ number: Int32, _ state: inout State) {
    // What was ignored when the command started, as under nohup, stays so.
    let former = unsafeBitCast(signal(number, SIG_DFL), to: Int.self)
    guard former != unsafeBitCast(SIG_IGN, to: Int.self) else {
      signal(number, SIG_IGN)
      return
    }
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
    source.setEventHandler { stop(number) }
    source.resume()
    state.sources.append(source)
  }

  /// The lock stays taken, so that nothing moves into its place any more.
  private static func stop(_ number: Int32) {
    state.withLock { state in
      // The work goes on meanwhile, and may make a folder anew.
      for _ in 0..<3 {
        for path in state.unfinished { try? FileManager.default.removeItem(atPath: path) }
      }
      // The source takes the signal by blocking it.
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, number)
      signal(number, SIG_DFL)
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      raise(number)
      exit(128 + number)
    }
  }
}
