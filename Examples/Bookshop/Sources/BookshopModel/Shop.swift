public import CoreData

/// The shop's store.
public final class Shop: Sendable {
  public let container: NSPersistentContainer

  /// - Parameter url: A new file, or one of an earlier run.
  public init(store url: URL) throws {
    AddressTransformer.register()
    container = NSPersistentContainer(name: "Bookshop")
    let description = NSPersistentStoreDescription(url: url)
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    let view = container.viewContext
    view.name = "view"
    view.transactionAuthor = "counter"
    view.automaticallyMergesChangesFromParent = true
    view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
  }

  public var view: NSManagedObjectContext { container.viewContext }
}
