import Foundation
import ModelCodegen
import ModelDescription
import ModelFiles
import TestKit
import Testing

/// A `VersionedSchema` of each fixture, and whole chains with their plan, compile as they stand and without a warning:
/// against the SwiftData module of this build, and against Apple's published interface.
@Suite struct VersionedCompilationTests {
  /// All in one module, as versions of one model: their classes have the same names in several of them.
  @Test func fixturesCompileInsideOfEnums() throws {
    let models = Fixtures.all.map { fixture in
      var model = fixture.model
      // What cannot stand inside of another type.
      model.entities.removeAll { ["Type", "Protocol"].contains($0.name) }
      return model
    }
    let files = try VersionedFiles(models, stages: Array(repeating: .init(obstacles: []), count: models.count - 1))
    try files.expectClean(BuiltPackage().importArguments)
    if SharedMaterial.isPresent { try files.expectClean(AppleInterface.shared().importArguments) }
  }

  @Test func namesThatCannotBeNestedAreRefused() throws {
    for name in ["Type", "Protocol", "models", "versionIdentifier", "ModelV1"] {
      let model = ModelDescription(entities: [.init(name: name, attributes: [.init(name: "x", type: .string)])])
      #expect(throws: ModelError.self, "\(name)") { try VersionedFiles([model], stages: []) }
    }
  }

  /// The repository's own example, with a plan; the second time as if its stage were a custom one.
  @Test(arguments: [[String](), ["Book.title: it has no default value. Give it one.", "Loan: two\nlines"]])
  func theExampleCompilesWithItsPlan(_ obstacles: [String]) throws {
    let bundle = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    let files = try VersionedFiles(
      ModelFiles.load(bundle).versions.map(\.model), stages: [.init(obstacles: obstacles)])
    try files.expectClean(BuiltPackage().importArguments)
    if SharedMaterial.isPresent, !obstacles.isEmpty {
      try files.expectClean(AppleInterface.shared().importArguments)
    }
  }

  /// Chains whose classes have parents, awkward names, composites.
  @Test(
    .enabled(if: SharedMaterial.isPresent, "no shared material beside the package"),
    arguments: SharedModels.chosenChains)
  func chainsCompile(_ chain: SharedModels.Chain) throws {
    let files = try VersionedFiles(
      chain.models, stages: Array(repeating: .init(obstacles: []), count: chain.models.count - 1))
    try files.expectClean(BuiltPackage().importArguments)
  }
}

extension SharedModels {
  /// The versions of one bundle that have entities, in their order.
  struct Chain: Sendable, CustomTestStringConvertible {
    let bundle: String
    let models: [ModelDescription]
    var testDescription: String { "\(bundle), \(models.count) versions" }
  }

  /// All of them in the full run.
  static var chosenChains: [Chain] {
    FullRun.isOn ? chains : Array(chains.filter { $0.models.count > 1 }.prefix(1))
  }

  static let chains: [Chain] = {
    var chains: [Chain] = []
    for bundle in all.map(\.bundle) where chains.last?.bundle != bundle {
      let models = all.filter { $0.bundle == bundle && !$0.model.entities.isEmpty }.map(\.model)
      if !models.isEmpty { chains.append(Chain(bundle: bundle, models: models)) }
    }
    return chains
  }()
}

/// The files of a chain of versions in a folder of their own.
struct VersionedFiles {
  let folder: TemporaryFolder
  let urls: [URL]

  init(_ models: [ModelDescription], stages: [MigrationPlanWriter.Stage]) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let others = Set(models.last?.entities.map(\.name) ?? [])
    let versions = models.enumerated().map { index, model in
      SchemaVersion(name: "ModelV\(index + 1)", model: model, title: "a test", number: [index + 1, 0, 0])
    }
    var files = try versions.map {
      try VersionedSchemaWriter($0, others: others).generate(header: ["For a test."]).file
    }
    files.append(try MigrationPlanWriter("ModelMigrationPlan", versions: versions, stages: stages).generate())
    var urls: [URL] = []
    for file in files {
      let url = folder.file(file.name)
      try Data(file.text.utf8).write(to: url)
      urls.append(url)
    }
    self.urls = urls
    for file in files {
      #expect(!file.text.split(separator: "\n").contains { $0.hasSuffix(" ") }, "\(file.name)")
    }
  }

  func expectClean(_ arguments: [String]) throws {
    let outcome = try SwiftCompiler.typecheck(urls, arguments: arguments)
    #expect(outcome.isFine && outcome.output.isEmpty, "\(outcome.output)")
  }
}
