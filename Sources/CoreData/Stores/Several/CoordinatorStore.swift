import Foundation
import ModelDescription
import QueryModel
import SQLiteStore
import StoreContract
import Synchronization

/// The stores of a coordinator as one: contexts are made before stores are added and outlive their removal.
final class CoordinatorStore: ObjectStore {
  private weak let coordinator: NSPersistentStoreCoordinator?
  let model: ResolvedModel
  private let known = Mutex<StoreParts?>(nil)

  init(_ coordinator: NSPersistentStoreCoordinator, _ model: ResolvedModel) {
    self.coordinator = coordinator
    self.model = model
  }

  /// The stores as they are now.
  func parts() -> StoreParts {
    let stores = NSPersistentStoreCoordinator.Box(persistentStores)
    return known.withLock { known in
      if let known, known.identities.elementsEqual(stores.value.lazy.map { ObjectIdentifier($0) }) { return known }
      let made = StoreParts(stores.value, model)
      known = made
      return made
    }
  }

  /// Holds no store until it is next asked.
  func forgetParts() { known.withLock { $0 = nil } }

  var persistentStores: [NSPersistentStore] { coordinator?.persistentStores ?? [] }

  /// The store that a row is in, or that new objects of the entity go to.
  func persistentStore(of key: RowKey) -> NSPersistentStore? {
    let stores = persistentStores
    if stores.count < 2, key.primaryKey <= 0 { return stores.first }
    let place = key.primaryKey > 0 ? StorePart.place(of: key.primaryKey) : (try? parts().home(of: key.entity))?.place
    return stores.first { $0.number == place }
  }

  /// The identifier of a row.
  func objectID(_ key: RowKey, _ entity: NSEntityDescription) -> NSManagedObjectID {
    let store = persistentStore(of: key)
    return NSManagedObjectID(
      entity: entity, store: store, storeIdentifier: store?.identifier ?? "", key: StorePart.plain(key.primaryKey))
  }

  /// The key of a row in one of the stores, by that store's identifier.
  func key(_ key: Int64, of entity: Int, storeIdentifier: String) -> RowKey? {
    guard let part = parts().holding(entity).first(where: { $0.store.identifier == storeIdentifier }) else {
      return nil
    }
    return RowKey(entity: entity, primaryKey: part.wholeKey(key))
  }

  // MARK: the contract

  var identifier: String { persistentStores.first?.identifier ?? "" }
  func identifier(ofEntity number: Int) -> String {
    persistentStore(of: RowKey(entity: number, primaryKey: -1))?.identifier ?? identifier
  }
  var isReadOnly: Bool { persistentStores.allSatisfy(\.isReadOnly) }

  func fetch(_ request: FetchRequest, _ body: (RowCursor) throws -> Void) throws {
    let holders = try parts().holders(of: request.entity)
    if holders.count > 1 { try checkPlain(request) }
    for part in holders { try part.fetch(request, body) }
  }

  func count(_ request: FetchRequest) throws -> Int {
    let holders = try parts().holders(of: request.entity)
    if holders.count > 1 { try checkPlain(request) }
    return try holders.reduce(0) { try $0 + $1.count(request) }
  }

  /// The rows of several stores are put into one order in memory.
  private func checkPlain(_ request: FetchRequest) throws {
    guard !request.sorts.isEmpty || request.limit != nil || request.offset != nil else { return }
    throw StoreError(.unsupported, "An order over several stores is made in memory.")
  }

  func rows(_ keys: [Int64], of entity: Int, _ body: (RowCursor) throws -> Void) throws {
    let holders = try parts().holders(of: entity)
    if holders.count == 1, holders[0].isPlain { return try holders[0].rows(keys, of: entity, body) }
    for part in holders {
      let own = keys.filter { StorePart.place(of: $0) == part.place }
      try part.rows(own, of: entity, body)
    }
  }

  func related(
    _ relationship: String, of entity: Int, owners: [Int64], _ body: (_ owner: Int64, RowCursor) throws -> Void
  ) throws {
    let holders = try parts().holders(of: entity)
    if holders.count == 1, holders[0].isPlain {
      return try holders[0].related(relationship, of: entity, owners: owners, body)
    }
    for part in holders.sorted(by: { $0.place < $1.place }) {
      let own = owners.filter { StorePart.place(of: $0) == part.place }
      try part.related(relationship, of: entity, owners: own, body)
    }
  }

  /// Of an entity in several stores nothing is looked for: values are unique in each of them, and a new object may be
  /// assigned to any.
  func rows(of entity: Int, fields: [Int], holding tuples: [[StoredValue]]) throws -> [RowVersion?] {
    let holders = try parts().holders(of: entity)
    guard holders.count == 1 else { return Array(repeating: nil, count: tuples.count) }
    return try holders[0].rows(of: entity, fields: fields, holding: tuples)
  }

  func save(_ request: SaveRequest) throws -> SaveResult {
    let parts = parts()
    if parts.parts.isEmpty { _ = try parts.holders(of: 0) }
    if parts.parts.count == 1, parts.parts[0].isPlain, coordinator?.hasHadOneStore ?? true {
      return try parts.parts[0].store.save(request)
    }
    return try PartedSave(request, parts).run()
  }

  /// Keys for new objects of an entity in one store.
  func reserveKeys(_ count: Int, of entity: Int, in place: Int?) throws -> [Int64] {
    let parts = parts()
    let part = try parts.holding(entity).first { $0.place == place } ?? parts.home(of: entity)
    return try part.store.reserveKeys(count, of: part.number(entity)).map { part.wholeKey($0) }
  }
}
