import Foundation
import ModelDescription
import ModelEvolution
import ObjectGraph
import SQLiteStore
import SchemaTypes
import StoreContract

/// What has to happen to an existing store before the container's classes can use it. Decides, and touches nothing.
struct StoreJudgement {
  let path: String
  /// That of the container's classes which this store holds.
  let model: ResolvedModel
  let schema: Schema
  let configuration: ModelConfiguration
  let versions: MigrationPlanVersions?
  /// Entities that lie in the stores of other configurations.
  let elsewhere: Set<String>
  let description: StoreDescription

  enum Verdict {
    /// With the store's own model, and the store's names of the classes' properties.
    case open(ResolvedModel, StoreNames)
    case migrate([MigrationStep])
  }

  private var hashes: [String: Data] { model.versionHashes() }
  private var storeHashes: [String: Data] { description.metadata.hashes }

  /// - Throws: `SwiftDataError` that says which version the store is, in what it differs, and what can be done.
  func verdict() throws -> Verdict {
    if storeHashes == hashes { return .open(model, .equal) }
    guard let versions else { return try withoutPlan() }
    guard let current = versions.entry(matching: hashes) else { return try fitting(or: noVersion(versions)) }
    guard let found = versions.entry(matching: storeHashes) else {
      return try unknown(versions, versions.entries[current])
    }
    if found < current { return try planned(versions, found, current) }
    if found > current { return try later(versions, versions.entries[current], versions.entries[found].description) }
    return try fitting(or: nil)
  }

  // MARK: with a plan

  private func planned(_ versions: MigrationPlanVersions, _ start: Int, _ end: Int) throws -> Verdict {
    let (entry, wanted) = (versions.entries[start], versions.entries[end])
    if let reason = immovable {
      return try fitting(
        or: error(
          "is of version \(entry.description) of \(versions.planName), and the container's models are version "
            + "\(wanted.description): \(reason)"))
    }
    return .migrate(
      try versions.route(from: start, to: end).hops.map { hop in
        MigrationStep(
          source: try version(versions.entries[hop.from]), destination: try version(versions.entries[hop.to]),
          stage: hop.stage.map { versions.stages[$0].stage })
      })
  }

  /// The part of a version that belongs into this store.
  private func version(_ entry: MigrationPlanVersions.Entry) throws -> MigrationStep.Version {
    guard !elsewhere.isEmpty else {
      return .init(name: entry.description, model: entry.model, schema: entry.schema)
    }
    let here = Set(model.entities.map(\.name)).union(storeHashes.keys)
    var description = entry.model.description
    description.entities.removeAll { entity in
      !here.contains(entity.name) && !(entity.renamingIdentifier.map(here.contains) ?? false)
        || elsewhere.contains(entity.name)
    }
    do {
      return .init(name: entry.description, model: try ResolvedModel(description), schema: entry.schema)
    } catch {
      throw self.error(
        "holds models of \(entry.description) that cannot stand without those of another configuration: \(error)")
    }
  }

  /// Why the store may not become another version; `nil` when it may.
  private var immovable: String? {
    if !configuration.migrates.contains(.automatic) { return "the configuration says that it never migrates" }
    if !configuration.allowsSave {
      return "with allowsSave: false nothing is written. Open it once with allowsSave: true"
    }
    return nil
  }

