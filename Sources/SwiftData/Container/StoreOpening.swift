import Foundation
import ModelDescription
import ModelEvolution
import ObjectGraph
import SQLiteStore
import StoreContract

/// The store of a configuration: made when it is not there, paired with the classes when it is.
struct StoreOpening {
  /// That of the classes.
  let model: ResolvedModel
  let configuration: ModelConfiguration
  /// Those of the container's migration plan.
  var versions: MigrationPlanVersions?

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
      return Opened(store: try make(at: path))
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
    try SQLiteStore.open(path, model: model, access: configuration.allowsSave ? .readWrite : .readOnly)
  }

  /// *Same* opens with the classes' model, *fits* with the store's own; *differs* is named and the file left alone.
  private func pair(with path: String) throws -> Opened {
    let description = try SQLiteStore.descriptionForOpening(path)
    let hashes = model.versionHashes()
    let storeHashes = description.metadata.hashes
    if storeHashes == hashes { return Opened(store: try openFile(path, model)) }
    if let versions { try checkVersion(path, storeHashes, hashes, versions) }
    let store = try cachedModel(description, at: path, differing: Self.names(storeHashes, hashes))
    let pairing = Pairing(store: store, classes: model, storeHashes: storeHashes, classHashes: hashes)
    guard let translation = pairing.translation else {
      throw refusal(path, pairing.differences.filter { $0.grade == .differs }.map { "\($0)" })
    }
    let opened = try openFile(path, translation.model(of: store, withRulesOf: model))
    return Opened(store: opened, names: StoreNames(translation, classes: model, store: store))
  }

  /// A plan says what has to happen to a store of an older version, so that it does not open even where it would fit.
  private func checkVersion(
    _ path: String, _ storeHashes: [String: Data], _ hashes: [String: Data], _ versions: MigrationPlanVersions
  ) throws {
    guard let found = versions.entry(matching: storeHashes) else { return }
    let current = versions.entry(matching: hashes) ?? versions.entries.count - 1
    let (entry, wanted) = (versions.entries[found], versions.entries[current])
    if found < current {
      throw SwiftDataError(
        "loadIssueModelContainer",
        detail: "\(path) is of version \(entry.description) of \(versions.planName), and the container's models are "
          + "version \(wanted.description): migration is not there yet. Open it with the models of its own version, or "
          + "migrate it by Apple's frameworks first. The file was left as it is")
    }
    if found > current {
      throw SwiftDataError(
        "backwardMigration",
        detail: "\(path) is of version \(entry.description) of \(versions.planName), which is later than that of the "
          + "container's models, \(wanted.description). The file was left as it is")
    }
  }

  /// The store's own model, which has to be the one that its metadata states.
  private func cachedModel(
    _ description: StoreDescription, at path: String, differing names: [String]
  ) throws -> ResolvedModel {
    let which = "the version hashes of \(names.joined(separator: ", ")) are not those of the classes"
    switch description.model {
    case .readable(let model):
      let stale = Self.names(description.metadata.hashes, model.versionHashes())
      guard stale.isEmpty else {
        let which = stale.joined(separator: ", ")
        throw refusal(path, ["the model that the store keeps is not that of its metadata (\(which))"])
      }
      return model
    case .missing:
      throw refusal(path, [which, "the store keeps no model that would say more"])
    case .broken(let error):
      throw refusal(path, [which, error.message])
    }
  }

  private func refusal(_ path: String, _ reasons: [String]) -> SwiftDataError {
    SwiftDataError(
      "loadIssueModelContainer",
      detail: "\(path) differs from the classes: \(reasons.joined(separator: "; "))")
  }

  /// Entities with different hashes, or a hash on one side only.
  private static func names(_ left: [String: Data], _ right: [String: Data]) -> [String] {
    Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
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
