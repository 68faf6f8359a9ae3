import Foundation
import TestKit

/// The package graph as SwiftPM describes it.
enum Manifest {
  private struct Description: Decodable {
    let targets: [Target]

    struct Target: Decodable {
      let name: String
      let type: String
      let target_dependencies: [String]?
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Imports by room; tests and system libraries left out.
  static func rooms() throws -> [String: Set<String>] {
    let targets = try description.get().targets.filter { $0.type != "test" && $0.type != "system-target" }
    let names = Set(targets.map(\.name))
    return Dictionary(
      uniqueKeysWithValues: targets.map { ($0.name, Set($0.target_dependencies ?? []).intersection(names)) })
  }

  private static let description: Result<Description, any Error> = Result {
    // A scratch folder of its own: the running test holds the lock of the usual one.
    let scratch = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--scratch-path", scratch.url.path, "--package-path", SharedMaterial.packageRoot.path,
      "describe", "--type", "json",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "swift package describe ended with \(process.terminationStatus)")
    }
    return try JSONDecoder().decode(Description.self, from: data)
  }
}
