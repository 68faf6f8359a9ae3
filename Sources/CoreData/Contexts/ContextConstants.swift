public import Foundation

// Keys of a context's notifications.

public let NSInsertedObjectsKey = "inserted"
public let NSUpdatedObjectsKey = "updated"
public let NSDeletedObjectsKey = "deleted"
public let NSRefreshedObjectsKey = "refreshed"
public let NSInvalidatedObjectsKey = "invalidated"
public let NSInvalidatedAllObjectsKey = "invalidatedAll"
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"
public let NSManagedObjectContextQueryGenerationKey = "queryGeneration"

extension NSNotification.Name {
  public static let NSManagedObjectContextWillSave = Self("NSManagingContextWillSaveChangesNotification")
  public static let NSManagedObjectContextDidSave = Self("NSManagingContextDidSaveChangesNotification")
  public static let NSManagedObjectContextObjectsDidChange = Self("NSObjectsChangedInManagingContextNotification")
  public static let NSManagedObjectContextDidSaveObjectIDs = Self(
    "NSManagedObjectContextDidSaveObjectIDsNotification")
  public static let NSManagedObjectContextDidMergeChangesObjectIDs = Self(
    "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
}

/// How the set behind a to-many changes.
public enum NSKeyValueSetMutationKind: UInt, Hashable, Sendable {
  case union = 1
  case minus = 2
  case intersect = 3
  case set = 4
}

/// Why an object's values were replaced.
public struct NSSnapshotEventType: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var undoInsertion: Self { Self(rawValue: 2) }
  public static var undoDeletion: Self { Self(rawValue: 4) }
  public static var undoUpdate: Self { Self(rawValue: 8) }
  public static var rollback: Self { Self(rawValue: 16) }
  public static var refresh: Self { Self(rawValue: 32) }
  public static var mergePolicy: Self { Self(rawValue: 64) }
}
