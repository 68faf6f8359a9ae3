import Foundation
import ModelDescription
import SchemaTypes

/// The versions of a migration plan, checked and with the hashes by which a store's version is told.
struct MigrationPlanVersions {
  struct Entry {
    /// As the source spells it.
    let name: String
    let identifier: Schema.Version
    let hashes: [String: Data]

    var description: String { "\(identifier) (\(name))" }
  }

  let planName: String
  /// Oldest first.
  let entries: [Entry]

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
      entries.append(Entry(name: "\(type)", identifier: type.versionIdentifier, hashes: model.versionHashes()))
    }
    self.entries = entries
    try checkOrder()
    try checkDifference()
    try check(plan.stages, types)
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

  private func check(_ stages: [MigrationStage], _ types: [any VersionedSchema.Type]) throws {
    for stage in stages {
      let (from, to) = stage.versions
      for type in [from, to] where !types.contains(where: { $0 == type }) {
        throw SwiftDataError(
          "loadIssueModelContainer",
          detail: "the stage from \(from) to \(to) names \(type), which the schemas of the migration plan \(planName) "
            + "do not list")
      }
      guard from.versionIdentifier < to.versionIdentifier else {
        throw SwiftDataError(
          "loadIssueModelContainer",
          detail: "the stage from \(from) (\(from.versionIdentifier)) to \(to) (\(to.versionIdentifier)) of the "
            + "migration plan \(planName) leads to no later version")
      }
    }
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
