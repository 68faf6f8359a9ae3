import Foundation
import Synchronization

/// Where a verb writes: results to one stream, progress and errors to the other.
package final class Console: Sendable {
  /// Colour is for people: only when the stream is a terminal and `NO_COLOR` is not set.
  package let usesColor: Bool
  /// Whether a progress line may overwrite itself.
  package let errorsAreTerminal: Bool
  /// How long work may take without a word of progress.
  package let progressDelay: Duration
  private let writeOutput: @Sendable (String) throws -> Void
  private let writeError: @Sendable (String) -> Void
  private let firstFailure = Mutex<(any Error)?>(nil)

  package init(
    usesColor: Bool = false, errorsAreTerminal: Bool = false, progressDelay: Duration = .seconds(1),
    output: @escaping @Sendable (String) throws -> Void,
    errors: @escaping @Sendable (String) -> Void
  ) {
    self.usesColor = usesColor
    self.errorsAreTerminal = errorsAreTerminal
    self.progressDelay = progressDelay
    self.writeOutput = output
    self.writeError = errors
  }

  package static let standard: Console = {
    let plain = ProcessInfo.processInfo.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return Console(
      usesColor: isatty(STDOUT_FILENO) == 1 && !plain, errorsAreTerminal: isatty(STDERR_FILENO) == 1,
      output: { try Console.write($0, to: STDOUT_FILENO) },
      // Nowhere is left to say that this fails.
      errors: { try? Console.write($0, to: STDERR_FILENO) })
  }()

  /// Prints a line of the result.
  package func print(_ line: String = "") { write(line + "\n") }

  package func print(_ document: JSONValue) { write(document.text + "\n") }

  /// Why the result could not be written; nothing is written after the first failure.
  var outputFailure: (any Error)? { firstFailure.withLock { $0 } }

  private func write(_ text: String) {
    firstFailure.withLock { failure in
      guard failure == nil else { return }
      do { try writeOutput(text) } catch { failure = error }
    }
  }

  /// Prints a line beside the result: a warning, a hint.
  package func note(_ line: String) { writeError(line + "\n") }

  /// Writes text of progress as it stands, without a newline.
  func writeProgress(_ text: String) { writeError(text) }

  package func styled(_ text: String, _ style: Style) -> String {
    usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  package enum Style: Int, Sendable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
  }

  /// Writes to the descriptor until everything is out; a closed pipe ends the writing, not the process's work.
  ///
  /// - Throws: `POSIXError` when it cannot be written, as on a full disk.
  static func write(_ text: String, to descriptor: Int32) throws {
    let bytes = Array(text.utf8)
    var start = 0
    try bytes.withUnsafeBytes { buffer in
      while start < buffer.count {
        let count = Foundation.write(descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
        if count < 0 && errno == EINTR { continue }
        if count < 0 {
          if errno == EPIPE { return }
          throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        start += count
      }
    }
  }
}
