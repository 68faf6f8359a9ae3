import Foundation

/// Two processes that make the same stores at the same moments.
struct Race {
  let face: String
  let folder: URL
  let rounds: Int
  let name: String
  let other: String

  func run() throws {
    for round in 0..<rounds {
      try meet(round)
      let worker = try worker(face, folder.appendingPathComponent("\(round).store"))
      try worker.add(["\(name)-\(round)"])
      print(worker.storeIdentifier)
    }
    // Whoever is last to close a store tidies its log away.
    try meet(rounds)
  }

  /// Waits, without giving the processor away, until the other one is as far.
  private func meet(_ round: Int) throws {
    let (mine, theirs) = (place(name, round), place(other, round))
    try Data().write(to: URL(fileURLWithPath: mine))
    let end = Date().addingTimeInterval(60)
    while access(theirs, F_OK) != 0 {
      guard Date() < end else { throw WorkerError(description: "\(other) did not come to round \(round)") }
      sched_yield()
    }
  }

  private func place(_ name: String, _ round: Int) -> String {
    folder.appendingPathComponent("ready/\(name)-\(round)").path
  }
}
