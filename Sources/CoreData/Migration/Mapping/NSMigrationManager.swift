public import Foundation
import SQLiteStore

/// Migrates a store to another file by a mapping, object by object.
open class NSMigrationManager: NSObject {
  private let models: (source: NSManagedObjectModel, destination: NSManagedObjectModel)
  private var run: MappingRun?
  private var failure: (any Error)?

  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    models = (sourceModel, destinationModel)
  }

  /// Migrates a store. The source is only read, and at the destination there is nothing until all of it is done.
  ///
  /// - Throws: 134140 without a mapping, 134150 and 134160 for a source or a destination that cannot be used, 134120
  ///   after `cancelMigrationWithError(_:)`, and what a policy throws.
  open func migrateStore(
    from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
    with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
    destinationOptions dOptions: [AnyHashable: Any]? = nil
  ) throws {
    guard let mappings else {
      throw CoreDataError.error(
        NSMigrationMissingMappingModelError, "A migration needs a mapping model.",
        advice: "Infer one by NSMappingModel.inferredMappingModel(forSourceModel:destinationModel:).", url: sourceURL)
    }
    failure = nil
    try MigratedFile(source: sourceURL, sourceType: sStoreType, destination: dURL, destinationType: dStoreType).make {
      place in
      if usesStoreSpecificMigrationManager, mappings.isPlain {
        try MigratedFile.moveRows(from: sourceURL, to: place, models.source, models.destination)
        return
      }
      let run = try MappingRun(
        self, mappings, source: sourceURL, options: sOptions, destination: place, destinationOptions: dOptions)
      self.run = run
      defer { self.run = nil }
      try run.run()
    }
  }

  public final func migrateStore(
    from sourceURL: URL, type sourceType: NSPersistentStore.StoreType, options sourceOptions: [AnyHashable: Any]? = nil,
    mapping: NSMappingModel, to destinationURL: URL, type destinationType: NSPersistentStore.StoreType,
    options destinationOptions: [AnyHashable: Any]? = nil
  ) throws {
    try migrateStore(
      from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions, with: mapping,
      toDestinationURL: destinationURL, destinationType: destinationType.rawValue,
      destinationOptions: destinationOptions)
  }

  /// Migrates between two open stores, object by object.
  final func migrate(
    _ source: SQLiteStore, into destination: SQLiteStore, by mappings: NSMappingModel, _ url: URL
  ) throws {
    failure = nil
    let run = try MappingRun(self, mappings, lending: source, and: destination, url)
    self.run = run
    defer { self.run = nil }
    try run.run()
  }

  /// Rows are moved as they are where a mapping is the inferred one.
  open var usesStoreSpecificMigrationManager = true

  /// Forgets the objects of the last migration.
  open func reset() { run = nil }

  open var mappingModel: NSMappingModel { run?.mappings ?? NSMappingModel() }
  open var sourceModel: NSManagedObjectModel { models.source }
  open var destinationModel: NSManagedObjectModel { models.destination }

  /// The context of the source while a migration runs; one without a store at other times.
  open var sourceContext: NSManagedObjectContext {
    run?.sourceContext ?? NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  }

  /// The context of the destination while a migration runs; one without a store at other times.
  open var destinationContext: NSManagedObjectContext {
    run?.destinationContext ?? NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  }

  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.sourceEntityName.flatMap { models.source.entitiesByName[$0] }
  }

  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.destinationEntityName.flatMap { models.destination.entitiesByName[$0] }
  }

  /// Notes that a source object became a destination object.
  open func associate(
    sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping
  ) {
    run?.associations.add(sourceInstance, destinationInstance, entityMapping.name ?? "")
  }

  /// What source objects became by a mapping; all of it for `nil`.
  open func destinationInstances(
    forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    run?.destinations(of: sourceInstances, mappingName) ?? []
  }

  /// What destination objects were before a mapping; all of it for `nil`.
  open func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    run?.associations.sources(of: destinationInstances, mappingName) ?? []
  }

  /// The mapping that is at work; an empty one when none is.
  open var currentEntityMapping: NSEntityMapping { run?.current ?? NSEntityMapping() }

  /// From 0 to 1.
  open var migrationProgress: Float { run?.progress ?? 0 }

  open var userInfo: [AnyHashable: Any]?

  /// Ends the migration before its next object; `migrateStore` throws then.
  open func cancelMigrationWithError(_ error: any Error) { failure = error }

  final func checkCancelled(_ url: URL) throws {
    guard let failure else { return }
    throw CoreDataError.error(
      NSMigrationCancelledError, "The migration of the store at \(url.path) was cancelled: \(failure)", url: url,
      underlying: failure)
  }
}
