import Foundation
import SQLiteDriver
import SwiftData
import TestKit
import Testing

@testable import coexistence_worker

#if canImport(Glibc)
  import Glibc
#endif

/// Six processes on one file, three of each framework: everything acknowledged is there at the end, and nothing else.
@Suite(.serialized) struct SoakTests {
  fileprivate static let seconds = FullRun.isOn ? 600.0 : 30.0

  @Test(arguments: [false, true]) func nothingIsLostAndNothingInvented(killing: Bool) async throws {
    let stack = try SharedStack()
    try stack.worker("make", stack.url.path, "8")
    let team = try Team(stack)
    let end = Date().addingTimeInterval(Self.seconds)
    var dice = SeededGenerator(seed: 11)
    var kills = 0
    while Date() < end {
      // Tests share few threads, and this one only waits.
      try await Task.sleep(for: .milliseconds(killing ? 1000 : 200))
      guard killing, Date() < end else { continue }
      try team.killOne(&dice, remaining: end.timeIntervalSinceNow)
      kills += 1
    }
    try await team.join()
    let record = try SoakRecord(team.journals, stack.url.path)
    try record.check()
    print(
      "\(Int(Self.seconds)) s, 6 processes\(killing ? ", \(kills) killed" : ""): \(record.acknowledged) saves "
        + "acknowledged, \(record.refused) refused, \(record.undecided) in the file without a word, ", terminator: "")
    print("\(record.transactions) transactions replayed to \(record.rows) rows")
    #expect(team.failures.isEmpty, "\(team.failures)")
    #expect(record.acknowledged > 60)
  }
}

/// The processes of a soak, and their journals.
private final class Team {
  private let stack: SharedStack
  private var members: [Process] = []
  private var outputs: [URL] = []
  private var runs = 0
  private(set) var journals: [String] = []
  private(set) var failures: [String] = []
  private var killed: Set<Int32> = []

  init(_ stack: SharedStack) throws {
    self.stack = stack
    for number in 0..<6 { members.append(try start(number, seconds: SoakTests.seconds)) }
  }

  private func start(_ number: Int, seconds: Double) throws -> Process {
    runs += 1
    let journal = stack.folder.file("journal-\(number)-\(runs)").path
    journals.append(journal)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try SharedStack.program)
    process.arguments = [
      "soak", number.isMultiple(of: 2) ? "coredata" : "swiftdata", stack.url.path, journal, "w\(number).\(runs)",
      "\(seconds)", "\(runs)",
    ]
    let output = stack.folder.file("output-\(runs)")
    try Data().write(to: output)
    outputs.append(output)
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    return process
  }

  /// Ends one without a chance to tidy up, and starts another in its place.
  func killOne(_ dice: inout SeededGenerator, remaining: Double) throws {
    let number = Int.random(in: 0..<members.count, using: &dice)
    guard members[number].isRunning else { return }
    killed.insert(members[number].processIdentifier)
    kill(members[number].processIdentifier, SIGKILL)
    members[number].waitUntilExit()
    members[number] = try start(number, seconds: max(0.5, remaining))
  }

  func join() async throws {
    for member in members {
      while member.isRunning { try await Task.sleep(for: .milliseconds(50)) }
      if member.terminationStatus != 0, !killed.contains(member.processIdentifier) {
        failures.append("\(member.arguments ?? []) ended with \(member.terminationStatus)")
      }
    }
    if !failures.isEmpty {
      for output in outputs { failures.append((try? String(contentsOf: output, encoding: .utf8)) ?? "") }
    }
  }
}
