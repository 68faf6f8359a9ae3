import Foundation
import ModelDescription
import ModelFiles
import TestKit
import Testing

@testable import causeway

/// What a frozen file says of properties, and how an edit of it is told.
@Suite struct FrozenFactsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  @Test func textAndFactsAreTheSame() throws {
    let odd = EntityDescription(
      name: "Odd",
      attributes: [
        .init(name: "a b", type: .string, defaultValue: .string("x = 1: \"é\" %20")),
        .init(
          name: "price", type: .composite, isOptional: true,
          elements: [.init(name: "amount", type: .decimal), .init(name: "currency", type: .string, isOptional: true)]),
      ])
    for entity in try ModelFiles.load(ExampleLibrary.model).versions.flatMap(\.model.entities) + [odd] {
      for (name, facts) in FrozenFacts.all(of: entity) {
        #expect(FrozenFacts(facts.text) == facts, "\(entity.name).\(name)")
        #expect(FrozenFacts.decoded(FrozenFacts.encoded(name)[...]) == name)
        #expect(facts.changes(to: facts).isEmpty && !facts.text.contains(":"))
      }
    }
  }

  @Test(arguments: [
    ("var title: String", "var title: Int", "Book.title: was edited: type String is now Integer 64"),
    ("var title: String\n", "var title: String = \"?\"\n", "Book.title: was edited: default none is now \"?\""),
    ("var title: String\n", "var title: String?\n", "Book.title: was edited: optionality mandatory is now optional"),
    ("deleteRule: .deny", "deleteRule: .nullify", "Member.loans: was edited: delete rule deny is now nullify"),
    ("#Unique<Book>([\\.isbn])", "", "Book: its parent, constraints or indexes were edited: unique (isbn) is now none"),
  ])
  func editsSayFromWhatToWhat(_ old: String, _ new: String, _ line: String) throws {
    let file = try ExampleLibrary.freeze(in: folder)
    let text = try String(contentsOf: file, encoding: .utf8)
    try #require(text.contains(old))
    try text.replacing(old, with: new, maxReplacements: 1).write(to: file, atomically: true, encoding: .utf8)
    let result = run(["check", "--frozen", folder.url.path])
    #expect(result.status == .findings && result.output.contains(line + "\n"), "\(result.output)")
  }

  /// The comments of older commands hold digests.
  @Test func oldCommentsAreStillRead() throws {
    let file = try ExampleLibrary.freeze(in: folder)
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "// causeway-frozen 2")).lowerBound
    let document = try SourceHelper.beside.read(file.path, schema: "LibraryV1")
    let old = FrozenVersion(name: "LibraryV1", model: try ResolvedModel(document.model), form: .digests)
    var lines = ["// causeway-frozen 1 LibraryV1"]
    for (entity, content) in old.entities.sorted(by: { $0.key < $1.key }) {
      lines.append("//   \(entity) \(content.hash)")
      let facts = content.facts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      lines.append("//     " + facts.joined(separator: ", "))
    }
    let code = text[..<start] + lines.joined(separator: "\n") + "\n// causeway-frozen end\n"
    try String(code).write(to: file, atomically: true, encoding: .utf8)
    #expect(run(["check", "--frozen", file.path]).status == .fine)
    try String(code).replacing("var title: String", with: "var title: String?", maxReplacements: 1)
      .write(to: file, atomically: true, encoding: .utf8)
    let edited = run(["check", "--frozen", file.path])
    #expect(edited.status == .findings && edited.output.contains("Book.title: was edited\n"), "\(edited.output)")
  }
}
