import CoreData
import Foundation

// Mentions each declaration of the module as a client writes it: that it compiles is what it shows, nothing here is
// run. `DeclarationTests` checks that no public name is missing.

func clientOfModels(_ model: NSManagedObjectModel, _ url: URL, _ bundle: Bundle) throws {
  _ = NSManagedObjectModel()
  _ = NSManagedObjectModel(contentsOf: url)
  _ = NSManagedObjectModel(byMerging: [model])
  _ = NSManagedObjectModel(byMerging: [model], forStoreMetadata: [:])
  _ = NSManagedObjectModel.mergedModel(from: nil)
  _ = NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: [:])
  let names: [String] = model.entitiesByName.keys + model.configurations
  model.entities = model.entities(forConfigurationName: names.first) ?? []
  model.setEntities(model.entities, forConfigurationName: "A")
  model.setFetchRequestTemplate(model.fetchRequestTemplate(forName: "A"), forName: "B")
  _ = model.fetchRequestFromTemplate(withName: "A", substitutionVariables: ["B": 1])
  let templates: [String: NSFetchRequest<any NSFetchRequestResult>] = model.fetchRequestTemplatesByName
  model.localizationDictionary = [templates.description: ""]
  model.versionIdentifiers = ["1"]
  let isFitting: Bool = model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:])
  let hashes: [String: Data] = model.entityVersionHashesByName
  let checksum: String = model.versionChecksum
  _ = (isFitting, hashes, model.copy(), model.isEqual(nil), model.hash, model.description, model.__elements)

  let references = [
    NSManagedObjectModelReference(model: model, versionChecksum: checksum),
    NSManagedObjectModelReference(fileURL: url, versionChecksum: checksum),
    NSManagedObjectModelReference(entityVersionHashes: [:], in: bundle, versionChecksum: checksum),
    NSManagedObjectModelReference(name: "A", in: nil, versionChecksum: checksum),
  ]
  for reference in references { _ = (reference.resolvedModel, reference.versionChecksum, try reference.resolve()) }
}

func clientOfEntities(_ entity: NSEntityDescription, _ other: NSEntityDescription) {
  _ = NSEntityDescription()
  _ = entity.managedObjectModel
  entity.managedObjectClassName = "A"
  entity.name = "A"
  entity.isAbstract = true
  entity.subentities = Array(entity.subentitiesByName.values)
  entity.properties = Array(entity.propertiesByName.values)
  entity.userInfo = ["a": entity.superentity?.name ?? ""]
  let attributes: [String: NSAttributeDescription] = entity.attributesByName
  let relationships: [String: NSRelationshipDescription] = entity.relationshipsByName
  _ = (attributes, relationships, entity.relationships(forDestination: other), entity.isKindOf(entity: other))
  entity.versionHashModifier = entity.versionHash.base64EncodedString()
  entity.renamingIdentifier = "B"
  entity.uniquenessConstraints = [["a"]]
  entity.coreSpotlightDisplayNameExpression = entity.coreSpotlightDisplayNameExpression
  let element = NSFetchIndexElementDescription(
    property: entity.properties[0], collationType: NSFetchIndexElementType.rTree)
  element.collationType = .binary
  element.isAscending = element.property == nil && element.propertyName == nil && element.indexDescription == nil
  let index = NSFetchIndexDescription(name: "a", elements: [element])
  index.name = "b"
  index.elements = []
  index.partialIndexPredicate = NSPredicate(value: index.entity == nil)
  entity.indexes = [index]
}

@available(*, deprecated)
func clientOfFormerNames(_ entity: NSEntityDescription, _ property: NSPropertyDescription) throws {
  entity.compoundIndexes = [["a"]]
  property.isIndexed = true
  property.isStoredInExternalRecord = false
  _ = NSManagedObjectContextConcurrencyType.confinementConcurrencyType
  let coordinator = NSPersistentStoreCoordinator(managedObjectModel: entity.managedObjectModel)
  _ = NSBatchInsertRequest()
  coordinator.lock()
  _ = coordinator.tryLock()
  coordinator.unlock()
  let type: String? = nil
  _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: URL(fileURLWithPath: "/a"))
  try NSPersistentStoreCoordinator.setMetadata(nil, forPersistentStoreOfType: type, at: URL(fileURLWithPath: "/a"))
}

