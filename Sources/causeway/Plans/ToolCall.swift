import Foundation
import Synchronization

/// A call of the toolchain, or of a program that it made.
struct ToolCall {
  /// The program, looked for on the `PATH` where it is no path, and its arguments.
  let words: [String]

  struct Outcome {
    let isFine: Bool
    /// How it ended, as `exit status 3`.
    let ending: String
    let output: Data
    /// What went to the error output, or to both where they are one.
    let errors: String
  }

  init(_ words: [String]) { self.words = words }

  /// - Parameter isOneStream: what is written to either output goes to `errors`, in its order.
  /// - Throws: `CommandError` when it cannot be run at all.
  func run(isOneStream: Bool = false) throws -> Outcome {
    let (output, errors) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = isOneStream ? errors : output
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw CommandError("\(words.first ?? ""): cannot be run: \(CommandError.line(for: error))")
    }
    let reading = Reading(errors.fileHandleForReading)
    let document = isOneStream ? Data() : output.fileHandleForReading.readDataToEndOfFile()
    let text = reading.text()
    process.waitUntilExit()
    let isFine = process.terminationReason == .exit && process.terminationStatus == 0
    if process.terminationReason == .exit, process.terminationStatus == 127, words.first?.contains("/") == false {
      throw CommandError("\(words[0]): not found on the PATH; a plan needs the Swift toolchain that built causeway")
    }
    let status = process.terminationStatus
    let ending =
      process.terminationReason == .exit
      ? "exit status \(status)" : "signal \(status)\(strsignal(status).map { " (\(String(cString: $0)))" } ?? "")"
    return Outcome(isFine: isFine, ending: ending, output: document, errors: text)
  }

  /// Reads one stream while another is read: a full pipe stops the program that writes into it.
  private final class Reading: Sendable {
    private let data = Mutex(Data())
    private let group = DispatchGroup()

    init(_ handle: FileHandle) {
      DispatchQueue.global().async(group: group) { [self] in
        let all = handle.readDataToEndOfFile()
        data.withLock { $0 = all }
      }
    }

    func text() -> String {
      group.wait()
      return String(decoding: data.withLock { $0 }, as: UTF8.self)
    }
  }
}
