import CoreData
import Foundation
import TestKit
import Testing

/// Stores that Apple's frameworks wrote, read and edited through objects.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct RealObjectTests {
  @Test func everyObjectReadsAndOneIsEdited() throws {
    var (stores, edited, objects, values) = (0, 0, 0, 0)
    for url in try RealStoreTests.stores() {
      guard let metadata = try? NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url),
        let model = try? NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url),
        model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
      else { continue }
      let folder = try TemporaryFolder()
      let copy = folder.file("copy.sqlite")
      try NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel()).replacePersistentStore(
        at: copy, withPersistentStoreFrom: url, type: .sqlite)
      stores += 1
      let before = try Self.values(copy, model)
      objects += before.count
      values += before.values.reduce(0) { $0 + $1.count }
      guard let change = try Self.edit(copy, model) else { continue }
      edited += 1
      var after = try Self.values(copy, model)
      #expect(after[change.object]?[change.key] == "edited by a test", "\(url.path)")
      after[change.object]?[change.key] = before[change.object]?[change.key]
      #expect(after == before, "\(url.path)")
    }
    print("real stores read: \(stores) of \(stores); edited \(edited); \(objects) objects, \(values) values")
    #expect(stores > 10 && edited > 5)
  }

  private static func context(_ url: URL, _ model: NSManagedObjectModel) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: url)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// All values of all objects as text, by the objects' URIs. Large stores show their first objects only.
  private static func values(_ url: URL, _ model: NSManagedObjectModel) throws -> [String: [String: String]] {
    let context = try context(url, model)
    var result: [String: [String: String]] = [:]
    for entity in model.entities where entity.superentity == nil {
      guard let name = entity.name else { continue }
      let request = NSFetchRequest<NSManagedObject>(entityName: name)
      request.fetchLimit = 100
      for object in try context.fetch(request) {
        var values: [String: String] = [:]
        for (key, property) in object.entity.propertiesByName {
          if let attribute = property as? NSAttributeDescription {
            // Values of classes that are not here, and what a save computes, say nothing.
            if attribute.attributeType == .transformableAttributeType { continue }
            if attribute is NSDerivedAttributeDescription || attribute.attributeType == .compositeAttributeType {
              continue
            }
            values[key] = object.value(forKey: key).map { "\($0)" }
          } else if property is NSRelationshipDescription {
            values[key] = object.objectIDs(forRelationshipNamed: key).map { "\($0)" }.sorted().joined(separator: " ")
          }
        }
        result["\(object.objectID)"] = values
      }
    }
    return result
  }

  /// Gives the first object that has a plain text another one.
  static func edit(_ url: URL, _ model: NSManagedObjectModel) throws -> (object: String, key: String)? {
    let context = try context(url, model)
    for entity in model.entities.sorted(by: { $0.name ?? "" < $1.name ?? "" }) where entity.superentity == nil {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
      request.fetchLimit = 20
      for object in try context.fetch(request) {
        let unique = Set(entity.uniquenessConstraints.flatMap { $0 }.map { "\($0)" })
        let keys = object.entity.attributesByName.values.filter {
          $0.attributeType == .stringAttributeType && !$0.isTransient && $0.validationPredicates.isEmpty
            && !($0 is NSDerivedAttributeDescription) && !unique.contains($0.name)
        }.map(\.name).sorted()
        guard let key = keys.first, object.value(forKey: key) != nil else { continue }
        object.setValue("edited by a test", forKey: key)
        do {
          try context.save()
        } catch let error as NSError
          where error.code == NSValidationMissingMandatoryPropertyError
          || error.code == NSValidationMultipleErrorsError
        {
          // Rows of before a property became mandatory.
          context.rollback()
          continue
        }
        return ("\(object.objectID)", key)
      }
    }
    return nil
  }
}