  private func later(
    _ versions: MigrationPlanVersions, _ wanted: MigrationPlanVersions.Entry, _ which: String
  ) throws -> Verdict {
    let reading =
      switch configuration.allowsSave {
      case true: "A configuration with allowsSave: false opens it for reading, where it has all that the models need"
      case false: "It lacks something that the models need, so that it cannot be opened for reading either"
      }
    let error = SwiftDataError(
      "backwardMigration",
      detail:
        "\(path) is of version \(which)\(which.contains("(") ? " of \(versions.planName)" : ""), which is later than "
        + "that of the container's models, \(wanted.description). \(reading). The file was left as it is")
    guard !configuration.allowsSave else { throw error }
    return try fitting(or: error)
  }

  private func unknown(_ versions: MigrationPlanVersions, _ current: MigrationPlanVersions.Entry) throws -> Verdict {
    if let stated = description.metadata.identifiers.compactMap({ Schema.Version(parsing: $0) }).max(),
      let last = versions.entries.last?.identifier, stated > last
    {
      return try later(versions, current, stated.description)
    }
    guard let store = description.readableModel else { return try fitting(or: nil) }
    if let fit = fit() { return fit }
    let mapping = ModelMapping.inferred(from: store, to: try target(store))
    if mapping.onlyAdds, configuration.migrates.isSuperset(of: .unknownVersions), immovable == nil {
      return .migrate([step(store, "a version that \(versions.planName) does not know", mapping)])
    }
    let nearest = VersionDistance.nearest(
      to: store, storeHashes: storeHashes, among: versions.entries.map { ($0.description, $0.model) })
    let facts = nearest.map { "\($0.name), \($0.count.counted("difference")) (\($0.lines.joined(separator: "; ")))" }
    let way =
      mapping.onlyAdds
      ? "The container's models only add to it: migrates: .unknownVersions lets it migrate without a stage"
      : "List a version that describes it"
    throw error("is of no version of \(versions.planName). Nearest are \(facts.joined(separator: ", and ")). \(way)")
  }

  /// The container's models are in no version, so that no stage leads to them.
  private func noVersion(_ versions: MigrationPlanVersions) -> SwiftDataError {
    let nearest = VersionDistance.nearest(
      to: model, storeHashes: hashes, among: versions.entries.map { ($0.description, $0.model) }, limit: 1)
    let facts = nearest.map { distance in
      let lines = distance.pairing.differences.filter { $0.grade != .same }.map {
        "\($0.place): the container's models have \($0.storeSays), the version has \($0.classesSay)"
      }
      return "; the nearest is \(distance.name): \(lines.joined(separator: "; "))"
    }
    return error(
      "differs from the container's models, which are no version of \(versions.planName)\(facts.joined()). List them as "
        + "a version")
  }

  // MARK: without a plan

  private func withoutPlan() throws -> Verdict {
    if let fit = fit(), try !migratesFitting { return fit }
    let store = try cachedModel()
    let differences = pairing(store).differences.filter { $0.grade == .differs }.map { "\($0)" }
    if let immovable { throw error("differs from the classes: \(differences.joined(separator: "; ")); \(immovable)") }
    let mapping = ModelMapping.inferred(from: store, to: try target(store))
    guard mapping.isLightweight else {
      throw error(
        "differs from the classes in more than can be inferred: "
          + mapping.obstacles.map(\.description).joined(separator: " ") + " (All differences: "
          + "\(differences.joined(separator: "; ")).) A migration plan with a custom stage can say what has to happen")
    }
    return .migrate([step(store, "the store's own models", mapping)])
  }

  /// The caller asks for it, and it would change something.
  private var migratesFitting: Bool {
    get throws {
      guard configuration.migrates.isSuperset(of: .fittingStores), immovable == nil,
        let store = description.readableModel
      else { return false }
      return try target(store).versionHashes() != storeHashes
    }
  }

  private func step(_ store: ResolvedModel, _ name: String, _ mapping: ModelMapping) -> MigrationStep {
    MigrationStep(
      source: .init(name: name, model: store, schema: nil),
      destination: .init(name: "the container's models", model: mapping.destination, schema: schema), stage: nil)
  }

  /// The container's models with what no class can say: entities of the store that no class stands for and none needs, whose
  /// rows stay, and the order that the store keeps of a relationship's members.
  private func target(_ store: ResolvedModel) throws -> ResolvedModel {
    let left = pairing(store).differences.filter { $0.kind == .entityMissingInClasses && $0.grade == .fits }
    let names = Set(left.map(\.entityName))
    var description = model.description
    description.entities += store.description.entities.filter { names.contains($0.name) }
    let mapping = ModelMapping.inferred(from: store, to: model)
    for toMany in mapping.entities.flatMap(\.toManys) where toMany.changes.contains(.unordered) {
      let owner = model.entity(numbered: toMany.destination.declaringEntityNumber)?.name
      guard let entity = description.entities.firstIndex(where: { $0.name == owner }),
        let place = description.entities[entity].relationships.firstIndex(where: { $0.name == toMany.destination.name })
      else { continue }
      description.entities[entity].relationships[place].isOrdered = true
    }
    guard description != model.description else { return model }
    // An entity that stays may lead to one that has another name or another shape now; then it goes too.
    return (try? ResolvedModel(description)) ?? model
  }

  // MARK: as it is

  private func pairing(_ store: ResolvedModel) -> Pairing {
    Pairing(store: store, classes: model, storeHashes: storeHashes, classHashes: hashes)
  }

  /// *Fits*: the store opens with its own model, and keeps it.
  private func fit() -> Verdict? {
    guard let store = description.readableModel, store.versionHashes() == storeHashes,
      let translation = pairing(store).translation,
      let opened = try? translation.model(of: store, withRulesOf: model)
    else { return nil }
    return .open(opened, StoreNames(translation, classes: model, store: store))
  }

  /// - Parameter error: what to say of a store that differs; `nil` for what differs.
  private func fitting(or error: SwiftDataError?) throws -> Verdict {
    if let fit = fit() { return fit }
    if let error { throw error }
    let store = try cachedModel()
    let differences = pairing(store).differences.filter { $0.grade == .differs }.map { "\($0)" }
    throw self.error("differs from the classes: \(differences.joined(separator: "; "))")
  }

  /// The store's own model, which has to be the one that its metadata states.
  private func cachedModel() throws -> ResolvedModel {
    let names = Self.names(storeHashes, hashes).joined(separator: ", ")
    let which = "differs from the classes: the version hashes of \(names) are not those of the classes"
    switch description.model {
    case .readable(let model):
      let stale = Self.names(storeHashes, model.versionHashes())
      guard stale.isEmpty else {
        throw error(
          "differs from the classes: the model that the store keeps is not that of its metadata "
            + "(\(stale.joined(separator: ", ")))")
      }
      return model
    case .missing: throw error("\(which); the store keeps no model that would say more")
    case .broken(let broken): throw error("\(which); \(broken.message)")
    }
  }

  private func error(_ text: String) -> SwiftDataError {
    SwiftDataError("loadIssueModelContainer", detail: "\(path) \(text). The file was left as it is")
  }

  /// Entities with different hashes, or a hash on one side only.
  private static func names(_ left: [String: Data], _ right: [String: Data]) -> [String] {
    Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
  }
}

extension Schema.Version {
  /// Reads `1.0.0`; `nil` for other texts.
  fileprivate init?(parsing text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let major = parts[0], let minor = parts[1], let patch = parts[2] else { return nil }
    self.init(major, minor, patch)
  }
}
