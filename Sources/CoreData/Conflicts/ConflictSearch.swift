import Foundation
import ModelDescription
import ObjectGraph
import SchemaTypes
import StoreContract

/// Finds what a save failed of: rows that have changed since they were read, and values that must be unique.
struct ConflictSearch {
  private let context: NSManagedObjectContext
  private let graph: ObjectContext

  init(_ context: NSManagedObjectContext, _ graph: ObjectContext) {
    self.context = context
    self.graph = graph
  }

  /// The changed objects whose rows have another version, or are gone.
  func versionConflicts() throws -> [NSMergeConflict] {
    try versionConflicts(of: (graph.updatedObjects + graph.deletedObjects).compactMap { $0 as? NSManagedObject })
  }

  func versionConflicts(of objects: [NSManagedObject]) throws -> [NSMergeConflict] {
    var conflicts: [NSMergeConflict] = []
    for object in objects {
      let state = object._$ref
      let key = state.rowKey
      var now: (version: Int64, values: [String: Any])?
      try graph.store.rows([key.primaryKey], of: key.entity) { row in
        now = (row.version(), snapshot(row, object))
      }
      if let now, now.version == state.header.pointee.version { continue }
      let conflict = NSMergeConflict(
        source: object, newVersion: Int(now?.version ?? 0), oldVersion: Int(state.header.pointee.version),
        cachedSnapshot: object.valuesBeforeChanges(nil), persistedSnapshot: now?.values)
      conflict.own = object.valuesBeforeChanges(nil)
      conflicts.append(conflict)
    }
    return conflicts
  }

  /// A row's attributes, and the identifiers of its to-ones.
  private func snapshot(_ row: RowCursor, _ object: NSManagedObject) -> [String: Any] {
    guard let binding = graph.classes.binding(ofEntity: row.entity()) else { return [:] }
    var values: [String: Any] = [:]
    for (slot, property) in object.facts.properties.enumerated() {
      if let composite = property.type as? CompositeType {
        let forms = binding.slots[slot].fields.map { BoxedForm(row.value($0)) }
        values[property.name] = (try? composite.box(forms))?.any ?? NSNull()
        continue
      }
      guard let field = binding.slots[slot].field else { continue }
      values[property.name] = value(row.value(field), property) ?? NSNull()
    }
    return values
  }

  private func value(_ value: BorrowedValue, _ property: ManagedProperty) -> Any? {
    let stored: StoredValue
    switch value {
    case .null: return nil
    case .reference(let entity, let key):
      let name = graph.store.model.entity(numbered: entity)?.name ?? ""
      return context.model?.entity(named: name).map {
        context.objectID(RowKey(entity: entity, primaryKey: key), $0)
      }
    case .integer(let integer): stored = .integer(integer)
    case .real(let real): stored = .real(real)
    case .text(let utf8): stored = .text(String(decoding: utf8, as: UTF8.self))
    case .blob(let bytes): stored = .blob(Data(bytes))
    }
    // What cannot be read is no value, as it is to who asks the object.
    return (try? property.value(of: stored, TransformableCoding())).map(ManagedProperty.shown)
  }

  /// Unique values that new or changed objects share, or that a row has which stands for another object.
  func constraintConflicts() throws -> [NSConstraintConflict] {
    try graph.uniqueClashes().compactMap { clash in
      let objects = clash.objects.compactMap { $0 as? NSManagedObject }
      guard !objects.isEmpty else { return nil }
      let stored = try clash.row.flatMap { try holder($0) }
      if clash.row != nil && stored == nil { return nil }
      return NSConstraintConflict(
        constraint: clash.names, database: stored?.object, databaseSnapshot: stored?.snapshot, conflicting: objects,
        conflictingSnapshots: objects.map(original))
    }
  }

  /// The object of a row, based on the row as it is now, and what the row has.
  private func holder(_ row: RowKey) throws -> (object: NSManagedObject, snapshot: [String: Any])? {
    guard let object = graph.fault(entity: row.entity, key: row.primaryKey) as? NSManagedObject else { return nil }
    var now: (version: Int64, values: [String: Any])?
    try graph.store.rows([row.primaryKey], of: row.entity) { now = ($0.version(), snapshot($0, object)) }
    guard let now else { return nil }
    let isFault = object._$ref.flags.contains(.fault)
    if !isFault, now.version != object._$ref.header.pointee.version { try graph.take(updated: [row], deleted: []) }
    return (object, now.values)
  }

  /// What an object had when it was read, or came into the context.
  private func original(_ object: NSManagedObject) -> [String: Any] {
    var values = object.isInserted ? [:] : object.valuesBeforeChanges(nil)
    for (slot, property) in object.facts.properties.enumerated() {
      if property.isToMany {
        values[property.name] = nil
      } else if let other = values[property.name] as? NSManagedObject {
        values[property.name] = other.objectID
      } else if object.isInserted {
        let value = object.facts.defaults.first { $0.slot == slot }?.value
        values[property.name] = value.map(ManagedProperty.shown) ?? NSNull()
      }
    }
    return values
  }
}
