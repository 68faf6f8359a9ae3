import Foundation
import ModelDescription
import ObjectGraph
import SQLiteStore
import StoreContract

/// Requests other than fetches.
extension NSManagedObjectContext {
  final func run(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    checkQueue("execute(_:)")
    try throwDeferred()
    switch request {
    case let request as any ExecutableRequest: return try request.run(in: self)
    case let request as any SettledFetch:
      // Apple's answer is the results, whose class is not public there either.
      let result = NSPersistentStoreAnswer()
      result.results = try results(request.settled)
      return result
    default:
      throw CoreDataError.error(
        NSPersistentStoreUnsupportedRequestTypeError, "A \(Swift.type(of: request)) cannot be executed by a context.",
        advice: "Execute fetch, batch and history requests; save with save().")
    }
  }

  /// The stores that history is asked of: those that the request names, or all.
  final func historyStores(_ request: NSPersistentStoreRequest) throws -> [(
    store: SQLiteStore, known: NSPersistentStore
  )] {
    let stores = try ground().persistentStores.filter { request.affectedStores?.contains($0) ?? true }
    let open = stores.compactMap { known in known.store.map { (store: $0, known: known) } }
    guard !open.isEmpty else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "The coordinator has no store that history is asked of.")
    }
    return open
  }

  /// The stores behind the context, or behind its last parent.
  final func ground() throws -> CoordinatorStore {
    guard let coordinator = persistentStoreCoordinator else {
      throw CoreDataError.error(NSPersistentStoreOperationError, "The context has no persistent store coordinator.")
    }
    return try CoreDataError.translating(url: nil) { try coordinator.ground().store }
  }

  /// The store that a batch puts rows of an entity into: the first that the request names, or the one of new objects.
  final func batchPart(
    _ request: NSPersistentStoreRequest, entityName: String
  ) throws -> (part: StorePart, known: NSPersistentStore) {
    let ground = try ground()
    guard let entity = ground.model.entity(named: entityName) else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "The context's model has no entity \"\(entityName)\".")
    }
    let parts = ground.parts()
    let places = request.affectedStores?.map(\.number)
    let chosen = parts.holding(entity.number).first { places?.contains($0.place) ?? false }
    if places != nil, chosen == nil {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "None of the request's stores holds the entity \(entityName).")
    }
    let part = try chosen ?? parts.home(of: entity.number)
    guard let known = ground.persistentStores.first(where: { $0.number == part.place }) else {
      throw CoreDataError.error(NSPersistentStoreOperationError, "The coordinator has no store.")
    }
    return (part, known)
  }

  // MARK: permanent identifiers

  /// A child's new objects get the keys of rows from the store below the last parent, and keep them all the way down.
  final func makeIDsPermanent(_ objects: [NSManagedObject]) throws {
    checkQueue("obtainPermanentIDs(for:)")
    let graph = try graph()
    let own = objects.filter { $0._$ref.context === graph }
    if let parent = parentStore {
      let pushed = own.filter { !$0.isInserted && $0.objectID.isTemporaryID }
      if !pushed.isEmpty { try parent.makeIDsPermanent(pushed.map { $0._$ref.rowKey.primaryKey }) }
    }
    try reserveKeys(own.filter(\.isInserted), graph, try ground())
  }

  private final func reserveKeys(
    _ objects: [NSManagedObject], _ graph: ObjectContext, _ ground: CoordinatorStore
  ) throws {
    struct Home: Hashable {
      let entity: Int
      let place: Int?
    }
    var waiting: [Home: [Int64]] = [:]
    for object in objects {
      let key = object._$ref.header.pointee.key
      guard graph.reservedKeys[key] == nil else { continue }
      waiting[Home(entity: Int(object._$ref.header.pointee.entity), place: assignments[key]), default: []].append(key)
    }
    for (home, waiting) in waiting {
      let keys = try CoreDataError.translating(url: nil) {
        try ground.reserveKeys(waiting.count, of: home.entity, in: home.place)
      }
      for (key, reserved) in zip(waiting, keys) { graph.reservedKeys[key] = reserved }
    }
  }

  // MARK: assigning

  /// Says which store a new object goes to.
  final func assignObject(_ object: Any, to store: NSPersistentStore) {
    checkQueue("assign(_:to:)")
    guard let object = object as? NSManagedObject, let graph = graphIfAny, object._$ref.context === graph else {
      return refuseAssigning(object, store, "it is not in the context")
    }
    let key = object._$ref.header.pointee.key
    if object.objectID.persistentStore === store, key > 0 || graph.reservedKeys[key] != nil { return }
    guard object.isInserted, graph.reservedKeys[key] == nil else {
      return refuseAssigning(object, store, "it is in another store already")
    }
    guard let ground = groundIfAny, ground.persistentStores.contains(where: { $0 === store }) else {
      return refuseAssigning(object, store, "that is not in the context's coordinator")
    }
    let holders = ground.parts().holding(Int(object._$ref.header.pointee.entity))
    guard holders.contains(where: { $0.place == store.number }) else {
      return refuseAssigning(object, store, "whose configuration does not list the entity")
    }
    assignments[key] = store.number
    object.knownID = nil
  }

  private final func refuseAssigning(_ object: Any, _ store: NSPersistentStore, _ why: String) {
    let name = (object as? NSManagedObject)?.entity.name ?? "\(Swift.type(of: object))"
    deferError(
      CoreDataError.error(
        NSPersistentStoreOperationError,
        "An object of \(name) cannot be assigned to the store at \(store.url?.path ?? store.identifier ?? ""): \(why).")
    )
  }

  /// Gives the objects that are assigned to a store keys of it, by which saving knows.
  final func settleAssignments() throws {
    guard !assignments.isEmpty, let graph = graphIfAny else { return }
    guard let ground = groundIfAny else { return }
    try reserveKeys(insertedObjects.filter { assignments[$0._$ref.header.pointee.key] != nil }, graph, ground)
  }
}

/// A request that knows how a context answers it.
protocol ExecutableRequest: NSPersistentStoreRequest {
  func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
}

/// The results of a fetch that was executed as a request.
final class NSPersistentStoreAnswer: NSPersistentStoreResult {
  var results: [Any] = []
}