func clientOfProperties(_ property: NSPropertyDescription) {
  _ = NSPropertyDescription()
  _ = property.entity
  property.name = "a"
  property.isOptional = property.isTransient
  property.setValidationPredicates(property.validationPredicates, withValidationWarnings: nil)
  property.userInfo = ["warnings": property.validationWarnings]
  property.versionHashModifier = property.versionHash.description
  property.isIndexedBySpotlight = true
  property.renamingIdentifier = nil

  let attribute = NSAttributeDescription()
  let types: [NSAttributeType] = [
    .undefinedAttributeType, .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
    .decimalAttributeType, .doubleAttributeType, .floatAttributeType, .stringAttributeType, .booleanAttributeType,
    .dateAttributeType, .binaryDataAttributeType, .UUIDAttributeType, .URIAttributeType, .transformableAttributeType,
    .objectIDAttributeType, .compositeAttributeType,
  ]
  let others: [NSAttributeDescription.AttributeType] = [
    .undefined, .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date, .binaryData,
    .uuid, .uri, .transformable, .objectID, .composite, .init(rawValue: types[0]),
  ]
  attribute.attributeType = types[0]
  attribute.type = others[0]
  attribute.attributeValueClassName = nil
  attribute.defaultValue = 1
  attribute.valueTransformerName = "A"
  attribute.allowsExternalBinaryDataStorage = true
  attribute.preservesValueInHistoryOnDeletion = true
  attribute.allowsCloudEncryption = true
  NSCompositeAttributeDescription().elements = [attribute]
  NSDerivedAttributeDescription().derivationExpression = nil

  let relationship = NSRelationshipDescription()
  relationship.destinationEntity = nil
  relationship.inverseRelationship = relationship
  (relationship.minCount, relationship.maxCount) = (0, 1)
  let rules: [NSDeleteRule] = [.noActionDeleteRule, .nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule]
  relationship.deleteRule = rules[0]
  relationship.isOrdered = relationship.isToMany

  NSFetchedPropertyDescription().fetchRequest = NSFetchRequest<any NSFetchRequestResult>(entityName: "A")
  let expression = NSExpressionDescription()
  expression.expression = nil
  expression.expressionResultType = .stringAttributeType
  expression.resultType = .string
}

func clientOfFetches(_ entity: NSEntityDescription, _ store: NSPersistentStore) {
  let request = NSFetchRequest<NSDictionary>()
  request.entity = entity
  _ = (request.entityName, request.requestType, request.copy())
  request.affectedStores = [store]
  request.predicate = NSPredicate(value: true)
  request.sortDescriptors = [NSSortDescriptor(key: "a", ascending: true)]
  (request.fetchLimit, request.fetchOffset, request.fetchBatchSize) = (1, 2, 3)
  let types: [NSFetchRequestResultType] = [
    .managedObjectResultType, .managedObjectIDResultType, .dictionaryResultType, .countResultType, .init(rawValue: 2),
  ]
  request.resultType = types[0]
  request.includesSubentities = true
  request.includesPropertyValues = true
  request.includesPendingChanges = true
  request.returnsObjectsAsFaults = true
  request.returnsDistinctResults = true
  request.shouldRefreshRefetchedObjects = true
  request.relationshipKeyPathsForPrefetching = ["a"]
  request.propertiesToFetch = ["a"]
  request.propertiesToGroupBy = ["a"]
  request.havingPredicate = nil
  _ = NSFetchRequest<NSNumber>(entityName: "A")
  _ = NSFetchRequest<NSManagedObjectID>(entityName: "A")
  let objects = NSFetchRequest<NSManagedObject>(entityName: "A")

  let later = NSAsynchronousFetchRequest(fetchRequest: objects) { result in
    let found: [NSManagedObject]? = result.finalResult
    _ = (found, result.fetchRequest, result.managedObjectContext, result.operationError, result.progress)
    result.cancel()
  }
  later.estimatedResultCount = 1
  let block: NSPersistentStoreAsynchronousFetchResultCompletionBlock? = later.completionBlock
  _ = (block, later.fetchRequest)
  let token = NSQueryGenerationToken.current
  _ = (token.copy(), NSQueryGenerationToken.supportsSecureCoding)
}

