import Foundation
import ModelDescription
import ModelEvolution
import ModelFiles
import SQLiteStore

/// The version that stores are migrated to, and the versions that they may come from.
struct MigrationTarget: MigrationGoal {
  let path: String
  let name: String
  let model: ResolvedModel
  let hashes: [String: Data]
  private let versions: ModelVersions

  /// The version that a store has.
  struct Source {
    /// `nil` where it is none of the model's.
    let name: String?
    let model: ResolvedModel
    let hashes: [String: Data]
  }

  init(_ path: String, version: String?, _ console: Console) throws {
    self.path = path
    let bundle = try ModelInput.bundle(path)
    let chosen = try bundle.version(version)
    ModelInput.warn(of: bundle, versions: [chosen.name], console)
    name = chosen.name
    model = try ModelInput.resolve(chosen)
    hashes = model.versionHashes()
    versions = try ModelVersions(bundle, only: nil)
  }

  /// The model that a store's rows follow.
  func source(of store: String, _ choices: MigrationChoices) throws -> Source {
    let stored = try StoredModel.read(store)
    let hashes = stored.metadata.hashes
    if hashes == self.hashes { return Source(name: name, model: model, hashes: hashes) }
    if let found = version(withHashes: hashes) { return found }
    guard choices.allowsInferred else {
      throw CommandError(
        "\(store): its hashes are those of no version of \(path); \"causeway check\" tells which is nearest, and"
          + " --allow-inferred migrates it where this version only adds to it")
    }
    guard let own = stored.model else {
      throw CommandError("\(store): the store \((stored.problem ?? .absent).words), and it is of no version of \(path)")
    }
    let mapping = ModelMapping.inferred(from: own, to: model)
    // Nobody said that this store is one of these: what it has must be there afterwards.
    guard mapping.onlyAdds || !mapping.isLightweight || choices.allowsLoss else {
      throw MigrationError(
        .rowsWithoutPlace,
        "The store \(store) is of no version of \(path), and would lose what version \"\(name)\" does not have.",
        advice: "Make its version one of the model's, or drop all of this with --allow-loss.",
        findings: mapping.drops.map { drop in
          MigrationFinding(
            entity: drop.entity, property: drop.property, rows: 0,
            drop.property == nil ? "its rows would be dropped" : "it is not there, or in another form")
        }, path: store)
    }
    return Source(name: nil, model: own, hashes: hashes)
  }

  /// The version of the model that has these hashes.
  func version(withHashes hashes: [String: Data]) -> Source? {
    versions.version(withHashes: hashes).map { Source(name: $0.version.name, model: $0.version.model, hashes: hashes) }
  }

  /// The names of the versions for which a condition holds.
  func versionNames(where isWanted: ([String: Data]) -> Bool) -> [String] {
    versions.all.filter { isWanted($0.hashes) }.map(\.name)
  }

  func work(on store: String, _ choices: MigrationChoices, _ console: Console) throws -> MigrationWork {
    let source = try source(of: store, choices)
    return MigrationWork(source: source.name, isDone: source.hashes == hashes) { alwaysCopies in
      let plan = try StoreMigration.plan(
        store, from: source.model, to: model, fills: choices.fills, alwaysCopies: alwaysCopies)
      return MigrationExplanation(mode: plan.mode, lines: plan.lines, obstacles: plan.mapping.obstacles)
    } run: { file, progress in
      try migrate(file, from: source, choices, progress)
    }
  }

  private func migrate(
    _ store: String, from source: Source, _ choices: MigrationChoices, _ progress: MigrationLine
  ) throws -> MigrationReport {
    var options = MigrationOptions()
    options.progress = { progress.update($0) }
    let report = try StoreMigration.migrate(
      store, from: source.model, hashes: source.hashes, to: model, fills: choices.fills, options: options)
    guard let report else { throw CommandError("\(store): another process migrated it just now") }
    return report
  }
}
