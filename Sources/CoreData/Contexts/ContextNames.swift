public import Foundation

/// Which thread or queue a context belongs to.
public enum NSManagedObjectContextConcurrencyType: UInt, Hashable, Sendable {
  @available(*, deprecated, message: "Use another concurrency type instead")
  case confinementConcurrencyType = 0
  case privateQueueConcurrencyType = 1
  case mainQueueConcurrencyType = 2
}

extension NSManagedObjectContext {
  public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
  public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
  public static let didChangeObjectsNotification = Notification.Name.NSManagedObjectContextObjectsDidChange
  public static let didSaveObjectIDsNotification = Notification.Name.NSManagedObjectContextDidSaveObjectIDs
  public static let didMergeChangesObjectIDsNotification = Notification.Name
    .NSManagedObjectContextDidMergeChangesObjectIDs

  /// The keys of a context's notifications under Swift's names.
  public enum NotificationKey: String, Hashable, Sendable {
    case queryGeneration
    case invalidatedAllObjects = "invalidatedAll"
    case insertedObjects = "inserted"
    case updatedObjects = "updated"
    case deletedObjects = "deleted"
    case refreshedObjects = "refreshed"
    case invalidatedObjects = "invalidated"
    case insertedObjectIDs = "inserted_objectIDs"
    case updatedObjectIDs = "updated_objectIDs"
    case deletedObjectIDs = "deleted_objectIDs"
    case refreshedObjectIDs = "refreshed_objectIDs"
    case invalidatedObjectIDs = "invalidated_objectIDs"
  }

  /// The concurrency type under Swift's names.
  public struct ConcurrencyType: RawRepresentable, Hashable, Sendable {
    public var rawValue: NSManagedObjectContextConcurrencyType

    public init(rawValue: NSManagedObjectContextConcurrencyType) { self.rawValue = rawValue }

    public static let privateQueue = Self(rawValue: .privateQueueConcurrencyType)
    public static let mainQueue = Self(rawValue: .mainQueueConcurrencyType)
  }

  /// When a block handed to a context runs.
  public enum ScheduledTaskType: Hashable, Sendable {
    /// At once where the caller is on the context's queue already.
    case immediate
    /// After what waits on the context's queue.
    case enqueued
  }
}
