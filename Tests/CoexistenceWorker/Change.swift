import Foundation

/// One save of a worker, as its journal has it.
enum Change {
  case insert(code: String, count: Int)
  case count(code: String, from: Int, to: Int)
  case move(code: String, label: String)
  case delete(code: String)

  /// For `from`: whatever it counts.
  static let any = -1

  var line: String {
    switch self {
    case .insert(let code, let count): "I \(code) \(count)"
    case .count(let code, let from, let to): "C \(code) \(from) \(to)"
    case .move(let code, let label): "M \(code) \(label)"
    case .delete(let code): "D \(code)"
    }
  }
}

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

/// xorshift64*: the same steps for the same seed.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
