import Foundation
import FoundationAdditions
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
    let objects = (graph.updatedObjects + graph.deletedObjects).compactMap { $0 as? NSManagedObject }
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

  /// The values of changed objects that a row, or another changed object, has already.
  func constraintConflicts() throws -> [NSConstraintConflict] {
    var conflicts: [NSConstraintConflict] = []
    let objects = (graph.insertedObjects + graph.updatedObjects).compactMap { $0 as? NSManagedObject }
    var owners: [[AnyHashable]: NSManagedObject] = [:]
    for object in objects {
      let names = object.entity.lineage.flatMap(\.constraintNames)
      for constraint in names {
        let values = constraint.map { object.primitiveValue(forKey: $0) }
        let known = values.compactMap { $0 as? AnyHashable }
        guard known.count == constraint.count else { continue }
        let snapshot = Dictionary(
          zip(constraint, values.compactMap { $0 }), uniquingKeysWith: { first, _ in first })
        let key: [AnyHashable] = [constraint.joined(separator: ",")] + known
        if let other = owners[key] {
          conflicts.append(
            NSConstraintConflict(
              constraint: constraint, database: nil, databaseSnapshot: nil, conflicting: [other, object],
              conflictingSnapshots: [snapshot, snapshot]))
          continue
        }
        owners[key] = object
        if let row = try owner(of: snapshot, object) {
          conflicts.append(
            NSConstraintConflict(
              constraint: constraint, database: row, databaseSnapshot: snapshot, conflicting: [object],
              conflictingSnapshots: [snapshot]))
        }
      }
    }
    return conflicts
  }

  /// The object of the row that has these values, unless it is the object itself.
  private func owner(of values: [String: Any], _ object: NSManagedObject) throws -> NSManagedObject? {
    var settings = FetchSettings()
    settings.entity = object.entity.lineage.last
    settings.includesPendingChanges = false
    let parts = values.map { NSPredicate(format: "%K == %@", $0.key, $0.value) }
    settings.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    return try FetchRun(settings, context).objects().first { $0 !== object }
  }
}
