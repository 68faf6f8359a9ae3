import CoreData

// Every declaration of objects, contexts and results controllers, as a client spells it.

class ClientObject: NSManagedObject {
  override class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { false }
  override func awakeFromFetch() { super.awakeFromFetch() }
  override func awakeFromInsert() { super.awakeFromInsert() }
  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) { super.awake(fromSnapshotEvents: flags) }
  override func prepareForDeletion() { super.prepareForDeletion() }
  override func willSave() { super.willSave() }
  override func didSave() { super.didSave() }
  override func willTurnIntoFault() { super.willTurnIntoFault() }
  override func didTurnIntoFault() { super.didTurnIntoFault() }
  override func validateValue(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String) throws {
    try super.validateValue(value, forKey: key)
  }
  override func validateForDelete() throws { try super.validateForDelete() }
  override func validateForInsert() throws { try super.validateForInsert() }
  override func validateForUpdate() throws { try super.validateForUpdate() }
}

func clientOfObjects(_ object: NSManagedObject, _ context: NSManagedObjectContext) {
  _ = (object.isInserted, object.isUpdated, object.isDeleted, object.hasChanges, object.hasPersistentChangedValues)
  _ = (object.isFault, object.hasFault(forRelationshipNamed: "a"), object.faultingState, object.objectID)
  _ = (object.changedValues(), object.changedValuesForCurrentEvent(), object.committedValues(forKeys: nil))
  object.willAccessValue(forKey: "a")
  object.didAccessValue(forKey: "a")
  object.willChangeValue(forKey: "a")
  object.didChangeValue(forKey: "a")
  object.willChangeValue(forKey: "a", withSetMutation: .union, using: [])
  object.didChangeValue(forKey: "a", withSetMutation: .union, using: [])
  object.setPrimitiveValue(object.primitiveValue(forKey: "a"), forKey: "a")
  object.setValuesForKeys(object.dictionaryWithValues(forKeys: ["a"]))
  _ = (object.mutableSetValue(forKey: "a"), object.mutableOrderedSetValue(forKey: "a"))
  object._addObjects([object], forKey: "a")
  object._removeObjects([object], forKey: "a")
  _ = NSEntityDescription.insertNewObject(forEntityName: "A", into: context)
}

func clientOfContexts(
  _ context: NSManagedObjectContext, _ object: NSManagedObject, _ container: NSPersistentContainer,
  _ request: NSPersistentStoreRequest, _ store: NSPersistentStore
) throws {
  _ = (container.viewContext, container.newBackgroundContext())
  container.performBackgroundTask { _ in }
  _ = (context.concurrencyType, context.hasChanges, context.registeredObjects, context.queryGenerationToken)
  context.parent = nil
  context.undoManager = nil
  context.transactionAuthor = "me"
  context.automaticallyMergesChangesFromParent = true
  context.propagatesDeletesAtEndOfEvent = true
  context.retainsRegisteredObjects = false
  context.shouldDeleteInaccessibleFaults = true
  context.stalenessInterval = 0
  _ = context.shouldHandleInaccessibleFault(object, for: object.objectID, triggeredByProperty: nil)
  _ = context.registeredObject(for: object.objectID)
  _ = try context.existingObject(with: object.objectID)
  try context.obtainPermanentIDs(for: [object])
  context.assign(object, to: store)
  context.detectConflicts(for: object)
  context.refreshAllObjects()
  context.processPendingChanges()
  context.undo()
  context.redo()
  context.reset()
  _ = try context.execute(request)
  context.mergeChanges(fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave))
  try context.setQueryGenerationFrom(.current)
  let coordinator = container.persistentStoreCoordinator
  _ = try coordinator.execute(request, with: context)
  _ = coordinator.currentPersistentHistoryToken(fromStores: nil)
}

final class ClientDelegate: NSObject, NSFetchedResultsControllerDelegate {
  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    _ = type == .move
  }
}

func clientOfResults(_ context: NSManagedObjectContext, _ delegate: ClientDelegate) throws {
  let controller = NSFetchedResultsController(
    fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "A"), managedObjectContext: context,
    sectionNameKeyPath: nil, cacheName: nil)
  controller.delegate = delegate
  try controller.performFetch()
  _ = (controller.sectionNameKeyPath, controller.cacheName, controller.fetchedObjects, controller.sectionIndexTitles)
  let sections: [any NSFetchedResultsSectionInfo]? = controller.sections
  _ = (sections, controller.sectionIndexTitle(forSectionName: "a"))
  _ = controller.section(forSectionIndexTitle: "A", at: 0)
  NSFetchedResultsController<NSManagedObject>.deleteCache(withName: nil)
}