func clientOfBatches(_ entity: NSEntityDescription, _ ids: [NSManagedObjectID]) {
  let inserts = [
    NSBatchInsertRequest(entityName: "A", objects: [["a": 1]]), NSBatchInsertRequest(entity: entity, objects: []),
    NSBatchInsertRequest(entityName: "A", dictionaryHandler: { (row: NSMutableDictionary) in row.count > 1 }),
    NSBatchInsertRequest(entity: entity, dictionaryHandler: { (row: NSMutableDictionary) in row.count > 1 }),
    NSBatchInsertRequest(entityName: "A", managedObjectHandler: { (object: NSManagedObject) in object.hash > 1 }),
    NSBatchInsertRequest(entity: entity, managedObjectHandler: { (object: NSManagedObject) in object.hash > 1 }),
  ]
  for insert in inserts {
    insert.objectsToInsert = nil
    insert.dictionaryHandler = nil
    insert.managedObjectHandler = nil
    insert.resultType = [NSBatchInsertRequestResultType.statusOnly, .objectIDs, .count][0]
    _ = (insert.entityName, insert.entity)
  }
  _ = NSBatchUpdateRequest(entityName: "A")
  let update = NSBatchUpdateRequest(entity: entity)
  update.predicate = nil
  update.includesSubentities = update.entity === entity && update.entityName == ""
  let kinds: [NSBatchUpdateRequestResultType] = [
    .statusOnlyResultType, .updatedObjectIDsResultType, .updatedObjectsCountResultType,
  ]
  update.resultType = kinds[0]
  update.propertiesToUpdate = ["a": 1]
  _ = NSBatchDeleteRequest(objectIDs: ids)
  let delete = NSBatchDeleteRequest(fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "A"))
  delete.resultType =
    [
      NSBatchDeleteRequestResultType.resultTypeStatusOnly, .resultTypeObjectIDs, .resultTypeCount,
    ][0]
  _ = delete.fetchRequest.predicate
  _ = NSSaveChangesRequest(inserted: nil, updated: nil, deleted: nil, locked: nil)
  func answers(
    _ insert: NSBatchInsertResult, _ update: NSBatchUpdateResult, _ delete: NSBatchDeleteResult,
    _ save: NSSaveChangesRequest
  ) {
    _ = (insert.result as? Int, insert.resultType, update.result as? Bool, update.resultType)
    _ = (delete.result as? [NSManagedObjectID], delete.resultType)
    _ = (save.insertedObjects, save.updatedObjects, save.deletedObjects, save.lockedObjects)
    let results: [NSPersistentStoreResult] = [insert, update, delete]
    _ = results
  }
  let types: [NSPersistentStoreRequestType] = [
    .fetchRequestType, .saveRequestType, .batchInsertRequestType, .batchUpdateRequestType, .batchDeleteRequestType,
  ]
  let asynchronous: NSPersistentStoreAsynchronousResult? = nil
  let request: NSPersistentStoreRequest = delete
  let typed: NSAsynchronousFetchResult<NSManagedObject>? = nil
  _ = (types, request.requestType, asynchronous, typed)
}

func clientOfHistory(_ result: NSPersistentHistoryResult, _ context: NSManagedObjectContext) throws {
  let token: NSPersistentHistoryToken? = nil
  let transaction: NSPersistentHistoryTransaction? = (result.result as? [NSPersistentHistoryTransaction])?.first
  let requests = [
    NSPersistentHistoryChangeRequest.fetchHistory(after: Date()), .fetchHistory(after: token),
    .fetchHistory(after: transaction), .deleteHistory(before: Date()), .deleteHistory(before: token),
    .deleteHistory(before: transaction),
    .fetchHistory(withFetch: NSFetchRequest<any NSFetchRequestResult>(entityName: "A")),
  ]
  for request in requests {
    request.resultType =
      [
        NSPersistentHistoryResultType.statusOnly, .objectIDs, .count, .transactionsOnly, .changesOnly,
        .transactionsAndChanges,
      ][0]
    _ = (request.token, result.resultType)
    request.fetchRequest = NSPersistentHistoryTransaction.fetchRequest ?? NSPersistentHistoryChange.fetchRequest
  }
  _ = (NSPersistentHistoryTransaction.entityDescription, NSPersistentHistoryChange.entityDescription)
  _ = NSPersistentHistoryTransaction.entityDescription(with: context)
  _ = NSPersistentHistoryChange.entityDescription(with: context)
  if let transaction {
    _ = (transaction.timestamp, transaction.transactionNumber, transaction.storeID, transaction.bundleID)
    _ = (transaction.processID, transaction.contextName, transaction.author, transaction.token)
    let notification: Notification = transaction.objectIDNotification()
    _ = notification
    for change in transaction.changes ?? [] {
      _ = (change.changeID, change.changedObjectID, change.tombstone, change.transaction, change.updatedProperties)
      switch change.changeType {
      case NSPersistentHistoryChangeType.insert, .update, .delete: break
      }
    }
  }
  _ = try NSKeyedArchiver.archivedData(withRootObject: token as Any, requiringSecureCoding: true)
  _ = NSPersistentHistoryToken.supportsSecureCoding
}

