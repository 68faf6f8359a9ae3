import Foundation
import ModelDescription
import QueryModel
import SQLiteStore
import StoreContract

/// The stores of a coordinator as one: contexts are made before stores are added and outlive their removal.
final class CoordinatorStore: ObjectStore {
  private weak let coordinator: NSPersistentStoreCoordinator?
  let model: ResolvedModel

  init(_ coordinator: NSPersistentStoreCoordinator, _ model: ResolvedModel) {
    self.coordinator = coordinator
    self.model = model
  }

  /// The store of the objects.
  ///
  /// - Throws: an error where there is none, or one that has not all entities of the model.
  func open() throws -> SQLiteStore {
    guard let known = persistentStore, let store = known.store else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "The coordinator has no store.",
        advice: "Add one, or load the container's stores, before objects are fetched or saved.")
    }
    guard store.model.entities.count == model.entities.count else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError,
        "The store \(known.url?.path ?? known.identifier ?? "") holds the entities of the configuration "
          + "\"\(known.configurationName)\" only; contexts over several stores are not supported yet.",
        advice: "Load one store with all entities.")
    }
    return store
  }

  /// The first of the coordinator's stores.
  var persistentStore: NSPersistentStore? { coordinator?.persistentStores.first }

  var identifier: String { persistentStore?.identifier ?? "" }
  var isReadOnly: Bool { persistentStore?.isReadOnly ?? true }

  func fetch(_ request: FetchRequest, _ body: (RowCursor) throws -> Void) throws { try open().fetch(request, body) }
  func count(_ request: FetchRequest) throws -> Int { try open().count(request) }

  func rows(_ keys: [Int64], of entity: Int, _ body: (RowCursor) throws -> Void) throws {
    try open().rows(keys, of: entity, body)
  }

  func related(
    _ relationship: String, of entity: Int, owners: [Int64], _ body: (_ owner: Int64, RowCursor) throws -> Void
  ) throws {
    try open().related(relationship, of: entity, owners: owners, body)
  }

  func rows(of entity: Int, fields: [Int], holding tuples: [[StoredValue]]) throws -> [RowVersion?] {
    try open().rows(of: entity, fields: fields, holding: tuples)
  }

  func save(_ request: SaveRequest) throws -> SaveResult { try open().save(request) }
}
