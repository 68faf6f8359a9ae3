import Foundation
import SQLiteDriver
import TestKit
import Testing

/// Two processes that open, at the same moment, a store that is not there: one makes it, and both use it.
@Suite struct ProcessCreationTests {
  private static let rounds = FullRun.isOn ? 200 : 25

  @Test(arguments: [["swiftdata", "swiftdata"], ["coredata", "coredata"], ["coredata", "swiftdata"]])
  func bothEndOnOneStore(faces: [String]) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.file("ready"), withIntermediateDirectories: true)
    let program = try SharedStack.program
    let racers = try zip(faces, [("a", "b"), ("b", "a")]).map { face, names in
      try Racer(program, ["race", face, folder.url.path, "\(Self.rounds)", names.0, names.1])
    }
    let identifiers = racers.map { $0.lines() }
    #expect(racers.allSatisfy { $0.isFine }, "\(identifiers)")
    #expect(identifiers[0].count == Self.rounds && identifiers[0] == identifiers[1])
    #expect(Set(identifiers[0]).count == Self.rounds)
    for round in 0..<Self.rounds {
      let connection = try Connection(path: folder.file("\(round).store").path, mode: .readOnly)
      let codes = try connection.text("SELECT group_concat(ZCODE, ' ') FROM (SELECT ZCODE FROM ZITEM ORDER BY 1)")
      #expect(codes == "a-\(round) b-\(round)")
      #expect(try connection.text("SELECT Z_UUID FROM Z_METADATA") == identifiers[0][round])
      #expect(try connection.integer("SELECT count(*) FROM ATRANSACTION") == 2)
      #expect(try connection.text("PRAGMA integrity_check") == "ok")
    }
    // Nothing is left of what the later one had begun.
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasPrefix(".") }
    #expect(left.isEmpty)
  }
}

/// A process of a race, running.
private final class Racer {
  private let process = Process()
  private let output = Pipe()

  init(_ program: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
  }

  /// What it printed, at its end.
  func lines() -> [String] {
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  var isFine: Bool { process.terminationStatus == 0 }
}
