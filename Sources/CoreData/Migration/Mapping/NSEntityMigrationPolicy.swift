public import Foundation

/// How the objects of one entity mapping are migrated; a subclass changes what it wants to.
///
/// A mapping names the class by `entityMigrationPolicyClassName`.
open class NSEntityMigrationPolicy: NSObject {
  public required override init() {}

  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

  /// Makes the object that a source object becomes, gives it the values of the attribute mappings, and notes that the two
  /// belong together.
  open func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    guard let entity = manager.destinationEntity(for: mapping) else { return }
    let made = NSEntityDescription.insertNewObject(
      forEntityName: entity.name ?? "", into: manager.destinationContext)
    for property in mapping.attributeMappings ?? [] {
      guard let name = property.name, property.isFilled else { continue }
      let value = try MappingValue(property, mapping, self, manager, source: sInstance, destination: made).value()
      made.setValue(value, forKey: name)
    }
    manager.associate(sourceInstance: sInstance, withDestinationInstance: made, for: mapping)
  }

  open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// Gives a migrated object the objects of the relationship mappings.
  open func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    guard
      let source = manager.sourceInstances(
        forEntityMappingName: mapping.name ?? "", destinationInstances: [dInstance]
      ).first
    else { return }
    for property in mapping.relationshipMappings ?? [] {
      guard let name = property.name, property.isFilled,
        let relationship = dInstance.entity.relationshipsByName[name]
      else { continue }
      let value = try MappingValue(property, mapping, self, manager, source: source, destination: dInstance).value()
      let objects = MappingValue.objects(value)
      if !relationship.isToMany {
        dInstance.setValue(objects.first, forKey: name)
      } else if relationship.isOrdered {
        dInstance.setValue(NSOrderedSet(array: objects), forKey: name)
      } else {
        dInstance.setValue(NSSet(array: objects), forKey: name)
      }
    }
  }

  open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// What `FUNCTION($entityPolicy, "selector:", …)` in a mapping's expression calls. Not in Apple's API: Linux finds no
  /// method by its selector, so that a policy has to say which it means.
  ///
  /// - Throws: unless a subclass answers, an error that names the selector.
  open func value(forFunction selector: String, arguments: [Any?]) throws -> Any? {
    throw CoreDataError.error(
      NSEntityMigrationPolicyError,
      "\(type(of: self)) has no function \(selector) that can be called here.",
      advice: "Override value(forFunction:arguments:), and answer there.")
  }
}
