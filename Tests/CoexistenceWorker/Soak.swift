import Foundation

/// Mixed work of one process, with a journal of what was acknowledged.
struct Soak {
  let worker: any Worker
  let journal: Journal
  let name: String
  let seconds: Double
  let seed: UInt64

  func run() throws {
    var dice = Dice(seed)
    let end = Date().addingTimeInterval(seconds)
    var (number, acknowledged, refused, told) = (0, 0, 0, 0)
    while Date() < end {
      number += 1
      try worker.refresh()
      guard let change = try next(&dice, number) else { continue }
      let author = "\(name)#\(number)"
      try journal.intend(author, change)
      do {
        try worker.perform(change, author: author)
        try journal.acknowledge(author)
        acknowledged += 1
      } catch {
        // Another process was first: a conflict, or the thing is gone. Whatever else it is, it must not be in the file.
        worker.rollback()
        try journal.refuse(author)
        refused += 1
        if refused <= 2 { FileHandle.standardError.write(Data("\(author) \(change.line): \(error)\n".utf8)) }
      }
      if number.isMultiple(of: 20) { told += try worker.readHistory() }
    }
    print("\(name): \(acknowledged) acknowledged, \(refused) refused, \(told) told by history")
  }

  private func next(_ dice: inout Dice, _ number: Int) throws -> Change? {
    let codes = try worker.codes()
    let kind = Int.random(in: 0..<10, using: &dice)
    guard let code = codes.randomElement(using: &dice), kind > 2 || codes.count > 250 else {
      return .insert(code: "\(name)-\(number)", count: Int.random(in: 0..<1000, using: &dice))
    }
    switch kind {
    case 0...6:
      guard let count = try worker.count(of: code) else { return nil }
      return .count(code: code, from: count, to: count + 1)
    case 7, 8: return try worker.labels().randomElement(using: &dice).map { .move(code: code, label: $0) }
    default: return .delete(code: code)
    }
  }
}
