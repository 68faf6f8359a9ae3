import Foundation

/// A writer that never pauses.
struct Hurry {
  let worker: any Worker
  let name: String
  let count: Int

  func run(_ seconds: Double) throws {
    let end = Date().addingTimeInterval(seconds)
    var (saves, longest) = (0, UInt64(0))
    while Date() < end {
      let began = now()
      try worker.add((0..<count).map { "\(name)-\(saves)-\($0)" })
      longest = max(longest, now() - began)
      saves += 1
    }
    print("\(saves) \(longest / 1_000_000)")
  }
}
