import CoreData

// Every declaration of mirroring to CloudKit, and of what generated code calls, as a client spells it.

func clientOfCloudKit(_ container: NSPersistentCloudKitContainer, _ id: NSManagedObjectID) throws {
  try container.initializeCloudKitSchema()
  try container.initializeCloudKitSchema(options: [.dryRun, .printSchema])
  let options: NSPersistentCloudKitContainerSchemaInitializationOptions = []
  _ = options.rawValue
  _ = (container.canUpdateRecord(forManagedObjectWith: id), container.canDeleteRecord(forManagedObjectWith: id))
  for store in container.persistentStoreCoordinator.persistentStores {
    _ = container.canModifyManagedObjects(in: store)
  }
  _ = NSPersistentCloudKitContainer.eventChangedNotification
  _ = NSPersistentCloudKitContainer.eventNotificationUserInfoKey
  let types: [NSPersistentCloudKitContainer.EventType] = [.setup, .import, .export]
  _ = types.map(\.rawValue)
}

func clientOfEvents(
  _ event: NSPersistentCloudKitContainer.Event, _ context: NSManagedObjectContext
) throws -> NSPersistentCloudKitContainerEventResult? {
  _ = (
    event.identifier, event.storeIdentifier, event.type, event.startDate, event.endDate, event.succeeded, event.error
  )
  let requests: [NSPersistentCloudKitContainerEventRequest] = [
    .fetchEvents(after: event), .fetchEvents(after: event.startDate),
    .fetchEvents(matchingFetch: NSPersistentCloudKitContainerEventRequest.fetchForEvents()),
  ]
  let kinds: [NSPersistentCloudKitContainerEventResult.ResultType] = [.events, .countEvents]
  for (request, kind) in zip(requests, kinds) { request.resultType = kind }
  let result = try context.execute(requests[0]) as? NSPersistentCloudKitContainerEventResult
  _ = (result?.result, result?.resultType)
  return result
}

func clientOfGeneratedCode<Object: __ManagedClass>(_ object: NSManagedObject, _ type: Object.Type) -> NSManagedObject? {
  object._addObjects([object], forKey: "a")
  object._insertObjects([object], at: [0], forKey: "a")
  object._removeObjects([object], forKey: "a")
  object._removeObjects(at: [0], forKey: "a")
  object._report("a")
  return object._standIn(forKey: "a")
}
