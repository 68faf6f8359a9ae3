import Foundation
import ModelDescription
import SQLiteStore
import StoreContract
import TestKit
import Testing

@testable import causeway

/// `causeway inspect --history`.
@Suite struct InspectHistoryTests {
  private let folder: TemporaryFolder
  private let path: String
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("Library.store").path
    let model = try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(
          name: "Tag",
          attributes: [
            AttributeDescription(name: "name", type: .string, isOptional: true, preservesValueOnDeletion: true),
            AttributeDescription(name: "used", type: .date, isOptional: true),
          ])
      ]))
    store = try SQLiteStore.create(
      path, model: model, metadata: StoreMetadata(newStoreOf: model),
      modelCache: SQLiteStore.modelCache(of: model, namesDefaultConfiguration: true), withHistory: true)
    var request = SaveRequest()
    request.author = "importer"
    request.inserts = [.init(key: RowKey(entity: 1, primaryKey: -1), values: [.text("red"), .null])]
    _ = try store.save(request)
    request = SaveRequest()
    request.updates = [.init(key: RowKey(entity: 1, primaryKey: 1), version: 1, values: [(1, .real(0))])]
    _ = try store.save(request)
    request = SaveRequest()
    request.deletes = [.init(key: RowKey(entity: 1, primaryKey: 1), version: 2)]
    _ = try store.save(request)
  }

  private func run(_ words: String...) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(["inspect", path, "--history"] + words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  @Test func savesAreToldByNames() throws {
    let text = run()
    #expect(text.status == .fine && text.errors == "")
    let lines = text.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 6)
    #expect(lines[0].hasPrefix("1  ") && lines[0].contains("author importer, process "))
    #expect(lines[1] == "  insert  Tag/p1")
    #expect(lines[3] == "  update  Tag/p1  used")
    #expect(lines[5] == "  delete  Tag/p1  name \"red\"")
    #expect(run("--redact").output.contains("name (hidden)"))
    let document = try JSONDocument(run("--json").output)
    #expect(document["history"]?["transactions"]?.elements.count == 3)
    let schema = SharedMaterial.packageRoot.appendingPathComponent("Documentation/Schemas/inspect.json")
    #expect(try JSONSchema(String(contentsOf: schema, encoding: .utf8)).problems(in: document).isEmpty)
  }

  @Test func sinceBeginsLater() throws {
    #expect(run("--since", "2").output.hasPrefix("3  "))
    #expect(run("--since", "2001-01-01").output.hasPrefix("1  "))
    #expect(
      run("--since", "2100-01-01T00:00:00Z").output.contains("no saves since then; it begins with 1 and ends with 3"))
    #expect(run("--since", "yesterday").status == .failure)
    try store.deleteHistory([1, 2])
    let expired = run("--since", "1")
    #expect(expired.status == .failure)
    #expect(expired.errors.contains("the saves after 1 are not told any more; history begins with 3 and ends with 3"))
    #expect(run("--since", "2").output.hasPrefix("3  "))
  }

  @Test func questionsDoNotMix() {
    #expect(run("--entity", "Tag").errors.contains("two questions"))
    let captured = CapturedOutput()
    #expect(Tool.run(["inspect", path, "--since", "1"], console: captured.console) == .failure)
    #expect(captured.errors.contains("--since is for history"))
  }
}
