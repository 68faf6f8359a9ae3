import Foundation
import ModelDescription
import ModelEvolution
import ObjectGraph
import SQLiteStore
import SchemaTypes

/// The store of a configuration: made when it is not there, paired with the classes when it is.
struct StoreOpening {
  /// That of the classes.
  let model: ResolvedModel
  let configuration: ModelConfiguration
  /// That of the whole container.
  let schema: Schema
  /// Entities in the stores of other configurations.
  let elsewhere: Set<String>
  let plan: (any SchemaMigrationPlan.Type)?
  /// Those of the plan.
  let versions: MigrationPlanVersions?
  /// Gets what a migration does; `nil` where nobody asks.
  var record: StageRecord?

  /// An open store, and what it calls the classes' properties.
  struct Opened {
    var store: SQLiteStore
    var names = StoreNames.equal
  }

  func open() throws -> Opened {
    if configuration.isStoredInMemoryOnly { return Opened(store: try make(at: nil)) }
    let path = configuration.url.path
    guard FileManager.default.fileExists(atPath: path) else {
      guard configuration.allowsSave else {
        throw SwiftDataError(
          "loadIssueModelContainer", detail: "there is no store at \(path), and allowsSave: false makes none")
      }
      try FileManager.default.createDirectory(
        at: configuration.url.deletingLastPathComponent(), withIntermediateDirectories: true)
      do {
        return Opened(store: try make(at: path))
      } catch is SQLiteStore.AlreadyThere {
        // Another thread or process was first.
        return try pair(with: path)
      }
    }
    return try pair(with: path)
  }

  /// SwiftData's stores always keep history (StoreFormat.md section 7).
  private func make(at path: String?) throws -> SQLiteStore {
    let store = try SQLiteStore.create(
      path, model: model, metadata: StoreMetadata(newStoreOf: model),
      modelCache: SQLiteStore.modelCache(of: model, namesDefaultConfiguration: true), withHistory: true)
    Notice.show(try StoreLayout(model).omissions)
    return store
  }

  private func openFile(_ path: String, _ model: ResolvedModel) throws -> SQLiteStore {
    try SQLiteStore.afterMigration(of: path) {
      try SQLiteStore.open(path, model: model, access: configuration.allowsSave ? .readWrite : .readOnly)
    }
  }

  /// *Same* opens with the classes' model, *fits* with the store's own; one of another version migrates first.
  private func pair(with path: String) throws -> Opened {
    let found = try judgement(path)
    switch try found.verdict() {
    case .open(let model, let names):
      if MigrationLog.isOn, found.description.metadata.hashes != self.model.versionHashes() {
        MigrationLog.say("\(path): fits the container's models, and opens as it is")
      }
      return Opened(store: try openFile(path, model), names: names)
    case .migrate(let steps):
      try StageRun(
        path: path, steps: steps, configuration: configuration, plan: plan, hashes: found.description.metadata.hashes,
        record: record
      ).run()
      // What the steps led to has to open as it is.
      guard case .open(let model, let names) = try judgement(path).verdict() else {
        throw SwiftDataError(
          "loadIssueModelContainer",
          detail:
            "\(path) was migrated (\(steps.map(\.words).joined(separator: ", "))), and still is of another version "
            + "than the container's models")
      }
      return Opened(store: try openFile(path, model), names: names)
    }
  }

  private func judgement(_ path: String) throws -> StoreJudgement {
    judgement(
      path, try SQLiteStore.afterMigration(of: path) { try SQLiteStore.descriptionForOpening(path) })
  }

  func judgement(_ path: String, _ description: StoreDescription) -> StoreJudgement {
    StoreJudgement(
      path: path, model: model, schema: schema, configuration: configuration, versions: versions,
      elsewhere: elsewhere, description: description, isOfCommand: record != nil)
  }
}

extension StoreNames {
  /// The names that a fitting store has for the classes' properties.
  init(_ translation: ModelTranslation, classes: ResolvedModel, store: ResolvedModel) {
    var paths: [String: [[String]: [String]]] = [:]
    for (ours, entity) in zip(classes.entities, translation.entities) {
      guard let theirs = store.entity(numbered: entity.storeNumber) else { continue }
      for (field, storeField) in zip(ours.fields, entity.storeFields) {
        let storePath = theirs.fields[storeField].path
        paths[ours.name, default: [:]][field.path] = storePath
        // A composite itself, by the first name of its elements' paths.
        if field.path.count > 1 { paths[ours.name, default: [:]][[field.path[0]]] = [storePath[0]] }
      }
      for (name, storeName) in entity.storeToManys { paths[ours.name, default: [:]][[name]] = [storeName] }
    }
    self.init(paths)
  }
}
