import Foundation
import ModelDescription
import TestKit
import Testing

/// Generated classes compile as they stand, without a warning, against the SwiftData module of this build.
@Suite struct CompilationTests {
  @Test(arguments: Fixtures.all) func fixturesCompile(_ fixture: Fixtures.Fixture) throws {
    try expectClean(fixture.model)
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"), arguments: SharedModels.varied)
  func variedModelsCompile(_ version: SharedModels.Version) throws {
    try expectClean(version.model)
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func thereAreTenVariedModels() {
    #expect(SharedModels.varied.count == SharedModels.variedNames.count)
    #expect(SharedModels.varied.count == 10)
  }

  @Test(.enabled(if: SharedMaterial.isPresent && FullRun.isOn, "make test-full"))
  func everyModelCompiles() async throws {
    let built = try BuiltPackage()
    let failures = try await InParallel.failures(SharedModels.all) { version in
      let files = try GeneratedFiles(version.model)
      if files.urls.isEmpty { return nil }
      let outcome = try SwiftCompiler.typecheck(files.urls, arguments: built.importArguments)
      return outcome.isFine && outcome.output.isEmpty ? nil : outcome.output
    }
    for (version, output) in failures { Issue.record("\(version.testDescription): \(output)") }
    print("generated code compiled: \(SharedModels.all.count - failures.count) of \(SharedModels.all.count) versions")
  }

  private func expectClean(_ model: ModelDescription) throws {
    let files = try GeneratedFiles(model)
    let outcome = try SwiftCompiler.typecheck(files.urls, arguments: BuiltPackage().importArguments)
    #expect(outcome.isFine && outcome.output.isEmpty, "\(outcome.output)")
  }
}
