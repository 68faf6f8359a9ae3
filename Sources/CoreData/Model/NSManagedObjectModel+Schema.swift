import Foundation
import ModelDescription
import ObjectGraph
public import SchemaTypes

// Between the faces: neither imports the other, both know the schema.

extension NSManagedObjectModel {
  /// The model of SwiftData's classes, so that both frameworks can open one store.
  ///
  /// `nil` for classes that cannot be stored; one line on the standard error says why, since Apple's answer has no reason.
  ///
  /// - Parameter managedObjectModel: a model whose entities come along; those of one name must be equal.
  public static func makeManagedObjectModel(
    for entityTypes: [any PersistentModel.Type], mergedWith managedObjectModel: NSManagedObjectModel? = nil
  ) -> NSManagedObjectModel? {
    makeManagedObjectModel(for: Schema(entityTypes), mergedWith: managedObjectModel)
  }

  /// The model of a schema.
  public static func makeManagedObjectModel(
    for schema: Schema, mergedWith managedObjectModel: NSManagedObjectModel? = nil
  ) -> NSManagedObjectModel? {
    do {
      let model = try schema.modelDescription()
      guard let managedObjectModel else { return NSManagedObjectModel(model) }
      return NSManagedObjectModel(try ModelMerge.merged([model, try managedObjectModel.modelDescription()]))
    } catch {
      Notice.show(["no model is made of the schema: \(error)"])
      return nil
    }
  }

  /// As the static method: Apple's has this form too.
  public func makeManagedObjectModel(
    for schema: Schema, mergedWith managedObjectModel: NSManagedObjectModel? = nil
  ) -> NSManagedObjectModel? {
    Self.makeManagedObjectModel(for: schema, mergedWith: managedObjectModel)
  }
}

extension PersistentIdentifier {
  /// SwiftData's identifier of the same row; `nil` for an object that was never saved.
  public init?(_ objectID: NSManagedObjectID) {
    guard let key = objectID.rowKey, let store = objectID.storeIdentifier, let name = objectID.entity.name else {
      return nil
    }
    self.init(storeIdentifier: store, entityName: name, primaryKey: key)
  }
}

extension NSPersistentStoreCoordinator {
  /// The identifier of the same row; `nil` for a store or entity that the coordinator does not have, and for an object that
  /// was never saved.
  public final func managedObjectID(for identifier: PersistentIdentifier) -> NSManagedObjectID? {
    guard identifier.primaryKey > 0, let store = identifier.storeIdentifier,
      let open = persistentStores.first(where: { $0.identifier == store }),
      let entity = managedObjectModel.entity(named: identifier.entityName)
    else { return nil }
    return NSManagedObjectID(entity: entity, store: open, storeIdentifier: store, key: identifier.primaryKey)
  }
}
