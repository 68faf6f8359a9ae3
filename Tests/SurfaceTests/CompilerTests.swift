import Foundation
import TestKit
import Testing

/// What the compiler says to clients.
@Suite struct CompilerTests {
  private static let mistakes: [(source: String, message: String)] = [
    ("@Model struct A1 { var a = 1 }", "'@Model' can only be applied to a class"),
    ("@Model actor A2 { var a = 1 }", "'@Model' can only be applied to a class"),
    ("@Model final class A3 { var a: Int }", "requires an initializer be provided for 'A3'"),
    ("@Model final class A4 { let a: Int = 1; init() {} }", "'a' must be a 'var'"),
    ("@Model final class A5 { var a: NSSet? = nil; init() {} }", "declare the array of models"),
    ("@Model final class A6 { var description: String = \"\"; init() {} }", "is a name that every model has already"),
    ("@Model final class A8<T> { var a: Int = 1; init() {} }", "cannot be generic"),
    (
      "@Model final class A9 { var a: Int = 1; init() {} }\nfunc f(c: ModelContext) { _ = A9(context: c) }",
      "context.insert(_:)"
    ),
    ("struct B1 { @Query(filter: NSPredicate(format: \"a == 1\")) var a: [A4] }", "'@Query' takes no NSPredicate"),
    ("struct B2 { @Query var a: A4 }", "is of an array of models"),
  ]

  /// Each at its own line.
  @Test func mistakesAreSaidAtTheirPlace() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("Mistakes.swift")
    var (text, lines) = ("import Foundation\nimport SwiftData\n", [ClosedRange<Int>]())
    for mistake in Self.mistakes {
      let first = text.split(separator: "\n", omittingEmptySubsequences: false).count
      text += mistake.source + "\n"
      lines.append(first...(first + mistake.source.split(separator: "\n").count - 1))
    }
    try Data(text.utf8).write(to: file)
    let outcome = try SwiftCompiler.typecheck([file], arguments: BuiltPackage().importArguments)
    for (mistake, lines) in zip(Self.mistakes, lines) {
      let said = lines.contains { number in
        outcome.output.split(separator: "\n").contains {
          $0.contains("Mistakes.swift:\(number):") && $0.contains(mistake.message)
        }
      }
      #expect(said, "\(mistake.source):\n\(outcome.output)")
    }
    #expect(outcome.status != 0)
  }

  private struct Mode: CustomTestStringConvertible {
    let language: String
    let arguments: [String]
    var testDescription: String { "Swift \(language) \(arguments.joined(separator: " "))" }
  }

  /// The strictest mode always, the others in the full run.
  private static let modes: [Mode] = {
    func features(_ names: String...) -> [String] { names.flatMap { ["-enable-upcoming-feature", $0] } }
    let strictest = features("ExistentialAny", "MemberImportVisibility", "NonisolatedNonsendingByDefault")
    let others = [
      Mode(language: "5", arguments: []), Mode(language: "6", arguments: []),
      Mode(language: "6", arguments: features("InferIsolatedConformances", "InternalImportsByDefault")),
    ]
    return [Mode(language: "6", arguments: strictest)] + (FullRun.isOn ? others : [])
  }()

  @Test(arguments: modes) private func theClientCompilesInEveryMode(_ mode: Mode) throws {
    let folder = SharedMaterial.packageRoot.appendingPathComponent("Tests/SurfaceTests/Client")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    let outcome = try SwiftCompiler.typecheck(
      files, module: "Client", arguments: BuiltPackage().importArguments + mode.arguments,
      languageMode: mode.language)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  /// Queries where every declaration is the main actor's by default, and where views are written so.
  @Test func queriesOfAMainActorModuleCompile() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("Queries.swift")
    let source = """
      import SwiftData
      @Model nonisolated final class Maker {
        var name: String
        var secret: String?
        init(name: String) { self.name = name }
      }
      struct Screen {
        @Query var all: [Maker]
        @Query(sort: \\Maker.name, order: .reverse) private var sorted: [Maker]
        @Query(filter: #Predicate<Maker> { $0.name > "a" }, sort: \\.secret) var some: [Maker]
        @Query(FetchDescriptor<Maker>(), sectionBy: \\.name) var sections: SectionedResults<Maker, String>
        init(name: String) { _sorted = Query(filter: #Predicate { $0.name == name }, sort: \\.name) }
        var count: Int { all.count + sorted.count }
      }
      @ModelActor actor Worker { func work() throws { try modelContext.save() } }
      """
    try Data(source.utf8).write(to: file)
    let outcome = try SwiftCompiler.typecheck(
      [file], module: "Client",
      arguments: BuiltPackage().importArguments + [
        "-default-isolation", "MainActor", "-enable-upcoming-feature", "MemberImportVisibility",
        "-enable-upcoming-feature", "NonisolatedNonsendingByDefault", "-parse-as-library",
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  /// In a module whose code is the main actor's by default, a model needs no mark: a class that conforms to a protocol
  /// whose metatypes can be sent is of no actor.
  @Test func modelsOfAMainActorModuleCompileUnmarked() throws {
    let folder = try TemporaryFolder()
    let client = SharedMaterial.packageRoot.appendingPathComponent("Tests/SurfaceTests/Client")
    // The override of an initializer of no actor is the one thing there that needs a mark.
    let macros = try String(contentsOf: client.appendingPathComponent("Macros.swift"), encoding: .utf8)
      .replacing("final class Coder:", with: "nonisolated final class Coder:")
    let file = folder.file("Macros.swift")
    try Data(macros.utf8).write(to: file)
    let marked = folder.file("Marked.swift")
    try Data("import SwiftData\n@Model nonisolated final class Marked { var a = 1; init() {} }".utf8).write(to: marked)
    let others = try FileManager.default.contentsOfDirectory(at: client, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" && $0.lastPathComponent != "Macros.swift" }.sorted { $0.path < $1.path }
    let outcome = try SwiftCompiler.typecheck(
      [file, marked] + others, module: "Client",
      arguments: BuiltPackage().importArguments + ["-default-isolation", "MainActor"])
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
