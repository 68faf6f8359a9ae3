import ModelDescription
import ObjectGraph
import SchemaTypes
import StoreContract

/// A child's save as changes of the parent's objects.
///
/// All that it names is found and converted before anything is written: one that fails leaves the parent as it was.
struct ParentSave {
  private let store: ParentStore
  private let request: SaveRequest
  private var graph: ObjectContext { store.graph }
  private let coding = TransformableCoding()

  /// An object that the save names.
  private enum Target {
    case known(NSManagedObject)
    /// By its place among the inserts.
    case new(Int)
  }

  /// What a slot gets.
  private struct Write {
    enum Content {
      case value(Any?)
      case composite(Any?)
      case reference(Target?)
    }
    let slot: Int
    let property: ManagedProperty
    let content: Content
  }

  /// What becomes of a to-many.
  private struct Link {
    let owner: Target
    let slot: Int
    let removed: [Target]
    let added: [Target]
    let order: [Target]?
  }

  init(_ store: ParentStore, _ request: SaveRequest) {
    self.store = store
    self.request = request
  }

  func run() throws -> SaveResult {
    let updated = try request.updates.map { try existing($0.key) }
    let layouts = try request.inserts.map { EntityLayout.of(try entity($0.key)) }
    let insertWrites = try zip(request.inserts, layouts).map { insert, layout in
      try writes(
        insert.values.enumerated().map { ($0.offset, $0.element) }, insert.key.entity, layout, skipsNull: true)
    }
    let updateWrites = try zip(request.updates, updated).map { update, object in
      try writes(update.values, Int(object._$ref.header.pointee.entity), object.facts, skipsNull: false)
    }
    let links = try request.links.compactMap { try link($0, layouts) }
    let deleted = try request.deletes.compactMap { try store.object($0.key.entity, $0.key.primaryKey) }
    // Nothing fails from here on.
    let inserted = zip(layouts, request.inserts).map { layout, insert in
      let object = layout.objectForRow()
      object.isVeiled = false
      graph.insert(object)
      if let reserved = insert.reservedKey { graph.reservedKeys[object._$ref.header.pointee.key] = reserved }
      return object
    }
    // They were told in the child.
    store.parent.awaking.removeAll { object in inserted.contains { $0 === object } }
    for (object, writes) in zip(inserted, insertWrites) { write(writes, object, inserted) }
    for (object, writes) in zip(updated, updateWrites) { write(writes, object, inserted) }
    for link in links { write(link, inserted) }
    // One of them may have taken others with it.
    for object in deleted where !object._$ref.isDeleted && object._$ref.isOwned { graph.delete(object) }
    store.parent.processPendingChanges()
    return SaveResult(
      insertedKeys: inserted.map { store.key(of: $0) }, updatedVersions: request.updates.map { _ in 1 })
  }

  // MARK: finding

  private func entity(_ key: RowKey) throws -> NSEntityDescription {
    let name = store.model.entity(numbered: key.entity)?.name ?? ""
    guard let entity = store.parent.model?.entity(named: name) else { throw missing(key) }
    return entity
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

  /// `nil` for an object that the parent does not have any more.
  private func found(_ key: RowKey) throws -> Target? {
    if key.isTemporary, request.inserts.indices.contains(Int(-key.primaryKey - 1)) {
      return .new(Int(-key.primaryKey - 1))
    }
    return try store.object(key.entity, key.primaryKey).map(Target.known)
  }

  private func target(_ key: RowKey) throws -> Target {
    guard let target = try found(key) else { throw missing(key) }
    return target
  }

  private func writes(
    _ values: [(field: Int, value: StoredValue)], _ entity: Int, _ layout: EntityLayout, skipsNull: Bool
  ) throws -> [Write] {
    guard let binding = graph.classes.binding(ofEntity: entity) else { return [] }
    var writes = try composites(values, binding, layout)
    for (field, value) in values {
      if skipsNull && value == .null { continue }
      guard let slot = binding.slots.firstIndex(where: { $0.field == field }) else { continue }
      let property = layout.properties[slot]
      let content: Write.Content
      switch value {
      case .reference(let key): content = .reference(try target(key))
      case .null where property.isRelationship: content = .reference(nil)
      default: content = .value(try property.value(of: value, coding))
      }
      writes.append(Write(slot: slot, property: property, content: content))
    }
    return writes
  }

  /// The columns of a composite come together.
  private func composites(
    _ values: [(field: Int, value: StoredValue)], _ binding: ClassBinding, _ layout: EntityLayout
  ) throws -> [Write] {
    var writes: [Write] = []
    for (slot, property) in layout.properties.enumerated() {
      guard case .composite(let fields, _) = binding.slots[slot].content, let first = fields.first,
        let composite = property.type as? CompositeType, values.contains(where: { $0.field == first })
      else { continue }
      let forms = fields.map { field in values.first { $0.field == field }.map { BoxedForm($0.value) } ?? .null }
      writes.append(Write(slot: slot, property: property, content: .composite(try composite.box(forms)?.any)))
    }
    return writes
  }

  private func link(_ change: SaveRequest.LinkChange, _ layouts: [EntityLayout]) throws -> Link? {
    let owner = try target(change.owner)
    let layout =
      switch owner {
      case .known(let object): object.facts
      case .new(let place): layouts[place]
      }
    guard let slot = layout.slot(named: change.relationship) else { return nil }
    return Link(
      owner: owner, slot: slot, removed: try change.removed.compactMap { try found($0) },
      added: try change.added.map { try target($0) }, order: try change.order?.map { try target($0) })
  }

  // MARK: writing

  private func object(_ target: Target, _ inserted: [NSManagedObject]) -> NSManagedObject {
    switch target {
    case .known(let object): object
    case .new(let place): inserted[place]
    }
  }

  private func write(_ writes: [Write], _ object: NSManagedObject, _ inserted: [NSManagedObject]) {
    for write in writes {
      let slot = write.slot
      if case .composite(nil) = write.content, object._$ref.reference(slot) == nil { continue }
      object.noteEvent(slot)
      switch write.content {
      case .reference(let target):
        object._$ref._$setReference(slot, target.map { self.object($0, inserted) })
      case .value(let value), .composite(let value): write.property.write(value, object._$ref, slot)
      }
    }
  }

  private func write(_ link: Link, _ inserted: [NSManagedObject]) {
    let owner = object(link.owner, inserted)
    owner.noteEvent(link.slot)
    for member in link.removed { graph.remove(object(member, inserted), from: owner, slot: link.slot) }
    for member in link.added { graph.add(object(member, inserted), to: owner, slot: link.slot) }
    if let order = link.order { owner.set(order.map { object($0, inserted) }, link.slot) }
  }
}
