public import Foundation
public import FoundationAdditions
import ModelDescription
import ObjectGraph
import SchemaTypes
import StoreContract

/// Where objects are fetched, changed and saved.
///
/// A context belongs to its queue: call it, and touch its objects, inside of `perform` or `performAndWait`.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  // Unchecked because a context is confined to its queue, as Apple's contract has it.

  private final let kind: NSManagedObjectContextConcurrencyType
  final let queue: ContextQueue
  private final var coordinator: NSPersistentStoreCoordinator?
  private final var ancestor: NSManagedObjectContext?
  private final var made: ObjectContext?
  private final var undoSteps: ContextUndo?
  /// Set before there was a graph.
  private final var waitingUndo: UndoManager?
  private final var policy: Any = NSMergePolicy.error
  /// Names the context's objects without a row; a new one after each save.
  final var token = UUID()
  /// Keys that new objects were promised, by the ones that they have until they are saved.
  final var permanentKeys: [Int64: Int64] { made?.reservedKeys ?? [:] }
  /// The places of the stores that new objects are assigned to, by the keys that they have until they are saved.
  final var assignments: [Int64: Int] = [:]
  /// Identifiers that a child gave new objects before it saved them here, by the keys that they have here.
  final var adopted: [Int64: NSManagedObjectID] = [:]
  final var adoptedKeys: [NSManagedObjectID: Int64] = [:]
  /// Unchanged objects that the next save is to compare with their rows.
  final var watched: Set<NSManagedObject> = []
  /// What happened since the context last told of changes.
  final var event = ContextEvent()
  /// New objects that have not been told yet.
  final var awaking: [NSManagedObject] = []
  final var isTellingScheduled = false
  final var failure: (any Error)?
  private final let entries = NSMutableDictionary()
  private final let exclusion = NSRecursiveLock()
  private final var isMerging = false
  private final var observers: [any NSObjectProtocol] = []

  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
    kind = ct
    queue = ContextQueue(ct)
    super.init()
  }

  public convenience init(_ type: ConcurrencyType) { self.init(concurrencyType: type.rawValue) }

  deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    undoSteps?.forget()
    event.end()
    made?.linger()
  }

  // MARK: place

  open var concurrencyType: NSManagedObjectContextConcurrencyType { kind }

  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { coordinator ?? ancestor?.persistentStoreCoordinator }
    set {
      guard coordinator !== newValue else { return }
      leaveGraph()
      ancestor = nil
      coordinator = newValue
      if isMerging { coordinator?.listen() }
    }
  }

  open var parent: NSManagedObjectContext? {
    get { ancestor }
    set {
      guard ancestor !== newValue else { return }
      leaveGraph()
      coordinator = nil
      ancestor = newValue
    }
  }

  /// The undo manager goes on with the next graph; what it has of this one is gone.
  private final func leaveGraph() {
    if let undoSteps {
      undoSteps.forget()
      waitingUndo = undoSteps.manager
    }
    undoSteps = nil
    made?.reset()
    made = nil
    forgetKeys()
  }

  /// What is known of objects until the changes are saved or given up: new ones have other keys then, or are gone.
  final func forgetKeys() {
    assignments = [:]
    adopted = [:]
    adoptedKeys = [:]
    watched = []
  }

  final var model: NSManagedObjectModel? { persistentStoreCoordinator?.managedObjectModel }

  open var name: String? { didSet { made?.name = name } }
  open var transactionAuthor: String? { didSet { made?.author = transactionAuthor } }
  /// What changes are registered with, as one step for each time that the context processes them; none to begin with.
  open var undoManager: UndoManager? {
    get { waitingUndo ?? undoSteps?.manager }
    set {
      guard newValue !== undoManager else { return }
      undoSteps?.forget()
      undoSteps = nil
      waitingUndo = nil
      guard let newValue else { return }
      if let made { undoSteps = ContextUndo(newValue, made) } else { waitingUndo = newValue }
    }
  }
  open var userInfo: NSMutableDictionary { entries }

  /// One of `NSMergePolicy`'s policies, or an own subclass.
  open var mergePolicy: Any {
    get { policy }
    set {
      policy = newValue
      made?.uniqueness = uniqueness
    }
  }

  final var mergePolicyObject: NSMergePolicy { policy as? NSMergePolicy ?? .error }

  /// Delete rules are followed at once, also where this is set.
  open var propagatesDeletesAtEndOfEvent = true {
    didSet { if !propagatesDeletesAtEndOfEvent { Notice.show([Self.ruleLine]) } }
  }
  /// Objects that are not changed live as long as somebody holds them, also where this is set.
  open var retainsRegisteredObjects = false {
    didSet { if retainsRegisteredObjects { Notice.show([Self.retainLine]) } }
  }
  /// Rows that are kept are never older than the store, so that nothing is ever stale.
  open var stalenessInterval: TimeInterval = -1

  package static let ruleLine =
    "propagatesDeletesAtEndOfEvent means nothing: delete rules are followed as soon as an object is deleted"
  package static let retainLine =
    "retainsRegisteredObjects means nothing: hold the objects that are to stay; changed ones stay by themselves"

  /// Whether an object whose row is gone has no values, and counts as deleted; otherwise the next throwing call throws an
  /// error with the code 133000.
  open var shouldDeleteInaccessibleFaults = true

  /// Asked for a fault whose row is gone; `property` is always `nil`.
  open func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for oid: NSManagedObjectID, triggeredByProperty property: NSPropertyDescription?
  ) -> Bool {
    shouldDeleteInaccessibleFaults
  }

  /// Takes in what other contexts of the coordinator, or the parent, save. Unsaved edits stay, property by property.
  open var automaticallyMergesChangesFromParent: Bool {
    get { isMerging }
    set {
      guard isMerging != newValue else { return }
      isMerging = newValue
      listen()
    }
  }

  // MARK: graph

  /// The object graph behind the context.
  ///
  /// - Throws: an error for a context that has neither coordinator nor parent, or a model that cannot stand.
  final func graph() throws -> ObjectContext {
    if let made { return made }
    let graph: ObjectContext
    if let ancestor {
      let (store, classes) = try ancestor.queue.sync { (try ParentStore(ancestor), try ancestor.graph().classes) }
      graph = ObjectContext(store: store, classes: classes, hub: ContextHub())
    } else if let coordinator {
      let ground = try CoreDataError.translating(url: nil) { try coordinator.ground() }
      graph = ObjectContext(store: ground.store, classes: ground.classes, hub: ground.hub)
      graph.setListening(false)
    } else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "The context has no persistent store coordinator and no parent.",
        advice: "Set one of them first.")
    }
    graph.face = self
    graph.name = name
    graph.author = transactionAuthor
    graph.uniqueness = uniqueness
    graph.refreshesWhenFetched = false
    graph.onFirstWrite = { [unowned graph] state, slot in
      (graph.object(of: state) as? NSManagedObject)?.keepCommitted(slot)
    }
    graph.onInverse = { [unowned self] object in
      if let object = object as? NSManagedObject { noteEvent(object) }
    }
    graph.onInsert = { [unowned self] object in
      if let object = object as? NSManagedObject { noteInsert(object) }
    }
    graph.onDelete = { [unowned self] object in
      if let object = object as? NSManagedObject { noteDelete(object) }
    }
    graph.onPerform = { Self.awake($0) }
    made = graph
    if let waitingUndo { undoSteps = ContextUndo(waitingUndo, graph) }
    waitingUndo = nil
    return graph
  }

  /// The graph where no error can be thrown: `nil` stands for a context that cannot have objects.
  final var graphIfAny: ObjectContext? {
    if let made { return made }
    do {
      return try graph()
    } catch {
      if failure == nil { failure = error }
      return nil
    }
  }

  final var hasGraph: Bool { made != nil }

  private final var uniqueness: UniquenessPolicy {
    let policy = mergePolicyObject
    // One of the program's own is asked about each conflict.
    guard Swift.type(of: policy) == NSMergePolicy.self else { return .fail }
    return switch policy.mergeType {
    case .errorMergePolicyType: .fail
    case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: .replace
    case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: .keep
    }
  }

  final func deferError(_ error: any Error) {
    if let made { made.deferError(error) } else if failure == nil { failure = error }
  }

  final func throwDeferred() throws {
    if let failure {
      self.failure = nil
      throw failure
    }
    do {
      try made?.throwDeferredError()
    } catch {
      throw CoreDataError.translatedGraph(error)
    }
  }

  private final func listen() {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    observers = []
    guard isMerging else { return }
    coordinator?.listen()
    observers = [
      NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
      ) { [weak self] notification in
        guard let self, let other = notification.object as? NSManagedObjectContext, other !== self else { return }
        takeIn(other, notification)
      },
      NotificationCenter.default.addObserver(
        forName: NSPersistentStoreCoordinator.newsArrived, object: nil, queue: nil
      ) { [weak self] in self?.takeInNews($0) },
    ]
  }

  // MARK: queue

  open func perform(_ block: @escaping () -> Void) {
    queue.async { [self] in
      CurrentContext.$value.withValue(self, operation: block)
      processPendingChanges()
    }
  }

  open func performAndWait(_ block: () -> Void) {
    queue.sync {
      CurrentContext.$value.withValue(self, operation: block)
      processPendingChanges()
    }
  }

  public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    try queue.sync {
      defer { processPendingChanges() }
      return try CurrentContext.$value.withValue(self, operation: block)
    }
  }

  /// Throws what the block throws; Swift spells that in another way than `rethrows` for work on a queue.
  ///
  /// Neither the block nor its result leaves the caller's isolation as the compiler sees it, so that both may be what is not
  /// `Sendable`, also in Swift 6 mode and on the main actor.
  public nonisolated(nonsending) final func perform<T, Failure: Error>(
    schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws(Failure) -> T
  ) async throws(Failure) -> T {
    if schedule == .immediate, queue.isCurrent { return try result(of: block).get() }
    let work = NSPersistentStoreCoordinator.Box(block)
    let outcome = await withCheckedContinuation {
      (continuation: CheckedContinuation<NSPersistentStoreCoordinator.Box<Result<T, Failure>>, Never>) in
      queue.async { [self] in
        continuation.resume(returning: NSPersistentStoreCoordinator.Box(result(of: work.value)))
      }
    }
    return try outcome.value.get()
  }

  /// Runs a block where the context's blocks run.
  private final func result<T, Failure: Error>(of block: @escaping () throws(Failure) -> T) -> Result<T, Failure> {
    let result = CurrentContext.$value.withValue(self) { Result(catching: block) }
    processPendingChanges()
    return result
  }

  // MARK: objects

  open var hasChanges: Bool {
    checkQueue("hasChanges")
    return made?.hasChanges ?? false
  }
  open var insertedObjects: Set<NSManagedObject> { Self.set(made?.insertedObjects) }
  open var updatedObjects: Set<NSManagedObject> { Self.set(made?.updatedObjects) }
  open var deletedObjects: Set<NSManagedObject> { Self.set(made?.deletedObjects) }
  open var registeredObjects: Set<NSManagedObject> { Self.set(made?.registeredObjects) }

  static func set(_ objects: [some Any]?) -> Set<NSManagedObject> {
    Set((objects ?? []).compactMap { $0 as? NSManagedObject })
  }

  open func insert(_ object: NSManagedObject) { add(object) }
  open func delete(_ object: NSManagedObject) { remove(object) }
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? { known(objectID) }

  /// The object with the identifier, which need not exist: it is a fault until it is asked.
  open func object(with objectID: NSManagedObjectID) -> NSManagedObject { fault(objectID) }

  /// - Throws: an error with the code 133000 when there is no such object.
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject { try existing(objectID) }

  /// Gives objects the identifiers that they keep, before they are saved.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws { try makeIDsPermanent(objects) }

  /// Has a new object saved in that store of the coordinator.
  open func assign(_ object: Any, to store: NSPersistentStore) { assignObject(object, to: store) }

  /// Has the next save look whether an unchanged object's row is still as it was read.
  ///
  /// Changed and deleted ones are always looked at. The look comes before the save's transaction, not inside of it.
  open func detectConflicts(for object: NSManagedObject) { watched.insert(object) }

  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) { refreshObject(object, keepsChanges: flag) }

  open func refreshAllObjects() {
    for object in registeredObjects { refreshObject(object, keepsChanges: true) }
  }

  // MARK: requests

  open func count<ResultType>(for request: NSFetchRequest<ResultType>) throws -> Int { try count(request.settled) }

  @discardableResult open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    try run(request)
  }

  // MARK: changes

  open func processPendingChanges() {
    tell()
    undoSteps?.register()
  }
  open func save() throws { try saveChanges() }

  open func rollback() {
    checkQueue("rollback()")
    guard let made else { return }
    let kept = updatedObjects.union(deletedObjects)
    forgetChanges()
    made.rollback()
    forgetKeys()
    for object in kept where object.managedObjectContext === self { object.awake(fromSnapshotEvents: .rollback) }
    undoSteps?.forget()
    tell()
  }

  open func reset() {
    checkQueue("reset()")
    guard let made else { return }
    event.end()
    let objects = registeredObjects
    for object in objects { object.forgetChanges() }
    made.reset()
    forgetKeys()
    token = UUID()
    undoSteps?.forget()
    NotificationCenter.default.post(
      name: .NSManagedObjectContextObjectsDidChange, object: self,
      userInfo: [NSInvalidatedAllObjectsKey: objects.map(\.objectID)])
  }

  open func undo() {
    checkQueue("undo()")
    processPendingChanges()
    undoManager?.undo()
    tell()
  }

  open func redo() {
    checkQueue("redo()")
    processPendingChanges()
    undoManager?.redo()
    tell()
  }

  /// Takes in what another context saved, of which its notification tells.
  open func mergeChanges(fromContextDidSave notification: Notification) {
    checkQueue("mergeChanges(fromContextDidSave:)")
    merge(notification.userInfo ?? [:])
  }

  /// Takes in changes that are told by objects, identifiers or URIs.
  open class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
  ) {
    for context in contexts {
      context.queue.sync { context.merge(changeNotificationData) }
    }
  }

  // MARK: generations

  /// Reads are of the present state always.
  open var queryGenerationToken: NSQueryGenerationToken? { nil }

  package static let pinningLine =
    "a context was to stay at the present state of its stores (setQueryGenerationFrom): contexts read what is there when "
    + "they read"

  /// Takes `nil`, and `current` with a line that says that the context does not stay there.
  ///
  /// - Throws: an error for any other state: contexts here read the present one.
  open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
    guard let generation else { return }
    if generation === NSQueryGenerationToken.current { return Notice.show([Self.pinningLine]) }
    throw CoreDataError.error(
      NSPersistentStoreUnsupportedRequestTypeError,
      "Contexts that read an older state of a store are not supported yet.",
      advice: "Give nil or NSQueryGenerationToken.current, which read the present one.")
  }
}

extension NSManagedObjectContext: NSLocking {
  @available(*, deprecated, message: "Use performAndWait instead")
  public func lock() { exclusion.lock() }

  @available(*, deprecated, message: "Use performAndWait instead")
  public func unlock() { exclusion.unlock() }

  @available(*, deprecated, message: "Use perform instead")
  public func tryLock() -> Bool { exclusion.try() }
}
