import Foundation
import ModelDescription
import ObjectGraph
import StoreContract

/// Objects by identifier, and what happens to them.
extension NSManagedObjectContext {
  // MARK: coming and going

  final func add(_ object: NSManagedObject) {
    checkQueue("insert(_:)")
    ManagedClasses.register(type(of: object))
    graphIfAny?.insert(object)
    awakeInserted()
  }

  final func remove(_ object: NSManagedObject) {
    checkQueue("delete(_:)")
    guard let graph = graphIfAny else { return }
    guard object._$ref.context === graph else {
      return deferError(
        CoreDataError.error(
          NSManagedObjectReferentialIntegrityError,
          "An object of \(object.entity.name ?? "") that is not in the context was to be deleted in it.",
          advice: "Delete it in its own context, or get it by its objectID in this one."))
    }
    graph.delete(object)
  }

  final func noteInsert(_ object: NSManagedObject) {
    event.inserted.insert(object)
    event.deleted.remove(object)
    awaking.append(object)
    scheduleTelling()
  }

  final func noteDelete(_ object: NSManagedObject) {
    // What a deleted object had can be read as long as somebody holds it.
    if object.isFault { object.unveil() }
    object.prepareForDeletion()
    event.updated.remove(object)
    if !event.inserted.remove(object) { event.deleted.insert(object) }
    scheduleTelling()
  }

  final func noteEvent(_ object: NSManagedObject) {
    if event.updated.insert(object) { scheduleTelling() }
  }

  /// Tells new objects that they are in the context.
  final func awakeInserted() {
    while let object = awaking.popLast() {
      if object.isInserted { object.awakeFromInsert() }
    }
  }

  // MARK: telling

  /// A context of the main queue tells of changes when that is next idle; others at the end of the block.
  private final func scheduleTelling() {
    guard !isTellingScheduled, case .main = queue, queue.isCurrent else { return }
    isTellingScheduled = true
    DispatchQueue.main.async { [weak self] in self?.tell() }
  }

  /// Posts what has changed since the last time.
  final func tell() {
    isTellingScheduled = false
    awakeInserted()
    guard !event.isEmpty else { return }
    let (entries, changed) = (event.entries, event.updated.objects)
    event.end()
    if !entries.isEmpty {
      NotificationCenter.default.post(
        name: .NSManagedObjectContextObjectsDidChange, object: self, userInfo: entries)
    }
    for object in changed { object.beforeEvent = KeptValues() }
  }

  /// Forgets what the changed objects were before: they are saved, or as stored again.
  final func forgetChanges() {
    guard let graph = graphIfAny else { return }
    for case let object as NSManagedObject in graph.insertedObjects + graph.updatedObjects + graph.deletedObjects {
      object.forgetChanges()
    }
  }

  // MARK: identifiers

  /// The identifier of an object by its key.
  final func objectID(_ key: RowKey, _ entity: NSEntityDescription) -> NSManagedObjectID {
    let parent = parentStore
    if let row = key.primaryKey < 0 ? permanentKeys[key.primaryKey] : key.primaryKey {
      let whole = RowKey(entity: key.entity, primaryKey: row)
      if let parent { return parent.objectID(whole, entity) }
      if let ground = groundIfAny { return ground.objectID(whole, entity) }
      return NSManagedObjectID(entity: entity, store: nil, storeIdentifier: "", key: StorePart.plain(row))
    }
    if let id = adopted[key.primaryKey] { return id }
    let ground = groundIfAny
    let assigned = assignments[key.primaryKey].flatMap { place in
      ground?.persistentStores.first { $0.number == place }
    }
    let store = assigned ?? (parent == nil ? ground?.persistentStore(of: key) : nil)
    return NSManagedObjectID(temporary: entity, store: store, token: token, number: -key.primaryKey)
  }

  /// Whether an identifier is still that of the object with a key.
  final func isCurrent(_ id: NSManagedObjectID, _ key: RowKey) -> Bool {
    guard key.primaryKey < 0 else {
      return parentStore == nil && id.rowKey == StorePart.plain(key.primaryKey)
    }
    if let permanent = permanentKeys[key.primaryKey] { return id.rowKey == StorePart.plain(permanent) }
    if let adopted = adopted[key.primaryKey] { return adopted === id }
    return id.temporary.map { $0.token == token && $0.number == -key.primaryKey } ?? false
  }

  /// The stores behind the context, or behind its last parent.
  final var groundIfAny: CoordinatorStore? { try? persistentStoreCoordinator?.ground().store }

  final var parentStore: ParentStore? { hasGraph ? (try? graph())?.store as? ParentStore : nil }

  /// The key of an identifier in this context; `nil` for one of another store, or of another context's new object.
  final func key(of id: NSManagedObjectID) -> RowKey? {
    guard let graph = graphIfAny, let name = id.entity.name, let entity = graph.store.model.entity(named: name) else {
      return nil
    }
    if let temporary = id.temporary {
      if temporary.token == token { return RowKey(entity: entity.number, primaryKey: -temporary.number) }
      if let key = adoptedKeys[id] { return RowKey(entity: entity.number, primaryKey: key) }
      return parentStore?.key(of: id)
    }
    let parent = parentStore
    if let parent, permanentKeys.isEmpty { return parent.key(of: id) }
    guard let plain = id.rowKey, let identifier = id.storeIdentifier,
      let row = groundIfAny?.key(plain, of: entity.number, storeIdentifier: identifier)
    else { return parent?.key(of: id) }
    // Keys of new objects are the context's, those that they were promised are each family's.
    let reserved = permanentKeys.first { reserved in
      reserved.value == row.primaryKey
        && (graph.registered(entity: entity.number, key: reserved.key) as? NSManagedObject)?.entity.name == name
    }
    if let reserved { return RowKey(entity: entity.number, primaryKey: reserved.key) }
    return parent.map { $0.key(of: id) } ?? row
  }

