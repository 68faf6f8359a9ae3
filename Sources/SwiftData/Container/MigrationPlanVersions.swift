import Foundation
import ModelDescription
import ModelEvolution
import SchemaTypes

/// The versions of a migration plan, checked and with the hashes by which a store's version is told.
struct MigrationPlanVersions {
  struct Entry {
    /// As the source spells it.
    let name: String
    let identifier: Schema.Version
    let schema: Schema
    let model: ResolvedModel
    let hashes: [String: Data]

    var description: String { "\(identifier) (\(name))" }
  }

  let planName: String
  /// Oldest first.
  let entries: [Entry]
  /// With the numbers of the versions that each leads from and to.
  let stages: [(stage: MigrationStage, from: Int, to: Int)]

  /// - Throws: `SwiftDataError` that names the versions which do not go together.
  init(_ plan: any SchemaMigrationPlan.Type) throws {
    planName = "\(plan)"
    let types = plan.schemas
    guard !types.isEmpty else {
      throw SwiftDataError("loadIssueModelContainer", detail: "the migration plan \(plan) lists no schemas")
    }
    var entries: [Entry] = []
    for type in types {
      let schema = Schema(versionedSchema: type)
      let model: ResolvedModel
      do {
        model = try ResolvedModel(schema.modelDescription())
      } catch {
        throw SwiftDataError("loadIssueModelContainer", detail: "\(type) of the migration plan \(plan): \(error)")
      }
      entries.append(
        Entry(
          name: "\(type)", identifier: type.versionIdentifier, schema: schema, model: model,
          hashes: model.versionHashes()))
    }
    self.entries = entries
    let name = planName
    stages = try plan.stages.map { try Self.numbered($0, types, name) }
    try checkOrder()
    try checkDifference()
    try checkStages()
  }

  private func checkOrder() throws {
    for (earlier, later) in zip(entries, entries.dropFirst()) where earlier.identifier >= later.identifier {
      throw SwiftDataError(
        "loadIssueModelContainer",
        detail: earlier.identifier == later.identifier
          ? "\(earlier.name) and \(later.name) of the migration plan \(planName) are both version \(later.identifier); "
            + "give each a versionIdentifier of its own"
          : "the migration plan \(planName) lists \(earlier.description) before \(later.description); list the oldest "
            + "version first")
    }
  }

  /// Two versions that stores cannot tell apart; Apple's framework says "Duplicate version checksums detected".
  private func checkDifference() throws {
    for (number, entry) in entries.enumerated() {
      guard let same = entries[..<number].first(where: { $0.hashes == entry.hashes }) else { continue }
      throw SwiftDataError(
        "loadIssueModelContainer",
        detail: "duplicate version checksums: \(same.description) and \(entry.description) of the migration plan "
          + "\(planName) describe the same models, so that no store tells which it is; leave one of them out, or let "
          + "each list the classes of its own version")
    }
  }

  private static func numbered(
    _ stage: MigrationStage, _ types: [any VersionedSchema.Type], _ planName: String
  ) throws -> (stage: MigrationStage, from: Int, to: Int) {
    let (from, to) = stage.versions
    func number(_ type: any VersionedSchema.Type) throws -> Int {
      guard let number = types.firstIndex(where: { $0 == type }) else {
        throw SwiftDataError(
          "loadIssueModelContainer",
          detail: "the stage from \(from) to \(to) names \(type), which the schemas of the migration plan \(planName) "
            + "do not list")
      }
      return number
    }
    return (stage, try number(from), try number(to))
  }

  private func checkStages() throws {
    for (place, stage) in stages.enumerated() {
      let (from, to) = (entries[stage.from], entries[stage.to])
      guard from.identifier < to.identifier else {
        throw SwiftDataError(
          "loadIssueModelContainer",
          detail: "the stage from \(from.name) (\(from.identifier)) to \(to.name) (\(to.identifier)) of the "
            + "migration plan \(planName) leads to no later version")
      }
      guard !stages[..<place].contains(where: { $0.from == stage.from && $0.to == stage.to }) else {
        throw SwiftDataError(
          "loadIssueModelContainer",
          detail:
            "two stages of the migration plan \(planName) lead from \(from.name) to \(to.name); leave one of them "
            + "out")
      }
    }
  }

  /// The stages that lead from one version to a later one.
  func route(from start: Int, to end: Int) -> MigrationRoute {
    MigrationRoute(from: start, to: end, stages: stages.map { ($0.from, $0.to) })
  }

  /// The version of a store or of a part of the models: the latest whose entities of those names have these hashes.
  func entry(matching hashes: [String: Data]) -> Int? {
    guard !hashes.isEmpty else { return nil }
    return entries.lastIndex { $0.hashes == hashes }
      ?? entries.lastIndex { entry in hashes.allSatisfy { entry.hashes[$0.key] == $0.value } }
  }
}

extension MigrationStage {
  var versions: (from: any VersionedSchema.Type, to: any VersionedSchema.Type) {
    switch self {
    case .lightweight(let from, let to), .custom(let from, let to, _, _): (from, to)
    }
  }
}
