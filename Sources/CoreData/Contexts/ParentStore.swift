import Foundation
import ModelDescription
import ObjectGraph
import QueryModel
import StoreContract

/// A parent context as the store of its children: rows are the parent's objects, and a save changes them.
///
/// Objects of the parent that have no row yet go by keys of their own here, which they keep when the parent saves them.
final class ParentStore: ObjectStore, @unchecked Sendable {
  // Unchecked because everything is touched on the parent's queue only.

  let parent: NSManagedObjectContext
  let graph: ObjectContext
  let model: ResolvedModel
  private var keptByKey: [Int64: NSManagedObject] = [:]
  private var keyOfKept: [ObjectIdentifier: Int64] = [:]
  /// Beyond the keys that stores hand out, and those that the parent's own parent does.
  private var lastKept: Int64
  private let level: Int64

  /// To be called on the parent's queue.
  init(_ parent: NSManagedObjectContext) throws {
    self.parent = parent
    graph = try parent.graph()
    model = graph.store.model
    level = (graph.store as? ParentStore).map { $0.level + 1 } ?? 0
    lastKept = 1 << 60 + level << 50
  }

  var identifier: String { graph.store.identifier }
  var isReadOnly: Bool { graph.store.isReadOnly }
  func identifier(ofEntity number: Int) -> String { graph.store.identifier(ofEntity: number) }

  // MARK: keys

  /// The key of a parent's object here.
  func key(of object: NSManagedObject) -> Int64 {
    if let kept = keyOfKept[ObjectIdentifier(object)] { return kept }
    let key = object._$ref.rowKey.primaryKey
    if key > 0 { return key }
    lastKept += 1
    keptByKey[lastKept] = object
    keyOfKept[ObjectIdentifier(object)] = lastKept
    return lastKept
  }

  func object(_ entity: Int, _ key: Int64) throws -> NSManagedObject? {
    let object = try keptByKey[key] ?? graph.object(entity: entity, key: key) as? NSManagedObject
    return object.flatMap { $0._$ref.isDeleted || !$0._$ref.isOwned ? nil : $0 }
  }

  func objectID(_ key: RowKey, _ entity: NSEntityDescription) -> NSManagedObjectID {
    parent.queue.sync { keptByKey[key.primaryKey]?.objectID ?? parent.objectID(key, entity) }
  }

  /// Has the parent's new objects with these keys keep the identifiers that the child gave them.
  func adopt(_ ids: [(key: Int64, id: NSManagedObjectID)]) {
    parent.queue.sync {
      for (key, id) in ids {
        if let object = keptByKey[key] { parent.adopt(id, for: object) }
      }
    }
  }

  /// Gives the parent's new objects with these keys the identifiers that they will have in the store.
  func makeIDsPermanent(_ keys: [Int64]) throws {
    try parent.queue.sync { try parent.makeIDsPermanent(keys.compactMap { keptByKey[$0] }) }
  }

  /// The key here of an identifier; `nil` for one that the parent does not know.
  func key(of id: NSManagedObjectID) -> RowKey? {
    parent.queue.sync {
      guard let key = parent.key(of: id) else { return nil }
      guard let object = graph.registered(entity: key.entity, key: key.primaryKey) as? NSManagedObject else {
        // An object without a row is always registered.
        return key.primaryKey > 0 ? key : nil
      }
      return RowKey(entity: Int(object._$ref.header.pointee.entity), primaryKey: self.key(of: object))
    }
  }

  // MARK: reading

  func fetch(_ request: FetchRequest, _ body: (RowCursor) throws -> Void) throws {
    try parent.queue.sync {
      try checkKeys(request)
      let objects = try graph.objects(request, includesPending: true)
      try hand(objects.compactMap { $0 as? NSManagedObject }, body)
    }
  }

  func count(_ request: FetchRequest) throws -> Int {
    try parent.queue.sync {
      try checkKeys(request)
      return try graph.count(request, includesPending: true)
    }
  }

  /// A condition may name objects by keys that the parent does not know.
  private func checkKeys(_ request: FetchRequest) throws {
    guard !keptByKey.isEmpty, request.predicate != nil else { return }
    throw StoreError(.unsupported, "Conditions on objects without rows are looked at in memory.")
  }

  private func hand(_ objects: [NSManagedObject], _ body: (RowCursor) throws -> Void) throws {
    let cursor = ParentCursor(self)
    for object in objects {
      cursor.move(to: object)
      try body(cursor)
    }
  }

  func rows(_ keys: [Int64], of entity: Int, _ body: (RowCursor) throws -> Void) throws {
    try parent.queue.sync { try hand(keys.compactMap { try object(entity, $0) }, body) }
  }

  func related(
    _ relationship: String, of entity: Int, owners: [Int64], _ body: (_ owner: Int64, RowCursor) throws -> Void
  ) throws {
    try parent.queue.sync {
      let cursor = ParentCursor(self)
      for owner in owners.sorted() {
        guard let object = try object(entity, owner), let slot = object.facts.slot(named: relationship) else {
          continue
        }
        for member in object.members(slot) where !member._$ref.isDeleted {
          cursor.move(to: member)
          try body(owner, cursor)
        }
      }
    }
  }

  /// What is unique is settled when the parent saves.
  func rows(of entity: Int, fields: [Int], holding tuples: [[StoredValue]]) throws -> [RowVersion?] {
    Array(repeating: nil, count: tuples.count)
  }

  // MARK: saving

  func save(_ request: SaveRequest) throws -> SaveResult {
    try parent.queue.sync { try ParentSave(self, request).run() }
  }
}
