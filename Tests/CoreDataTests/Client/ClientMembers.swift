import CoreData

// Members whose names other clients of this folder share, each in the form that has its own labels.

final class ClientEntityClass: NSManagedObject {
  override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: entity, insertInto: context)
  }
}

func clientOfMembers(_ context: NSManagedObjectContext, _ object: NSManagedObject, _ id: NSManagedObjectID) throws {
  let entity: NSEntityDescription? = NSEntityDescription.entity(forEntityName: "A", in: context)
  _ = (entity, ClientEntityClass.entity(), NSManagedObject(entity: ClientEntityClass.entity(), insertInto: nil))
  let type: any (__ManagedClass & NSManagedObject).Type = ClientEntityClass.self
  _ = (ClientEntityClass(context: context), type.init(context: context))
  let untyped: NSFetchRequest<any NSFetchRequestResult> = ClientEntityClass.fetchRequest()
  let typed: NSFetchRequest<ClientEntityClass> = ClientEntityClass.fetchRequest()
  _ = (try context.count(for: untyped), try context.count(for: typed), try typed.execute())
  let found: [Any] = try context.fetch(untyped)
  let objects: [ClientEntityClass] = try context.fetch(typed)
  _ = (found, objects, object.objectIDs(forRelationshipNamed: "a"))
  object.setValue(object.value(forKey: "a"), forKey: "b")
  object.setValue(object.value(forKeyPath: "a.@count"), forKeyPath: "a.b")
  object.setValue(object.value(forUndefinedKey: "a"), forUndefinedKey: "b")

  _ = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  let other: NSManagedObject = context.object(with: id)
  context.insert(other)
  context.delete(other)
  context.refresh(other, mergeChanges: true)
  context.rollback()
  NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectIDsKey: [id]], into: [context])
}

func clientOfBlocks(_ context: NSManagedObjectContext, _ container: NSPersistentContainer) async throws {
  let names: [String] = try await context.perform(schedule: .enqueued) {
    try context.fetch(ClientEntityClass.fetchRequest()).compactMap { $0.value(forKey: "name") as? String }
  }
  await context.perform { _ = names }
  let count: Int = try await container.performBackgroundTask { try $0.count(for: ClientEntityClass.fetchRequest()) }
  _ = context.performAndWait { count }
}

func clientOfStoreMembers(
  _ coordinator: NSPersistentStoreCoordinator, _ store: NSPersistentStore, _ url: URL,
  _ container: NSPersistentContainer
) throws {
  container.loadPersistentStores(completionHandler: { _, _ in })
  coordinator.addPersistentStore(with: NSPersistentStoreDescription(url: url), completionHandler: { _, _ in })
  _ = try coordinator.migratePersistentStore(store, to: url, options: nil, withType: NSSQLiteStoreType)
  _ = try coordinator.migratePersistentStore(store, to: url, options: [:], type: .sqlite)
  try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType, options: nil)
  try coordinator.destroyPersistentStore(at: url, type: .sqlite, options: nil)
  try coordinator.replacePersistentStore(
    at: url, destinationOptions: nil, withPersistentStoreFrom: url, sourceOptions: nil, ofType: NSSQLiteStoreType)
  try coordinator.replacePersistentStore(
    at: url, destinationOptions: nil, withPersistentStoreFrom: url, sourceOptions: nil, type: .sqlite)
}

final class ClientObserver: NSObject, NSFetchedResultsControllerDelegate {
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {}
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    let texts: [String?] = [sectionInfo.name, sectionInfo.indexTitle]
    _ = (texts, sectionInfo.numberOfObjects, sectionInfo.objects)
  }
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? { sectionName }
}

func clientOfPlaces(_ controller: NSFetchedResultsController<ClientEntityClass>) {
  let object: ClientEntityClass = controller.object(at: IndexPath(indexes: [0, 0]))
  let path: IndexPath? = controller.indexPath(forObject: object)
  _ = path
}
