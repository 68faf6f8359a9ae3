import Foundation
import ModelDescription
import ObjectGraph
import SQLiteStore
import StoreContract

/// Requests other than fetches.
extension NSManagedObjectContext {
  final func run(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    try throwDeferred()
    switch request {
    case let request as any ExecutableRequest: return try request.run(in: self)
    case let request as any SettledFetch:
      // Apple's answer is the results, whose class is not public there either.
      let result = NSPersistentStoreAnswer()
      result.results = try results(request.settings)
      return result
    default:
      throw CoreDataError.error(
        NSPersistentStoreUnsupportedRequestTypeError, "A \(Swift.type(of: request)) cannot be executed by a context.",
        advice: "Execute fetch, batch and history requests; save with save().")
    }
  }

  /// The store that batches and history work on.
  final func batchStore() throws -> (store: SQLiteStore, persistentStore: NSPersistentStore) {
    var root = self
    while let parent = root.parent { root = parent }
    guard let store = try root.graph().store as? CoordinatorStore, let known = store.persistentStore else {
      throw CoreDataError.error(NSPersistentStoreOperationError, "The coordinator has no store.")
    }
    return (try store.open(), known)
  }

  // MARK: permanent identifiers

  final func makeIDsPermanent(_ objects: [NSManagedObject]) throws {
    let graph = try graph()
    guard let ground = graph.store as? CoordinatorStore else {
      // A child's objects get theirs when the last parent saves them.
      if objects.allSatisfy({ !$0.objectID.isTemporaryID }) { return }
      throw CoreDataError.error(
        NSPersistentStoreUnsupportedRequestTypeError,
        "Objects of a child context cannot get permanent identifiers before they are saved yet.",
        advice: "Save the child and its parent first, or insert them in the parent.")
    }
    let store = try CoreDataError.translating(url: nil) { try ground.open() }
    var waiting: [Int: [NSManagedObject]] = [:]
    for object in objects where object.isInserted && object._$ref.context === graph {
      if graph.reservedKeys[object._$ref.header.pointee.key] == nil {
        waiting[Int(object._$ref.header.pointee.entity), default: []].append(object)
      }
    }
    for (entity, objects) in waiting {
      let keys = try CoreDataError.translating(url: nil) { try store.reserveKeys(objects.count, of: entity) }
      for (object, key) in zip(objects, keys) { graph.reservedKeys[object._$ref.header.pointee.key] = key }
    }
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