func clientOfConflicts(_ object: NSManagedObject, _ error: CocoaError) throws {
  let conflict = NSMergeConflict(
    source: object, newVersion: 1, oldVersion: 2, cachedSnapshot: nil, persistedSnapshot: nil)
  _ = (conflict.sourceObject, conflict.objectSnapshot, conflict.cachedSnapshot, conflict.persistedSnapshot)
  _ = (conflict.newVersionNumber, conflict.oldVersionNumber)
  let constraint = NSConstraintConflict(
    constraint: ["a"], database: nil, databaseSnapshot: nil, conflicting: [object], conflictingSnapshots: [])
  _ = (constraint.constraint, constraint.constraintValues, constraint.databaseObject, constraint.databaseSnapshot)
  _ = (constraint.conflictingObjects, constraint.conflictingSnapshots)
  let policies: [NSMergePolicy] = [
    .error, .rollback, .overwrite, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump,
    NSMergePolicy(merge: .overwriteMergePolicyType),
  ]
  let globals: [AnyObject] = [
    NSErrorMergePolicy, NSRollbackMergePolicy, NSOverwriteMergePolicy, NSMergeByPropertyObjectTrumpMergePolicy,
    NSMergeByPropertyStoreTrumpMergePolicy,
  ]
  let types: [NSMergePolicyType] = [
    .errorMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType, .mergeByPropertyObjectTrumpMergePolicyType,
    .overwriteMergePolicyType, .rollbackMergePolicyType,
  ]
  for policy in policies where types.contains(policy.mergeType) && globals.contains(where: { $0 === policy }) {
    try policy.resolve(mergeConflicts: [conflict, constraint])
    try policy.resolve(optimisticLockingConflicts: [conflict])
    try policy.resolve(constraintConflicts: [constraint])
  }
  _ = (error.validationObject, error.validationKey, error.validationPredicate, error.validationValue)
  _ = (error.affectedStores, error.affectedObjects, error.persistentStoreSaveConflicts)
}

