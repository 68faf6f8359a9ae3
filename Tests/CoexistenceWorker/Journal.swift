import Foundation

/// What a worker was about to do, and what of it was acknowledged; every line is with the system before the next step.
final class Journal {
  private let file: FileHandle

  init(_ path: String) throws {
    if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
    guard let file = FileHandle(forWritingAtPath: path) else {
      throw WorkerError(description: "no journal at \(path)")
    }
    try file.seekToEnd()
    self.file = file
  }

  /// `? <author> <change>`: it may be in the file from now on.
  func intend(_ author: String, _ change: Change) throws { try write("? \(author) \(change.line)") }

  /// `! <author>`: it is.
  func acknowledge(_ author: String) throws { try write("! \(author)") }

  /// `x <author>`: it is not.
  func refuse(_ author: String) throws { try write("x \(author)") }

  private func write(_ line: String) throws { try file.write(contentsOf: Data((line + "\n").utf8)) }
}
