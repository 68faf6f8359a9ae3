import Foundation
import ModelDescription
import ModelEvolution
import ObjectGraph
import SQLiteStore
import StoreContract

/// Brings a store's file to the coordinator's model, as the store's options ask for.
struct LoadingMigration {
  let url: URL
  let description: StoreDescription
  /// The part of the coordinator's model that the store's configuration lists.
  let model: ResolvedModel
  let options: [AnyHashable: Any]
  /// The error where neither is to be had, with why the mapping models that there are do not fit.
  let missingMapping: (String?) -> NSError
  /// Whether a mapping may be inferred where no mapping model is found.
  let infers: Bool
  /// The same part of another model.
  let part: (NSManagedObjectModel) throws -> ResolvedModel

  private var hashes: [String: Data] { description.metadata.hashes }

  func run() throws {
    let manager = options[NSPersistentStoreStagedMigrationManagerOptionKey] as? NSStagedMigrationManager
    do {
      if let manager { try runStages(manager) } else { try runAutomatically(from: sourceModel()) }
    } catch let error as MigrationError where error.code == .changedMeanwhile || error.code == .locked && isDone {
      // Somebody else was first, and may have the store open by now; whoever asked looks at it again.
      MigrationLog.say("\(error)")
    } catch {
      MigrationLog.say("\(url.path) was left as it is: \(error)")
      throw Self.translated(error, url)
    }
  }

  /// The store has the model's version by now.
  private var isDone: Bool {
    let present = try? SQLiteStore.afterMigration(of: url.path) { try SQLiteStore.descriptionForOpening(url.path) }
    return present?.metadata.hashes == model.versionHashes()
  }

  /// The model that the store has: its own, or one of the program's with its hashes.
  private func sourceModel() throws -> ResolvedModel {
    if let model = description.readableModel, model.versionHashes() == hashes { return model }
    let table = StoreMetadataTable.table(description.metadata)
    if let model = NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: table) { return try model.resolved() }
    throw CoreDataError.error(
      NSMigrationMissingSourceModelError,
      "The store at \(url.path) keeps no model of its own, and none of the program's models has its version hashes.",
      advice: "Add the model that it was made with.", url: url)
  }

  // MARK: one step

  /// By a mapping model of the program's, where one is between the two models; else by inference, as Apple's does it.
  private func runAutomatically(from source: ResolvedModel) throws {
    let found = MappingSearch(nil).mapping(from: hashes, to: model.versionHashes())
    guard let (mapping, place) = found.mapping else {
      guard infers else { throw missingMapping(found.reason) }
      if let reason = found.reason { MigrationLog.say("\(url.path): \(reason)") }
      return try infer(from: source, to: model)
    }
    MigrationLog.say("\(url.path): by the mapping model \(place)")
    say(try MappedMigration(url, by: mapping, from: source, to: model).run(hashes: hashes))
  }

  private func infer(from source: ResolvedModel, to destination: ResolvedModel) throws {
    let mapping = ModelMapping.inferred(from: source, to: destination)
    MigrationLog.say("\(url.path): differs from the model, and migrates by inference")
    let workspace = try MigrationWorkspace(url.path, model: source, hashes: hashes)
    do {
      say(try workspace.migrateAndCommit(mapping))
    } catch {
      workspace.discard()
      throw error
    }
  }

  private func say(_ report: MigrationReport) {
    MigrationLog.say("\(url.path): \(report.mode.words)")
    for entity in report.entities {
      let name = entity.destination ?? entity.source.map { "\($0) (not in the newer model)" } ?? ""
      MigrationLog.say("\(url.path): \(name): \(entity.before.counted("row")) before, \(entity.after) after")
    }
    Notice.show(report.dropped.map { "the migration of \(url.path) dropped \($0)" })
  }

  // MARK: stages

  private func runStages(_ manager: NSStagedMigrationManager) throws {
    let source = try sourceModel()
    let route = try StagedRoute(
      manager, from: VersionHashes.checksum(hashes), to: VersionHashes.checksum(model.versionHashes()), url: url)
    let workspace = try MigrationWorkspace(url.path, model: source, hashes: hashes)
    do {
      for step in route.steps {
        switch step {
        case .infer(let reference): try infer(to: part(reference.resolve()), in: workspace)
        case .run(let stage): try run(stage, manager, in: workspace)
        }
      }
      try infer(to: model, in: workspace)
      try workspace.commit()
    } catch {
      workspace.discard()
      throw error
    }
    for report in workspace.reports { say(report) }
  }

  private func infer(to destination: ResolvedModel, in workspace: MigrationWorkspace) throws {
    guard workspace.model.versionHashes() != destination.versionHashes() else { return }
    MigrationLog.say("\(url.path): a lightweight step")
    try workspace.migrate(.inferred(from: workspace.model, to: destination))
  }

  private func run(
    _ stage: NSCustomMigrationStage, _ manager: NSStagedMigrationManager, in workspace: MigrationWorkspace
  ) throws {
    let (current, next) = (try stage.currentModel.resolve(), try stage.nextModel.resolve())
    MigrationLog.say("\(url.path): the custom stage \(stage.label ?? "without a label")")
    try workspace.copySource()
    if let will = stage.willMigrateHandler {
      try inContainer(current, workspace.openCurrent()) { container in
        manager.container = container
        defer { manager.container = nil }
        try will(manager, stage)
      }
    }
    try workspace.migrate(
      .inferred(from: workspace.model, to: part(next)), fills: MigrationFills(defersCheck: true),
      acceptsObstacles: true)
    if let did = stage.didMigrateHandler, let former = try workspace.openPrevious() {
      try inContainer(current, former) { source in
        try inContainer(next, workspace.openCurrent()) { container in
          (manager.sourceContainer, manager.container) = (source, container)
          defer { (manager.sourceContainer, manager.container) = (nil, nil) }
          try did(manager, stage)
        }
      }
    }
    try workspace.checkMandatory()
  }

  /// Lends a store to a handler in a container of its own, and closes it, whoever kept an object of it.
  private func inContainer(
    _ model: NSManagedObjectModel, _ store: SQLiteStore, _ body: (NSPersistentContainer) throws -> Void
  ) throws {
    defer { store.close() }
    let container = NSPersistentContainer(
      name: url.deletingPathExtension().lastPathComponent, managedObjectModel: model)
    let lent = NSPersistentStore(store, type: NSSQLiteStoreType, url: url, configuration: nil, options: nil)
    try container.persistentStoreCoordinator.adopt(lent)
    try body(container)
    try container.persistentStoreCoordinator.remove(lent)
  }

  // MARK: errors

  /// Errors of a migration under Apple's numbers.
  static func translated(_ error: any Error, _ url: URL) -> any Error {
    guard let error = error as? MigrationError else { return CoreDataError.translated(error, url: url) }
    let code: Int
    switch error.code {
    case .notLightweight: code = NSInferredMappingModelError
    case .duplicates: code = NSMigrationConstraintViolationError
    case .missingValues, .rowsWithoutPlace, .refusedByPlan, .unproven: code = NSMigrationError
    case .newer: code = NSStagedMigrationBackwardMigrationError
    case .readOnly, .locked, .noSpace, .fileSystem, .damaged, .changedMeanwhile:
      return CoreDataError.translated(error.storeError, url: url)
    }
    let facts = error.findings.map(\.description).joined(separator: "; ")
    return CoreDataError.error(
      code, facts.isEmpty ? error.message : "\(error.message) \(facts)", advice: error.advice, url: url,
      info: ["reason": facts.isEmpty ? error.message : facts], underlying: error)
  }
}
