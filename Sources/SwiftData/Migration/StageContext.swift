import ModelDescription
import ObjectGraph
import SQLiteStore
import SchemaTypes

/// A context on one version of a store that is on its way, for a stage's own code.
struct StageContext {
  let context: ModelContext
  private let store: SQLiteStore

  /// - Parameter store: opened with the version's model.
  init(
    _ store: SQLiteStore, _ version: MigrationStep.Version, _ configuration: ModelConfiguration,
    _ plan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.store = store
    let schema = version.schema ?? Schema()
    // A store of several configurations has some of the version's entities only.
    let types = schema.types.values.filter { store.model.entity(named: String(describing: $0)) != nil }
    let container = try ModelContainer(
      store: store, models: Array(types), names: version.names, schema: schema,
      parts: [ContainerPart(configuration: configuration, store: store)], migrationPlan: plan, listens: false)
    context = ModelContext(container)
  }

  /// For rows that have just become the version's: a new part of a struct has its value when the stage has run, and is asked
  /// for then.
  func readNewPartsAsZero() { context.graph.readsMissingPartsAsZero = true }

  /// Runs a stage's code, and saves what it left unsaved.
  func run(_ body: (_ context: ModelContext) throws -> Void) throws {
    try body(context)
    if context.hasChanges { try context.save() }
    // What went wrong where nothing could be thrown.
    try SwiftDataError.translating { try context.graph.throwDeferredError() }
  }

  /// Closes the store, also for objects that the code kept: they must not hold the file.
  func close() { store.close() }
}