func clientOfStores(_ coordinator: NSPersistentStoreCoordinator, _ url: URL, _ other: URL) async throws {
  _ = NSPersistentStoreCoordinator(managedObjectModel: coordinator.managedObjectModel)
  coordinator.name = "A"
  let options: [AnyHashable: Any] = [NSReadOnlyPersistentStoreOption: true]
  let store = try coordinator.addPersistentStore(
    ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
  _ = try coordinator.addPersistentStore(type: .inMemory, configuration: "A", at: url, options: nil)
  let description = NSPersistentStoreDescription(url: url)
  coordinator.addPersistentStore(with: description) { (done: NSPersistentStoreDescription, error: (any Error)?) in
    _ = (done, error)
  }
  _ = (coordinator.persistentStores, coordinator.persistentStore(for: url), coordinator.url(for: store))
  coordinator.setMetadata(coordinator.metadata(for: store), for: store)
  _ = (coordinator.managedObjectID(forURIRepresentation: url), coordinator.managedObjectID(for: "x-coredata://"))
  try coordinator.remove(store)
  _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: "SQLite", at: url, options: nil)
  _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
  try NSPersistentStoreCoordinator.setMetadata([:], forPersistentStoreOfType: "SQLite", at: url, options: nil)
  try NSPersistentStoreCoordinator.setMetadata([:], type: NSPersistentStore.StoreType.binary, at: url)
  _ = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
  try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
  try coordinator.destroyPersistentStore(at: url, type: .xml)
  try coordinator.replacePersistentStore(at: url, withPersistentStoreFrom: other, ofType: NSSQLiteStoreType)
  try coordinator.replacePersistentStore(at: url, withPersistentStoreFrom: other, type: .sqlite)
  _ = try coordinator.migratePersistentStore(store, to: other, withType: NSSQLiteStoreType)
  _ = try coordinator.migratePersistentStore(store, to: other, type: .init(rawValue: "SQLite"))
  let number: Int = try await coordinator.perform { try FileManager.default.contentsOfDirectory(atPath: "/").count }
  await coordinator.perform {}
  _ = coordinator.performAndWait { number }
  coordinator.performAndWait {}

  _ = (store.persistentStoreCoordinator, store.configurationName, store.options, store.url, store.identifier)
  store.metadata = ["a": store.type, "b": store.isReadOnly]
  store.didAdd(to: coordinator)
  store.willRemove(from: coordinator)
  _ = try NSPersistentStore.metadataForPersistentStore(with: url)
  try NSPersistentStore.setMetadata([:], forPersistentStoreAt: url)

  _ = NSPersistentStoreDescription()
  description.type = NSInMemoryStoreType
  description.configuration = "A"
  description.url = other
  description.setOption(description.options.values.first, forKey: NSPersistentHistoryTrackingKey)
  description.isReadOnly = true
  description.timeout = 1
  description.setValue(description.sqlitePragmas.values.first, forPragmaNamed: "journal_mode")
  description.shouldAddStoreAsynchronously = true
  description.shouldMigrateStoreAutomatically = true
  description.shouldInferMappingModelAutomatically = true
  description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(containerIdentifier: "A")
  _ = description.cloudKitContainerOptions?.containerIdentifier

  let container = NSPersistentContainer(name: "A")
  _ = NSPersistentContainer(name: "A", managedObjectModel: container.managedObjectModel)
  _ = (container.name, container.persistentStoreCoordinator)
  container.persistentStoreDescriptions = [description]
  container.loadPersistentStores { (done: NSPersistentStoreDescription, error: (any Error)?) in _ = (done, error) }
  _ = NSPersistentContainer.defaultDirectoryURL()
  let folder: URL = NSPersistentContainer.defaultDirectoryURL
  let holder: any __DefaultDirectory.Type = NSPersistentContainer.self
  _ = (folder, holder.__defaultDirectory())
}

func clientOfNames(_ id: NSManagedObjectID) {
  _ = (id.entity, id.persistentStore, id.isTemporaryID, id.uriRepresentation())
  let names: [Notification.Name] = [
    .NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave, .NSManagedObjectContextObjectsDidChange,
    .NSManagedObjectContextDidSaveObjectIDs, .NSManagedObjectContextDidMergeChangesObjectIDs,
    .NSPersistentStoreCoordinatorStoresWillChange, .NSPersistentStoreCoordinatorStoresDidChange,
    .NSPersistentStoreCoordinatorWillRemoveStore, .NSPersistentStoreRemoteChange,
    NSManagedObjectContext.willSaveObjectsNotification, NSManagedObjectContext.didSaveObjectsNotification,
    NSManagedObjectContext.didChangeObjectsNotification, NSManagedObjectContext.didSaveObjectIDsNotification,
    NSManagedObjectContext.didMergeChangesObjectIDsNotification,
  ]
  let keys: [NSManagedObjectContext.NotificationKey] = [
    .queryGeneration, .invalidatedAllObjects, .insertedObjects, .updatedObjects, .deletedObjects, .refreshedObjects,
    .invalidatedObjects, .insertedObjectIDs, .updatedObjectIDs, .deletedObjectIDs, .refreshedObjectIDs,
    .invalidatedObjectIDs,
  ]
  let events: NSSnapshotEventType = [
    .undoInsertion, .undoDeletion, .undoUpdate, .rollback, .refresh, .mergePolicy, .init(rawValue: 1),
  ]
  let mutations: [NSKeyValueSetMutationKind] = [.union, .minus, .intersect, .set]
  let queues: [NSManagedObjectContext.ConcurrencyType] = [
    .privateQueue, .mainQueue, .init(rawValue: .mainQueueConcurrencyType),
  ]
  let types: [NSManagedObjectContextConcurrencyType] = [.privateQueueConcurrencyType, queues[0].rawValue]
  let schedules: [NSManagedObjectContext.ScheduledTaskType] = [.immediate, .enqueued]
  _ = (names, keys, events, mutations, types, schedules, NSCoreDataVersionNumber)
}
