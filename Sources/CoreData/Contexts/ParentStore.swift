import Foundation
import ModelDescription
import ObjectGraph
import QueryModel
import SchemaTypes
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

  func objectID(_ key: RowKey, _ entity: NSEntityDescription, token: UUID) -> NSManagedObjectID {
    parent.queue.sync {
      if key.primaryKey < 0 {
        return NSManagedObjectID(temporary: entity, store: nil, token: token, number: -key.primaryKey)
      }
      if let object = keptByKey[key.primaryKey] { return object.objectID }
      return parent.objectID(key, entity)
    }
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

/// A child's save as changes of the parent's objects.
private struct ParentSave {
  private let store: ParentStore
  private let request: SaveRequest
  private var graph: ObjectContext { store.graph }
  private let coding = TransformableCoding()

  init(_ store: ParentStore, _ request: SaveRequest) {
    self.store = store
    self.request = request
  }

  func run() throws -> SaveResult {
    var updated: [NSManagedObject] = []
    for update in request.updates { updated.append(try existing(update.key)) }
    let inserted = try request.inserts.map { insert in
      let name = store.model.entity(numbered: insert.key.entity)?.name ?? ""
      guard let entity = store.parent.model?.entity(named: name) else { throw missing(insert.key) }
      let object = EntityLayout.of(entity).objectForRow()
      object.isVeiled = false
      graph.insert(object)
      return object
    }
    // They were told in the child.
    store.parent.awaking.removeAll { object in inserted.contains { $0 === object } }
    for (object, insert) in zip(inserted, request.inserts) {
      try set(insert.values.enumerated().map { ($0.offset, $0.element) }, object, inserted, skipsNull: true)
    }
    for (object, update) in zip(updated, request.updates) {
      try set(update.values, object, inserted, skipsNull: false)
    }
    for link in request.links { try apply(link, inserted) }
    for delete in request.deletes {
      if let object = try store.object(delete.key.entity, delete.key.primaryKey) { graph.delete(object) }
    }
    store.parent.processPendingChanges()
    return SaveResult(
      insertedKeys: inserted.map { store.key(of: $0) }, updatedVersions: request.updates.map { _ in 1 })
  }

  private func existing(_ key: RowKey) throws -> NSManagedObject {
    guard let object = try store.object(key.entity, key.primaryKey) else { throw missing(key) }
    return object
  }

  private func missing(_ key: RowKey) -> StoreError {
    StoreError(
      .conflict,
      "\(store.model.entity(numbered: key.entity)?.name ?? "") \(key.primaryKey) is no longer in the parent context.")
  }

  private func object(_ key: RowKey, _ inserted: [NSManagedObject]) throws -> NSManagedObject {
    if key.isTemporary, inserted.indices.contains(Int(-key.primaryKey - 1)) {
      return inserted[Int(-key.primaryKey - 1)]
    }
    return try existing(key)
  }

  private func set(
    _ values: [(field: Int, value: StoredValue)], _ object: NSManagedObject, _ inserted: [NSManagedObject],
    skipsNull: Bool
  ) throws {
    guard let binding = graph.classes.binding(ofEntity: Int(object._$ref.header.pointee.entity)) else { return }
    try setComposites(values, object, binding)
    for (field, value) in values {
      guard let slot = binding.slots.firstIndex(where: { $0.field == field }) else { continue }
      if skipsNull && value == .null { continue }
      let property = object.facts.properties[slot]
      object.noteEvent(slot)
      switch value {
      case .reference(let key): object._$ref._$setReference(slot, try self.object(key, inserted))
      case .null where property.isRelationship: object._$ref._$setReference(slot, nil)
      default: property.write(try property.value(of: value, coding), object._$ref, slot)
      }
    }
  }

  /// The columns of a composite come together.
  private func setComposites(
    _ values: [(field: Int, value: StoredValue)], _ object: NSManagedObject, _ binding: ClassBinding
  ) throws {
    for (slot, property) in object.facts.properties.enumerated() {
      guard let composite = property.type as? CompositeType, let first = binding.slots[slot].fields.first,
        values.contains(where: { $0.field == first })
      else { continue }
      let forms = binding.slots[slot].fields.map { field in
        values.first { $0.field == field }.map { BoxedForm($0.value) } ?? .null
      }
      let value = try composite.box(forms)?.any
      if value == nil, object._$ref.reference(slot) == nil { continue }
      object.noteEvent(slot)
      property.write(value, object._$ref, slot)
    }
  }

  private func apply(_ link: SaveRequest.LinkChange, _ inserted: [NSManagedObject]) throws {
    let owner = try object(link.owner, inserted)
    guard let slot = owner.facts.slot(named: link.relationship) else { return }
    owner.noteEvent(slot)
    for key in link.removed {
      if let member = try? object(key, inserted) { graph.remove(member, from: owner, slot: slot) }
    }
    for key in link.added { graph.add(try object(key, inserted), to: owner, slot: slot) }
    if let order = link.order { owner.set(try order.map { try object($0, inserted) }, slot) }
  }
}
