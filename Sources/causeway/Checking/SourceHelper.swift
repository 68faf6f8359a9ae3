package import Foundation
package import ModelFiles

/// The executable that reads Swift source; it is linked to SwiftSyntax, so that `causeway` needs no toolchain.
package struct SourceHelper: Sendable {
  package let url: URL

  package init(_ url: URL) { self.url = url }

  package static let name = "causeway-source"

  /// The helper in the folder of the running executable, whatever links led to that.
  package static var beside: SourceHelper {
    let own = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments.first ?? "causeway")
    return SourceHelper(own.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(name))
  }

  /// Reads the model classes of a folder, or of one file.
  ///
  /// - Parameter schema: the `VersionedSchema` whose classes are wanted; `nil` wants all classes.
  /// - Throws: `CommandError` with the helper's own line, or with what to do when it is not there.
  package func read(_ folder: String, schema: String? = nil) throws -> SourceModelDocument {
    let words = [URL(fileURLWithPath: folder).path] + (schema.map { ["--schema", $0] } ?? [])
    return try SourceModelDocument.read(run(words))
  }

  /// Runs the helper; what it printed.
  ///
  /// - Throws: `CommandError` with the helper's own line, or with what to do when it is not there.
  func run(_ words: [String]) throws -> Data {
    guard FileManager.default.isExecutableFile(atPath: url.path) else {
      throw CommandError(
        "\(url.path): the helper that reads Swift source is not there; build it with"
          + " \"swift build --product \(Self.name)\" and keep it beside causeway")
    }
    let (output, errors) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = url
    process.arguments = words
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw CommandError("\(url.path): the helper that reads Swift source cannot be run")
    }
    let document = output.fileHandleForReading.readDataToEndOfFile()
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let line = words.split(separator: "\n").last.map(String.init)
      throw CommandError(line ?? "\(url.path): ended with status \(process.terminationStatus) and said nothing")
    }
    return document
  }
}
