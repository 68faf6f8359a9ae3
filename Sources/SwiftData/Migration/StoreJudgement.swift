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
  /// The command's users have options, where programs have a configuration.
  var isOfCommand = false

  enum Verdict {
    /// With the store's own model, and the store's names of the classes' properties.
    case open(ResolvedModel, StoreNames)
    case migrate([MigrationStep])
  }

  private var hashes: [String: Data] { model.versionHashes() }
  private var storeHashes: [String: Data] { description.metadata.hashes }

  /// - Throws: `SwiftDataError` that says which version the store is, in what it differs, and what can be done.
  func verdict() throws -> Verdict {
    if storeHashes == hashes {
      let hidesInverse = model.differsInOwnInverses(from: description.readableModel)
      return hidesInverse ? try fitting(or: nil) : .open(model, .equal)
    }
    guard let versions else { return try withoutPlan() }
    guard let current = versions.entry(matching: hashes) else { return try fitting(or: noVersion(versions)) }
    guard let found = versions.entry(matching: storeHashes) else {
      return try unknown(versions, current)
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
    var source = try version(entry)
    let left: Set<String>
    // The rows follow the store's own model, which says more than the classes can.
    if let store = description.readableModel, store.versionHashes() == storeHashes,
      let opened = try? opened(store, with: source.model)
    {
      source = .init(name: entry.description, model: opened.model, schema: entry.schema, names: opened.names)
      left = opened.left
    } else {
      left = []
    }
    return .migrate(
      try versions.route(from: start, to: end).hops.map { hop in
        let next = try version(versions.entries[hop.to])
        let facts = UnsaidFacts(next.model, from: source.model, entities: left)
        let step = MigrationStep(
          source: source, destination: .init(name: next.name, model: facts.model, schema: next.schema),
          stage: hop.stage.map { versions.stages[$0].stage }, kept: facts.kept, lost: facts.lost)
        source = step.destination
        return step
      })
  }

  /// A fitting store's own model with the rules of some classes, and the entities that these leave out; `nil` for one that
  /// does not fit.
  private func opened(
    _ store: ResolvedModel, with classes: ResolvedModel
  ) throws -> (model: ResolvedModel, names: StoreNames, left: Set<String>)? {
    let pairing = Pairing(store: store, classes: classes, storeHashes: storeHashes)
    guard let translation = pairing.translation else { return nil }
    return (
      try translation.model(of: store, withRulesOf: classes),
      StoreNames(translation, classes: classes, store: store), Self.left(pairing)
    )
  }

  /// Entities of the store that no class stands for and none needs.
  private static func left(_ pairing: Pairing) -> Set<String> {
    Set(pairing.differences.filter { $0.kind == .entityMissingInClasses && $0.grade == .fits }.map(\.entityName))
  }

  /// The version that a store was made by which no version describes exactly, since no class can say all that its model
  /// does: the one that fits it with the fewest differences.
  ///
  /// - Throws: `SwiftDataError` that names two versions of which it could be either.
  private func fittingStart(_ versions: MigrationPlanVersions, _ current: Int, _ store: ResolvedModel) throws -> Int? {
    guard store.versionHashes() == storeHashes else { return nil }
    let fitting = try versions.entries.indices.compactMap { number -> (number: Int, count: Int)? in
      let entry = versions.entries[number]
      let distance = VersionDistance(
        name: entry.description, store: store, storeHashes: storeHashes, version: try version(entry).model)
      return distance.pairing.grade == .differs ? nil : (number, distance.count)
    }
    guard let least = fitting.map(\.count).min() else { return nil }
    let nearest = fitting.filter { $0.count == least }.map(\.number)
    // It opens as it is, so that no stage has to be guessed.
    if nearest.contains(current) { return current }
    guard nearest.count == 1 else {
      let names = nearest.map { versions.entries[$0].description }.joined(separator: " and ")
      throw error(
        "fits \(names) of \(versions.planName) alike, with \(least.counted("difference")) each, so that nothing tells"
          + " which stages it needs. Leave out the version that it cannot be, or give one of them a hashModifier that"
          + " the store's model has")
    }
    return nearest[0]
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
      case true where isOfCommand:
        "Stores are not taken back: name its version or a later one with --version, or a package whose plan has one"
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

  private func unknown(_ versions: MigrationPlanVersions, _ end: Int) throws -> Verdict {
    let current = versions.entries[end]
    if let stated = description.metadata.identifiers.compactMap({ Schema.Version(parsing: $0) }).max(),
      let last = versions.entries.last?.identifier, stated > last
    {
      return try later(versions, current, stated.description)
    }
    guard let store = description.readableModel else { return try fitting(or: nil) }
    if let start = try fittingStart(versions, end, store) {
      if start < end { return try planned(versions, start, end) }
      if start > end { return try later(versions, current, versions.entries[start].description) }
    }
    if let fit = fit() { return fit }
    let facts = target(store)
    let mapping = ModelMapping.inferred(from: store, to: facts.model)
    if mapping.onlyAdds, configuration.migrates.isSuperset(of: .unknownVersions), immovable == nil {
      return .migrate([step(store, "a version that \(versions.planName) does not know", facts)])
    }
    let nearest = VersionDistance.nearest(
      to: store, storeHashes: storeHashes, among: versions.entries.map { ($0.description, $0.model) })
    let nearestWords = nearest.map {
      "\($0.name), \($0.count.counted("difference")) (\($0.lines.joined(separator: "; ")))"
    }
    let option = isOfCommand ? "--allow-inferred" : "migrates: .unknownVersions"
    let way =
      mapping.onlyAdds
      ? "The container's models only add to it: \(option) lets it migrate without a stage"
      : configuration.migrates.isSuperset(of: .unknownVersions)
        ? "\(option) is for stores that models only add to; these take away or change\(Self.words(ofLost: mapping)). List a"
          + " version that describes it" : "List a version that describes it"
    throw error(
      "is of no version of \(versions.planName). Nearest are \(nearestWords.joined(separator: ", and ")). \(way)")
  }

  /// What an inferred migration would take away, or cannot do, a few places of it.
  private static func words(ofLost mapping: ModelMapping) -> String {
    let places =
      mapping.obstacles.map(\.place)
      + mapping.drops.map { [$0.entity, $0.property].compactMap(\.self).joined(separator: ".") }
    return places.isEmpty ? "" : " \(places.prefix(5).joined(separator: ", "))\(places.count > 5 ? " and more" : "")"
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
    if let fit = fit(), !migratesFitting { return fit }
    let store = try cachedModel()
    let differences = pairing(store).differences.filter { $0.grade == .differs }.map { "\($0)" }
    if let immovable { throw error("differs from the classes: \(differences.joined(separator: "; ")); \(immovable)") }
    let facts = target(store)
    let mapping = ModelMapping.inferred(from: store, to: facts.model)
    guard mapping.isLightweight else {
      throw error(
        "differs from the classes in more than can be inferred: "
          + mapping.obstacles.map(\.description).joined(separator: " ") + " (All differences: "
          + "\(differences.joined(separator: "; ")).) A migration plan with a custom stage can say what has to happen")
    }
    return .migrate([step(store, "the store's own models", facts)])
  }

  /// The caller asks for it, and it would change something.
  private var migratesFitting: Bool {
    guard configuration.migrates.isSuperset(of: .fittingStores), immovable == nil,
      let store = description.readableModel
    else { return false }
    return target(store).model.versionHashes() != storeHashes
  }

  private func step(_ store: ResolvedModel, _ name: String, _ facts: UnsaidFacts) -> MigrationStep {
    MigrationStep(
      source: .init(name: name, model: store, schema: nil),
      destination: .init(name: "the container's models", model: facts.model, schema: schema), stage: nil,
      kept: facts.kept, lost: facts.lost)
  }

  /// The container's models with what no class can say.
  private func target(_ store: ResolvedModel) -> UnsaidFacts {
    UnsaidFacts(model, from: store, entities: Self.left(pairing(store)))
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
