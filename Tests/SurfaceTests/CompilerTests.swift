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
    (
      "@Model final class A7 { var a: Int = 1 { didSet { print(a) } }; init() {} }", "observers of a persisted property"
    ),
    ("@Model final class A8<T> { var a: Int = 1; init() {} }", "cannot be generic"),
    (
      "@Model final class A9 { var a: Int = 1; init() {} }\nfunc f(c: ModelContext) { _ = A9(context: c) }",
      "context.insert(_:)"
    ),
  ]

  /// One file a mistake, each of which is said in its own file.
  @Test func mistakesAreSaidAtTheirPlace() throws {
    let folder = try TemporaryFolder()
    var files: [URL] = []
    for (number, mistake) in Self.mistakes.enumerated() {
      let file = folder.file("Mistake\(number).swift")
      try Data("import Foundation\nimport SwiftData\n\n\(mistake.source)\n".utf8).write(to: file)
      files.append(file)
    }
    let outcome = try SwiftCompiler.typecheck(files, arguments: BuiltPackage().importArguments)
    let said = outcome.output
    for (number, mistake) in Self.mistakes.enumerated() {
      let lines = said.split(separator: "\n").filter { $0.contains("Mistake\(number).swift:") }
      #expect(lines.contains { $0.contains(mistake.message) }, "\(mistake.source):\n\(said)")
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

  /// Models of a module whose code is the main actor's by default.
  @Test func modelsOfAMainActorModuleCompile() throws {
    let folder = SharedMaterial.packageRoot.appendingPathComponent("Tests/SurfaceTests/Client")
    let outcome = try SwiftCompiler.typecheck(
      ["Macros.swift", "Migrations.swift"].map { folder.appendingPathComponent($0) }, module: "Client",
      arguments: BuiltPackage().importArguments + ["-default-isolation", "MainActor"])
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