  // MARK: identifiers that children gave

  /// New objects whose identifiers somebody knows: the parent goes on with these, as Apple's framework does.
  final func promisedIDs() -> [(object: NSManagedObject, id: NSManagedObjectID)] {
    insertedObjects.compactMap { object in
      let key = object._$ref.rowKey
      if permanentKeys[key.primaryKey] != nil { return nil }
      if let id = adopted[key.primaryKey] { return (object, id) }
      guard let id = object.knownID, isCurrent(id, key) else { return nil }
      return (object, id)
    }
  }

  /// To be called when the objects are the parent's.
  final func adoptInParent(_ promised: [(object: NSManagedObject, id: NSManagedObjectID)]) {
    if promised.isEmpty { return }
    parentStore?.adopt(promised.map { ($0.object._$ref.rowKey.primaryKey, $0.id) })
  }

  final func adopt(_ id: NSManagedObjectID, for object: NSManagedObject) {
    let key = object._$ref.rowKey.primaryKey
    guard key < 0, permanentKeys[key] == nil else { return }
    adopted[key] = id
    adoptedKeys[id] = key
    object.knownID = nil
  }

  final func known(_ id: NSManagedObjectID) -> NSManagedObject? {
    guard let graph = graphIfAny, let key = key(of: id) else { return nil }
    return graph.registered(entity: key.entity, key: key.primaryKey) as? NSManagedObject
  }

  final func fault(_ id: NSManagedObjectID) -> NSManagedObject {
    if let graph = graphIfAny {
      if let key = key(of: id) {
        if let object = graph.registered(entity: key.entity, key: key.primaryKey) as? NSManagedObject { return object }
        if key.primaryKey > 0, let object = graph.fault(entity: key.entity, key: key.primaryKey) as? NSManagedObject {
          return object
        }
      }
      deferError(noSuchObject(id))
    }
    // An object that stands for nothing: Apple's form cannot say that there is none.
    let blank = EntityLayout.of(id.entity).objectForRow()
    blank.isVeiled = false
    blank._$ref.markGone()
    blank.knownID = id
    return blank
  }

  final func existing(_ id: NSManagedObjectID) throws -> NSManagedObject {
    checkQueue("existingObject(with:)")
    try throwDeferred()
    let graph = try graph()
    guard let key = key(of: id) else { throw noSuchObject(id) }
    let found = try CoreDataError.translatingGraph { try graph.object(entity: key.entity, key: key.primaryKey) }
    guard let object = found as? NSManagedObject, !object._$ref.flags.contains(.gone) else { throw noSuchObject(id) }
    if object._$ref.flags.contains(.fault) {
      object.unveil()
      try throwDeferred()
      if object._$ref.flags.contains(.gone) { throw noSuchObject(id) }
    }
    return object
  }

  /// A fault's row is gone. Whether the object may have no values then is the context's to say.
  final func couldNotRead(_ fault: NSManagedObject) {
    let id = objectID(fault._$ref.rowKey, fault.entity)
    fault.knownID = id
    if shouldHandleInaccessibleFault(fault, for: id, triggeredByProperty: nil) { return }
    deferError(noSuchObject(id))
  }

  private final func noSuchObject(_ id: NSManagedObjectID) -> NSError {
    CoreDataError.error(
      NSManagedObjectReferentialIntegrityError,
      "There is no object \(id.uriRepresentation().absoluteString) in the context's store.",
      info: [NSAffectedObjectsErrorKey: [id]])
  }

  // MARK: refreshing

  final func refreshObject(_ object: NSManagedObject, keepsChanges: Bool) {
    checkQueue("refresh(_:mergeChanges:)")
    guard let graph = graphIfAny, object._$ref.context === graph, !object._$ref.flags.contains(.inserted) else {
      return
    }
    if keepsChanges && object._$ref.isChanged {
      // What is saved of it is based on the row as it is now.
      do {
        try graph.take(updated: [object._$ref.rowKey], deleted: [])
      } catch {
        deferError(CoreDataError.translatedGraph(error))
      }
      object.awake(fromSnapshotEvents: .refresh)
    } else {
      object.willTurnIntoFault()
      graph.turnIntoFault(object)
      object.forgetChanges()
      object.isVeiled = true
      event.updated.remove(object)
      object.didTurnIntoFault()
    }
    event.refreshed.insert(object)
    scheduleTelling()
  }

  // MARK: undoing

  /// Tells objects what became of them as a step was undone or done again.
  static func awake(_ step: ChangeStep) {
    for case (let object as NSManagedObject, let effect) in step.effects {
      let events: NSSnapshotEventType =
        switch effect {
        case .leaves: .undoInsertion
        case .returns: .undoDeletion
        case .changes: .undoUpdate
        }
      object.awake(fromSnapshotEvents: events)
    }
  }
}

extension NSManagedObject {
  final func forgetChanges() {
    committed = KeptValues()
    beforeEvent = KeptValues()
  }
}
