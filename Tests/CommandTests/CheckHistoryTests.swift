import Foundation
import SQLiteStore
import TestKit
import Testing

@testable import causeway

/// `causeway check` of a store with history beside Core Data code that leaves the option out.
@Suite struct CheckHistoryTests {
  private let folder: TemporaryFolder
  private let store: String
  private let code: URL

  init() throws {
    folder = try TemporaryFolder()
    store = try ExampleLibrary.seed(rows: 2, version: "Library", in: folder)
    code = folder.file("code")
    let captured = CapturedOutput()
    let words = ["generate", ExampleLibrary.model.path, "--version", "Library", "-o", code.path]
    try #require(Tool.run(words, console: captured.console) != .failure, "\(captured.errors)")
    try write("import CoreData\nlet container = NSPersistentContainer(name: \"A\")\n", to: "Stack.swift")
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(to: code.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  private func keepHistory() throws {
    let store = try SQLiteStore.open(store, model: #require(SQLiteStore.description(of: store).readableModel))
    try store.startHistory()
  }

  private func run(_ words: [String] = []) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(
      ["check", "--model", ExampleLibrary.model.path, "--store", store, "--swift", code.path] + words,
      console: captured.console)
    return (status, captured.output, captured.errors)
  }

  private var line: String {
    "The store keeps history, and Stack.swift in \(code.path) open stores of Core Data without"
      + " NSPersistentHistoryTrackingKey: Apple's framework opens this one read-only then. Set the option in the store's"
      + " description."
  }

  /// It is no difference between store and model, and changes no grade.
  @Test func anOmittedOptionIsNoted() throws {
    try keepHistory()
    let text = run()
    #expect(text.status == .fine, "\(text.output)\(text.errors)")
    let lines = text.output.split(separator: "\n").map(String.init)
    // Beside what is said of the store.
    #expect(lines.first == "Store \(store)" && lines.filter { $0 == "  \(line)" }.count == 1, "\(text.output)")
    let paragraph = try #require(text.output.components(separatedBy: "\n\n").first)
    #expect(paragraph.contains(line))

    let document = try JSONDocument(run(["--json"]).output)
    let pairs = try #require(document["pairs"]?.elements)
    let notes = pairs.map { $0["notes"]?.elements.compactMap(\.string).filter { $0 == line }.count }
    #expect(notes.first == 1 && notes.dropFirst().allSatisfy { $0 == 0 })
    let schema = SharedMaterial.packageRoot.appendingPathComponent("Documentation/Schemas/check.json")
    #expect(try JSONSchema(String(contentsOf: schema, encoding: .utf8)).problems(in: document).isEmpty)
  }

  @Test(arguments: ["no history", "the option", "no Core Data"]) func nothingIsNotedWhereNothingIsOmitted(
    why: String
  ) throws {
    if why != "no history" { try keepHistory() }
    if why == "the option" { try write("let key = NSPersistentHistoryTrackingKey\n", to: "Options.swift") }
    if why == "no Core Data" { try write("import SwiftData\n", to: "Stack.swift") }
    for words in [[], ["--json"]] {
      let result = run(words)
      #expect(result.status == .fine && !result.output.contains("NSPersistentHistoryTrackingKey"), "\(result.output)")
    }
  }
}
