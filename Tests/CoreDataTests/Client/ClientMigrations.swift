import CoreData
import Foundation

// Mentions every name of migrations, as a client does; it only has to compile.

private final class OwnPolicy: NSEntityMigrationPolicy {
  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
    try super.begin(mapping, with: manager)
  }
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
  }
  override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
  override func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
  }
  override func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
  override func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
  override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
}

private final class OwnManager: NSMigrationManager {}
private final class OwnMapping: NSMappingModel {}

private func mappings(
  _ model: NSManagedObjectModel, _ object: NSManagedObject, _ url: URL
) throws -> NSMappingModel {
  let mapping = NSEntityMapping()
  mapping.name = "BookToBook"
  mapping.mappingType = .customEntityMappingType
  let types: [NSEntityMappingType] = [
    .undefinedEntityMappingType, .customEntityMappingType, .addEntityMappingType, .removeEntityMappingType,
    .copyEntityMappingType, .transformEntityMappingType,
  ]
  _ = types
  mapping.sourceEntityName = "Book"
  mapping.sourceEntityVersionHash = nil
  mapping.destinationEntityName = "Book"
  mapping.destinationEntityVersionHash = nil
  mapping.sourceExpression = nil
  mapping.userInfo = [:]
  mapping.entityMigrationPolicyClassName = NSStringFromClass(OwnPolicy.self)
  let property = NSPropertyMapping()
  property.name = "title"
  property.valueExpression = __Deprecated.Expression(format: "$source.title")
  property.userInfo = nil
  mapping.attributeMappings = [property]
  mapping.relationshipMappings = []
  _ = NSMappingModel(from: [.main], forSourceModel: model, destinationModel: model)
  _ = NSMappingModel(contentsOf: url)
  let inferred = try NSMappingModel.inferredMappingModel(forSourceModel: model, destinationModel: model)
  inferred.entityMappings = [mapping]
  _ = inferred.entityMappingsByName["BookToBook"]
  let manager = OwnManager(sourceModel: model, destinationModel: model)
  manager.usesStoreSpecificMigrationManager = false
  manager.reset()
  manager.userInfo = nil
  _ = (manager.mappingModel, manager.sourceModel, manager.destinationModel)
  _ = (manager.sourceContext, manager.destinationContext, manager.currentEntityMapping, manager.migrationProgress)
  _ = (manager.sourceEntity(for: mapping), manager.destinationEntity(for: mapping))
  manager.associate(sourceInstance: object, withDestinationInstance: object, for: mapping)
  _ = manager.destinationInstances(forEntityMappingName: "", sourceInstances: [object])
  _ = manager.sourceInstances(forEntityMappingName: "", destinationInstances: nil)
  manager.cancelMigrationWithError(CocoaError(.userCancelled))
  try manager.migrateStore(
    from: url, sourceType: NSSQLiteStoreType, with: inferred, toDestinationURL: url, destinationType: NSSQLiteStoreType)
  try manager.migrateStore(from: url, type: .sqlite, mapping: inferred, to: url, type: .sqlite)
  _ = [
    NSMigrationManagerKey, NSMigrationSourceObjectKey, NSMigrationDestinationObjectKey, NSMigrationEntityMappingKey,
    NSMigrationPropertyMappingKey, NSMigrationEntityPolicyKey,
  ]
  return OwnMapping()
}

private func stages(_ reference: NSManagedObjectModelReference) -> NSStagedMigrationManager {
  let light = NSLightweightMigrationStage(["checksum"])
  light.label = "first"
  _ = light.versionChecksums
  let custom = NSCustomMigrationStage(migratingFrom: reference, to: reference)
  _ = (custom.currentModel, custom.nextModel)
  custom.willMigrateHandler = { manager, stage in _ = (manager.container, stage.label) }
  custom.didMigrateHandler = { manager, _ in _ = manager.stages.count }
  let manager = NSStagedMigrationManager([light, custom] as [NSMigrationStage])
  let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/tmp/x"))
  description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
  return manager
}
