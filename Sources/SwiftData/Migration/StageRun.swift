import Foundation
import ModelDescription
import ModelEvolution
import ObjectGraph
import QueryModel
import SQLiteStore
import SchemaTypes
import StoreContract

/// Takes the steps of a store from its version to the container's: on a copy, which takes the store's place when the last
/// of them is proven. Until then the store is as it was, and after a failure it stays so.
struct StageRun {
  let path: String
  let steps: [MigrationStep]
  let configuration: ModelConfiguration
  let plan: (any SchemaMigrationPlan.Type)?
  /// That of the store's metadata.
  let hashes: [String: Data]
  /// Gets what is done; `nil` where nobody asks.
  let record: StageRecord?

  func run() throws {
    MigrationLog.say("\(path): \(steps.map(\.words).joined(separator: ", then "))")
    for fact in steps.first?.kept ?? [] { MigrationLog.say("\(path): kept, since no class says it: \(fact)") }
    do {
      try SwiftDataError.translatingMigration { try runSteps() }
    } catch let error as StoreError where [.modelDiffers, .locked].contains(error.code) && isOfAnotherVersion {
      // Somebody else migrated it while this process waited for its turn, and may have it open by now; whoever asked
      // looks at it again.
      MigrationLog.say("\(path) has another version by now: \(error)")
    } catch {
      MigrationLog.say("\(path) was left as it is: \(error)")
      throw error
    }
  }

  private var isOfAnotherVersion: Bool {
    let description = try? SQLiteStore.afterMigration(of: path) { try SQLiteStore.descriptionForOpening(path) }
    guard let description else { return false }
    return description.metadata.hashes != hashes
  }

  private func runSteps() throws {
    guard let first = steps.first else { return }
    if steps.count == 1, first.work == nil { return try runAlone(first) }
    let workspace = try MigrationWorkspace(path, model: first.source.model, hashes: hashes)
    do {
      for step in steps { try run(step, in: workspace) }
      try workspace.commit()
    } catch {
      workspace.discard()
      throw error
    }
    for report in workspace.reports { say(report) }
    sayLost()
  }

  /// What no class takes back and is gone all the same, people should know.
  private func sayLost() {
    Notice.show(steps.flatMap(\.lost).map { "the migration of \(path) could not keep \($0)" })
  }

  /// A single lightweight step, which may only add to the store where it is.
  private func runAlone(_ step: MigrationStep) throws {
    let (mapping, fills) = try prepared(step)
    if !fills.lacks.isEmpty {
      let store = try SQLiteStore.open(path, model: step.source.model, access: .readOnly)
      defer { store.close() }
      try refuse(fills.lacks, of: step, in: store) {
        $0.entity.source?.number
      } where: {
        $0.isNeeded
      }
    }
    let workspace = try MigrationWorkspace(path, model: step.source.model, hashes: hashes)
    do {
      say(try workspace.migrateAndCommit(mapping, fills: engineFills(fills)))
    } catch {
      workspace.discard()
      throw error
    }
    sayLost()
  }

  private func run(_ step: MigrationStep, in workspace: MigrationWorkspace) throws {
    guard let work = step.work else {
      let (mapping, fills) = try prepared(step)
      if !fills.lacks.isEmpty {
        try workspace.copySource()
        let store = try workspace.openCurrent(.readOnly)
        defer { store.close() }
        try refuse(fills.lacks, of: step, in: store) {
          $0.entity.source?.number
        } where: {
          $0.isNeeded
        }
      }
      try workspace.migrate(mapping, fills: engineFills(fills))
      return
    }
    // The store itself is locked; a copy can be read by the stage's code.
    try workspace.copySource()
    if let will = work.will {
      let store = try workspace.openCurrent()
      try inContext(of: store, step.source) { stage in try code(of: step) { try stage.run(will) } }
    }
    let (mapping, fills) = try prepared(step)
    var values = engineFills(fills)
    values.defersCheck = true
    try workspace.migrate(mapping, fills: values, acceptsObstacles: true)
    if let did = work.did { try runAfter(did, step, workspace) }
    try workspace.checkMandatory()
    if !fills.lacks.isEmpty {
      let store = try workspace.openCurrent(.readOnly)
      defer { store.close() }
      try refuse(fills.lacks, of: step, in: store) {
        $0.entity.destination.number
      } where: {
        $0.isEmpty
      }
    }
  }

