public import Foundation

/// A container whose stores are mirrored to CloudKit on Apple's platforms.
///
/// Here the stores work locally. Each one that asks for CloudKit has one event, a setup that did not succeed, and one
/// line on the standard error. The option `CausewayRequiresCloudKit` of its description makes it an error of loading.
/// Tables that CloudKit's mirroring has made in a store stay as they are.
open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {
  // Unchecked as its superclass is; it adds nothing to it.

  /// Which step of mirroring an event is about.
  public enum EventType: Int, Hashable, Sendable {
    case setup = 0
    case `import` = 1
    case export = 2
  }

  public class var eventChangedNotification: NSNotification.Name {
    NSNotification.Name("NSPersistentCloudKitContainerEventChangedNotification")
  }

  /// The key of the event in such a notification.
  public class var eventNotificationUserInfoKey: String { "event" }

  open override func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    super.loadPersistentStores { [self] description, error in
      block(description, error)
      if error == nil { tell(of: description) }
    }
  }

  /// The end of a setup that cannot be.
  private func tell(of description: NSPersistentStoreDescription) {
    guard let cloud = description.cloudKitContainerOptions, let url = description.url,
      let store = persistentStoreCoordinator.persistentStore(for: url)
    else { return }
    let event = Event(
      storeIdentifier: store.identifier,
      error: CloudKitSetup.error(cloud.containerIdentifier, url: description.url))
    persistentStoreCoordinator.add(event)
    let type = Swift.type(of: self)
    NotificationCenter.default.post(
      name: type.eventChangedNotification, object: self, userInfo: [type.eventNotificationUserInfoKey: event])
  }

  /// Fails: there is no container to reach.
  open func initializeCloudKitSchema(
    options: NSPersistentCloudKitContainerSchemaInitializationOptions = []
  ) throws {
    throw CloudKitSetup.schemaError()
  }

  /// Nobody else owns an object here.
  open func canUpdateRecord(forManagedObjectWith objectID: NSManagedObjectID) -> Bool {
    objectID.persistentStore.map { canModifyManagedObjects(in: $0) } ?? true
  }

  open func canDeleteRecord(forManagedObjectWith objectID: NSManagedObjectID) -> Bool {
    canUpdateRecord(forManagedObjectWith: objectID)
  }

  open func canModifyManagedObjects(in store: NSPersistentStore) -> Bool { !store.isReadOnly }
}

/// What initializing a schema does beside that.
public struct NSPersistentCloudKitContainerSchemaInitializationOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var dryRun: Self { Self(rawValue: 2) }
  public static var printSchema: Self { Self(rawValue: 4) }
}
