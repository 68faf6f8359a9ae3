public import Foundation

/// What a context asks a store to save.
open class NSSaveChangesRequest: NSPersistentStoreRequest {
  open var insertedObjects: Set<NSManagedObject>? { inserted }
  open var updatedObjects: Set<NSManagedObject>? { updated }
  open var deletedObjects: Set<NSManagedObject>? { deleted }
  open var lockedObjects: Set<NSManagedObject>? { locked }

  private let inserted: Set<NSManagedObject>?
  private let updated: Set<NSManagedObject>?
  private let deleted: Set<NSManagedObject>?
  private let locked: Set<NSManagedObject>?

  public init(
    inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
    deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
  ) {
    inserted = insertedObjects
    updated = updatedObjects
    deleted = deletedObjects
    locked = lockedObjects
    super.init(.saveRequestType)
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSSaveChangesRequest(inserted: inserted, updated: updated, deleted: deleted, locked: locked)
    copy.affectedStores = affectedStores
    return copy
  }
}