  private func runAfter(
    _ did: (_ context: ModelContext) throws -> Void, _ step: MigrationStep, _ workspace: MigrationWorkspace
  ) throws {
    let store = try workspace.openCurrent()
    guard let former = try workspace.openPrevious() else {
      return try inContext(of: store, step.destination) { stage in
        stage.readNewPartsAsZero()
        try code(of: step) { try stage.run(did) }
      }
    }
    try inContext(of: former, step.source) { source in
      try inContext(of: store, step.destination) { stage in
        stage.readNewPartsAsZero()
        stage.context.migrationSource = source.context
        defer { stage.context.migrationSource = nil }
        try code(of: step) { try stage.run(did) }
      }
    }
  }

  /// Notes for who asks whose code it was that threw: the error passes as it is.
  private func code(of step: MigrationStep, _ body: () throws -> Void) throws {
    try record?.enter(step)
    do {
      try body()
    } catch {
      record?.note(failed: step)
      throw error
    }
    try record?.leave()
  }

  private func inContext(
    of store: SQLiteStore, _ version: MigrationStep.Version, _ body: (_ stage: StageContext) throws -> Void
  ) throws {
    defer { store.close() }
    try body(StageContext(store, version, configuration, plan))
  }

  // MARK: values

  private func prepared(_ step: MigrationStep) throws -> (ModelMapping, ClassFills) {
    let mapping = ModelMapping.inferred(from: step.source.model, to: step.destination.model)
    let fills = try ClassFills(step.destination.schema ?? Schema(), mapping, allowsBlank: allowsBlank)
    return (mapping, fills)
  }

  private var allowsBlank: Bool { configuration.migrates.isSuperset(of: .blankValues) }

  private func engineFills(_ fills: ClassFills) -> MigrationFills {
    var values = MigrationFills(values: fills.values, allowsZero: allowsBlank)
    values.newIdentifiers = fills.newIdentifiers
    return values
  }

  /// Structs and enums that a row must have: their columns may be empty, so that only the classes know of the lack.
  private func refuse(
    _ lacks: [ClassFills.Lack], of step: MigrationStep, in store: SQLiteStore, entity: (ClassFills.Lack) -> Int?,
    where condition: (ClassFills.Lack) -> QueryPredicate?
  ) throws {
    let findings = try lacks.compactMap { lack -> MigrationFinding? in
      guard let number = entity(lack) else { return nil }
      var request = FetchRequest(entity: number, predicate: condition(lack))
      request.includesSubentities = false
      let rows = try store.count(request)
      guard rows > 0 else { return nil }
      return MigrationFinding(
        entity: lack.entity.destination.name, property: lack.name, rows: Int64(rows),
        "\(rows.counted("row")) \(rows == 1 ? "has" : "have") no value for it, and none is declared")
    }
    guard !findings.isEmpty else { return }
    throw MigrationError.missingValues(findings, path: path)
  }

  // MARK: what was done

  private func say(_ report: MigrationReport) {
    record?.add(report)
    MigrationLog.say("\(path): \(report.mode.words)")
    for entity in report.entities {
      let name = entity.destination ?? entity.source.map { "\($0) (not in the newer models)" } ?? ""
      MigrationLog.say("\(path): \(name): \(entity.before.counted("row")) before, \(entity.after) after")
    }
    for fill in report.filled {
      MigrationLog.say("\(path): \(fill.entity).\(fill.property): \(fill.value) in \(fill.rows.counted("row"))")
    }
    for note in report.notes { MigrationLog.say("\(path): \(note)") }
    // What is gone, and what nobody said, people should know also where they did not ask.
    let zeros = report.filled.filter { $0.origin == .zero && $0.rows > 0 }
    Notice.show(
      report.dropped.map { "the migration of \(path) dropped \($0)" }
        + zeros.map {
          "the migration of \(path) put \($0.value) into \($0.entity).\($0.property) of \($0.rows.counted("row")), since no "
            + "value is declared"
        })
  }
}
