import Foundation
import TestKit
import Testing

@testable import causeway

/// The library of the examples, and what the tool makes of it.
enum ExampleLibrary {
  static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")

  /// The path of a new store with made-up rows.
  static func seed(rows: Int, version: String? = nil, in folder: TemporaryFolder) throws -> String {
    let store = folder.file("Library.sqlite").path
    let words = ["seed", model.path, "--rows", "\(rows)", "-o", store] + (version.map { ["--version", $0] } ?? [])
    let captured = CapturedOutput()
    try #require(Tool.run(words, console: captured.console) == .fine, "\(captured.errors)")
    return store
  }

  /// The Swift file of the first version, frozen.
  static func freeze(in folder: TemporaryFolder) throws -> URL {
    let file = folder.file("LibraryV1.swift")
    let captured = CapturedOutput()
    let status = Tool.run(["freeze", model.path, "--version", "Library", "-o", file.path], console: captured.console)
    try #require(status == .fine, "\(captured.output)\(captured.errors)")
    return file
  }
}
