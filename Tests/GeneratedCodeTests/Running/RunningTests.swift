import Foundation
import ModelDescription
import ModelEvolution
import ModelFiles
import SQLiteDriver
import TestKit
import Testing
import causeway

/// A generated family opens a store that `causeway seed` made of the model, and fetches every object in it.
@Suite struct RunningTests {
  private static let rows = 3

  private static let library = Result {
    let folder = try TemporaryFolder()
    let url = folder.file("libHouse.so")
    try BuiltPackage().makeLibrary(url)
    return (folder, url)
  }

  /// The repository's own example, both versions.
  @Test(arguments: ["Library", "Library 2"]) func theExampleRuns(_ name: String) throws {
    let bundle = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    let model = try ModelFiles.load(bundle).version(name).model
    let grade = try RoundTrip(model).pairing.grade
    let failure = try Self.failure(bundle, name, model)
    #expect(failure == nil)
    print("the classes of \(name) opened its store: \(grade)")
  }

  @Test(
    .enabled(if: SharedMaterial.isPresent, "no shared material beside the package"),
    // A family with an abstract parent, an attributed text, own inverses. The full run has them all.
    arguments: SharedModels.all.filter { version in
      ["SubEntitiesModel.xcdatamodeld SubEntitiesModel", "SwiftGen/Model.xcdatamodeld Model 2", "ArtsyFolio v2.1"]
        .contains { version.testDescription.hasSuffix($0) }
    })
  func aModelRuns(_ version: SharedModels.Version) throws {
    let failure = try Self.failure(version.url, version.name, version.model)
    #expect(failure == nil)
  }

  @Test(.enabled(if: SharedMaterial.isPresent && FullRun.isOn, "make test-full"))
  func everyModelThatPairsRuns() async throws {
    let graded = try SharedModels.all.filter { !$0.model.entities.isEmpty }
      .map { ($0, try RoundTrip($0.model).pairing.grade) }
    let outcomes = try await InParallel.results(graded) { version, _ -> String? in
      do { return try Self.failure(version.url, version.name, version.model) } catch { return "\(error)" }
    }
    for grade in PairingGrade.allCases {
      let ours = zip(graded, outcomes).filter { $0.0.1 == grade }
      let opened = ours.filter { $0.1 == nil }
      print("stores opened by generated programs, \(grade): \(opened.count) of \(ours.count)")
      for (version, failure) in ours.map({ ($0.0.0, $0.1) }) {
        // Where the two differ the container must say so instead.
        if grade == .differs {
          #expect(failure != nil, "\(version.testDescription) opened, though it differs")
        } else if let failure {
          Issue.record("\(version.testDescription): \(failure)")
        }
      }
    }
  }

  /// What went wrong between the model and its objects, if anything did.
  private static func failure(_ bundle: URL, _ name: String, _ model: ModelDescription) throws -> String? {
    let files = try GeneratedFiles(model)
    let store = files.folder.file("Store.sqlite")
    let captured = CapturedOutput()
    let seeded = Tool.run(
      ["seed", bundle.path, "--version", name, "--rows", "\(rows)", "-o", store.path], console: captured.console)
    guard seeded != .failure else { return "seed: \(captured.errors)" }
    let outcome = try GeneratedProgram(files, library: library.get().1).run(store)
    guard outcome.isFine else { return outcome.output }
    return try difference(outcome.counts, store, ResolvedModel(model))
  }

  /// Where the objects that were read are not those that the file has, by SQL, or the file has fewer than were asked for.
  private static func difference(_ counts: [String: Int], _ store: URL, _ model: ResolvedModel) throws -> String? {
    let file = try Connection(path: store.path, mode: .untouched)
    for entity in model.entities {
      let family = "\(entity.familyNumbers.lowerBound) AND \(entity.familyNumbers.upperBound)"
      let table = "Z\(model.entities[entity.rootNumber - 1].name.uppercased())"
      let stored = Int(try file.integer("SELECT count(*) FROM \"\(table)\" WHERE Z_ENT BETWEEN \(family)") ?? 0)
      // More than were asked for where mandatory one-to-ones need them.
      let least =
        rows * model.entities.count { entity.familyNumbers.contains($0.number) && !$0.description.isAbstract }
      if stored < least { return "\(entity.name): \(stored) rows, not \(least)" }
      let read = counts[entity.name]
      if read != stored { return "\(entity.name): \(read.map(String.init) ?? "no") objects, not \(stored)" }
    }
    return nil
  }
}
