package import Foundation

/// A program that a test runs to its end.
package struct Subprocess: Sendable {
  package var arguments: [String]
  /// Added to the test's own environment.
  package var environment: [String: String]
  package var folder: URL?

  /// - Parameter arguments: The program, looked for on the `PATH` where it is no path, and its arguments.
  package init(_ arguments: [String], environment: [String: String] = [:], folder: URL? = nil) {
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
  }

  package struct Outcome: Sendable {
    package let status: Int32
    /// What it wrote to both of its outputs.
    package let output: String

    package var isFine: Bool { status == 0 }
  }

  package func run() throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = folder }
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }
}
