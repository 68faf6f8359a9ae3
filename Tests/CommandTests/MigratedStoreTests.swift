import Foundation
import ModelDescription
import ModelEvolution
import ModelFiles
import SQLiteDriver
import SQLiteStore
import TestKit
import Testing

@testable import causeway

/// What `diff` calls lightweight is what a store can follow, and `doctor` finds nothing in a store that followed.
@Suite struct MigratedStoreTests {
  private struct Step {
    var bundle: String
    var before: ModelBundle.Version
    var after: ModelBundle.Version
    var name: String { "\(before.name) to \(after.name) of \(bundle)" }
  }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  private static func steps(_ bundles: [String]) throws -> [Step] {
    try bundles.flatMap { path in
      let versions = try ModelFiles.load(URL(fileURLWithPath: path)).versions
      return zip(versions, versions.dropFirst()).map { Step(bundle: path, before: $0, after: $1) }
    }
  }

  @Test func theExampleFollowsAndIsSound() throws {
    let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld").path
    for step in try Self.steps([model]) {
      let problem = try problem(with: step)
      #expect(problem == nil)
    }
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func sharedChainsFollowWhereTheDifferenceSaysSo() throws {
    let files = FileManager.default.enumerator(at: SharedMaterial.url("models"), includingPropertiesForKeys: nil)
    let bundles = (files?.allObjects as? [URL] ?? []).filter {
      $0.pathExtension == "xcdatamodeld" && !$0.path.contains("/old-format/")
    }.map(\.path).sorted()
    let all = try Self.steps(bundles)
    let chosen = FullRun.isOn ? all : stride(from: 0, to: all.count, by: 7).map { all[$0] }
    var agreed = 0
    for step in chosen {
      let problem = try problem(with: step)
      #expect(problem == nil, "\(step.name)")
      agreed += problem == nil ? 1 : 0
    }
    print(
      "seeded stores that follow as the difference says, and are sound: \(agreed) of \(chosen.count) (of \(all.count))")
    #expect(agreed == chosen.count && agreed > 0)
  }

  /// Takes a property's values away: what is mandatory from now on must not have them all by chance.
  private static func clear(_ difference: ModelDifference, in store: String, _ model: ResolvedModel) throws {
    guard let entity = model.entity(named: difference.entityName), let property = difference.propertyName else {
      return
    }
    let root = model.entities.first { $0.isRoot && $0.familyNumbers.contains(entity.number) } ?? entity
    let (table, column) = ("Z" + root.name.uppercased(), "Z" + property.uppercased())
    let connection = try Connection(path: store, mode: .readWrite)
    // Few names have other columns.
    guard try connection.columnNames(ofTable: table).contains(column) else { return }
    try connection.execute("UPDATE \(table) SET \(column) = NULL")
  }

  private func problem(with step: Step) throws -> String? {
    let folder = try TemporaryFolder()
    let store = folder.file("Store.sqlite").path
    let seeded = run(["seed", step.bundle, "--version", step.before.name, "--rows", "3", "-o", store])
    guard seeded.status == .fine else { return seeded.errors }
    let (before, after) = (try ResolvedModel(step.before.model), try ResolvedModel(step.after.model))
    let differences = ModelDifferences(from: before, to: after)
    if differences.hashAlike { return nil }
    for difference in differences.all where difference.kind == .optionality && !difference.lightweight.isLightweight {
      try Self.clear(difference, in: store, before)
    }
    do {
      let workspace = try MigrationWorkspace(store, model: before)
      _ = try workspace.migrateAndCommit(ModelMapping.inferred(from: before, to: after))
    } catch let error as MigrationError {
      // New constraints are the one thing that depends on the rows.
      let mayRefuse = differences.all.contains { $0.kind == .uniqueness }
      return differences.isLightweight && !mayRefuse ? "refused: \(error)" : nil
    }
    guard differences.isLightweight else { return "followed, though it is not lightweight: \(differences.all)" }
    let checked = run(["check", "--model", step.bundle, "--version", step.after.name, "--store", store])
    guard checked.output.contains("  same: ") else { return checked.output + checked.errors }
    let examined = run(["doctor", store])
    return examined.status == .fine ? nil : examined.output + examined.errors
  }
}
