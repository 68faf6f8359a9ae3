import Foundation
import ModelDescription
import TestKit
import Testing

/// Generated classes type-check against Apple's SwiftData as far as its published interface says what that is.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct StandInTests {
  /// The fixtures have each form that the generator writes; the full run has every model.
  @Test(arguments: Fixtures.all) func fixturesCompile(_ fixture: Fixtures.Fixture) throws {
    try expectClean(fixture.model)
  }

  /// What the interface does not have is refused, so that a pass says something.
  @Test(arguments: [
    ("@Attribute(.indexed) var x: Int", "has no member 'indexed'"),
    ("@Relationship(deleteRule: .forget) var x: [A] = []", "has no member 'forget'"),
    ("var x: Any = 0", "getValue"),
    ("#Unique<A>([\\.missing])\n var x: Int", "PartialKeyPath<A>"),
  ])
  func theInterfaceRefuses(_ member: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("A.swift")
    let text = "import Foundation\nimport SwiftData\n@Model final class A {\n \(member)\n init() { fatalError() } }\n"
    try text.write(to: file, atomically: true, encoding: .utf8)
    let outcome = try SwiftCompiler.typecheck([file], arguments: AppleInterface.shared().importArguments)
    #expect(!outcome.isFine && outcome.output.contains(message), "\(outcome.output)")
  }

  @Test(.enabled(if: FullRun.isOn, "make test-full")) func everyModelCompiles() async throws {
    let interface = try AppleInterface.shared()
    let failures = try await InParallel.failures(SharedModels.all) { version in
      let files = try GeneratedFiles(version.model)
      if files.urls.isEmpty { return nil }
      let outcome = try SwiftCompiler.typecheck(files.urls, arguments: interface.importArguments)
      return outcome.isFine && outcome.output.isEmpty ? nil : outcome.output
    }
    for (version, output) in failures { Issue.record("\(version.testDescription): \(output)") }
    let count = SharedModels.all.count
    print("generated code checked against Apple's interface: \(count - failures.count) of \(count) versions")
  }

  private func expectClean(_ model: ModelDescription) throws {
    let files = try GeneratedFiles(model)
    let outcome = try SwiftCompiler.typecheck(files.urls, arguments: AppleInterface.shared().importArguments)
    #expect(outcome.isFine && outcome.output.isEmpty, "\(outcome.output)")
  }
}
