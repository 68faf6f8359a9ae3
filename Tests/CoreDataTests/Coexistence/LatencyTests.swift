import Foundation
import TestKit
import Testing

/// How long a process takes to hear of another one's saves.
@Suite(.serialized) struct LatencyTests {
  /// None is missed, and the median is heard within a tenth of a second, whoever reads and however files are watched.
  ///
  /// Tried again where the machine has other things to do.
  @Test(arguments: ["system", "polling"], ["coredata", "swiftdata"])
  func theNewsComeInTime(means: String, reader: String) throws {
    let saves = 60
    var heard = Heard(count: 0, median: .infinity, late: .infinity)
    for _ in 0..<4 where heard.median >= 100 {
      heard = try measure(means, reader: reader, saves: saves)
      #expect(heard.count == saves)
    }
    print(
      "\(reader), by \(means): \(heard.count) of \(saves) saves of another process heard, in the median "
        + "\(heard.median) ms after they began, 95 of 100 within \(heard.late) ms")
    #expect(heard.median < 100)
  }

  private struct Heard {
    let count: Int
    let median: Double
    let late: Double
  }

  private func measure(_ means: String, reader: String, saves: Int) throws -> Heard {
    let stack = try SharedStack()
    try stack.worker("make", stack.url.path, "1")
    let program = try SharedStack.program
    let ready = stack.folder.file("ready").path
    let watching = Process()
    watching.executableURL = URL(fileURLWithPath: program)
    watching.arguments = ["watch", reader, stack.url.path, "\(saves)", ready]
    watching.environment = ProcessInfo.processInfo.environment.merging(["CAUSEWAY_CHANGE_NOTICE": means]) { $1 }
    let output = Pipe()
    watching.standardOutput = output
    try watching.run()
    let end = Date().addingTimeInterval(20)
    while !FileManager.default.fileExists(atPath: ready), Date() < end { Thread.sleep(forTimeInterval: 0.005) }
    try stack.worker("write", reader == "coredata" ? "swiftdata" : "coredata", stack.url.path, "\(saves)", "8")
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    watching.waitUntilExit()
    let numbers = text.split(separator: " ").compactMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    try #require(numbers.count == 3, "\(text)")
    return Heard(count: Int(numbers[0]), median: numbers[1], late: numbers[2])
  }
}
