import CoreData

// The classes that apps derive from Core Data's, with the members that they override.

final class ClientContainer: NSPersistentContainer, @unchecked Sendable {
  // Unchecked as its superclass is.

  override class func defaultDirectoryURL() -> URL { super.defaultDirectoryURL().appendingPathComponent("Group") }

  override init(name: String, managedObjectModel model: NSManagedObjectModel) {
    super.init(name: name, managedObjectModel: model)
    viewContext.automaticallyMergesChangesFromParent = true
  }

  override func newBackgroundContext() -> NSManagedObjectContext {
    let context = super.newBackgroundContext()
    context.transactionAuthor = "app"
    return context
  }

  override func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    persistentStoreDescriptions.first?.shouldAddStoreAsynchronously = false
    super.loadPersistentStores(completionHandler: block)
  }
}

final class ClientContext: NSManagedObjectContext, @unchecked Sendable {
  // Unchecked as its superclass is.

  override func save() throws {
    guard hasChanges else { return }
    try super.save()
  }

  override var name: String? {
    get { super.name ?? "client" }
    set { super.name = newValue }
  }
}

final class ClientPolicy: NSMergePolicy, @unchecked Sendable {
  // Unchecked as its superclass is.

  init() { super.init(merge: .mergeByPropertyObjectTrumpMergePolicyType) }

  override func resolve(mergeConflicts list: [Any]) throws { try super.resolve(mergeConflicts: list) }
  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    try super.resolve(optimisticLockingConflicts: list)
  }
  override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    for conflict in list { conflict.databaseObject?.setValue(1, forKey: conflict.constraint[0]) }
    try super.resolve(constraintConflicts: list)
  }
}

class ClientRecord: NSManagedObject {
  override func setValue(_ value: Any?, forKey key: String) { super.setValue(value, forKey: key) }
  override func value(forKey key: String) -> Any? { super.value(forKey: key) }
  override func setValue(_ value: Any?, forUndefinedKey key: String) {}
  override func value(forUndefinedKey key: String) -> Any? { nil }
  override func setPrimitiveValue(_ value: Any?, forKey key: String) { super.setPrimitiveValue(value, forKey: key) }
  override func primitiveValue(forKey key: String) -> Any? { super.primitiveValue(forKey: key) }
  override func didChangeValue(forKey key: String) { super.didChangeValue(forKey: key) }
  override func willChangeValue(forKey key: String) { super.willChangeValue(forKey: key) }
  override func didAccessValue(forKey key: String?) { super.didAccessValue(forKey: key) }
  override var description: String { "record" }
  override class func entity() -> NSEntityDescription { super.entity() }
  override var objectID: NSManagedObjectID { super.objectID }
  override var managedObjectContext: NSManagedObjectContext? { super.managedObjectContext }
}
