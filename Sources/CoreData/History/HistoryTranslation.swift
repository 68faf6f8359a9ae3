import Foundation
import ModelDescription
import ObjectGraph
import SQLiteStore
import SchemaTypes
import StoreContract

/// The records of a store's history as Core Data's objects.
struct HistoryTranslation {
  let store: SQLiteStore
  let persistentStore: NSPersistentStore
  let context: NSManagedObjectContext

  func transaction(_ record: HistoryRecord, withChanges: Bool) -> NSPersistentHistoryTransaction {
    let facts = NSPersistentHistoryTransaction.Facts(
      timestamp: record.timestamp, number: record.number, storeID: store.identifier,
      bundleID: record.bundleIdentifier ?? "", processID: record.processIdentifier ?? "",
      contextName: record.contextName, author: record.author)
    return NSPersistentHistoryTransaction(
      facts, changes: withChanges ? record.changes.compactMap { change($0, of: nil) } : nil)
  }

  /// The changes of a save, each of which knows it.
  func changes(_ record: HistoryRecord) -> [NSPersistentHistoryChange] {
    let save = transaction(record, withChanges: false)
    return record.changes.compactMap { change($0, of: save) }
  }

  /// The entities of the store that the context's model has: changes of others are not told.
  var knownEntities: [Int] {
    store.model.entities.filter { context.model?.entity(named: $0.name) != nil }.map(\.number)
  }

  private func change(
    _ change: HistoryRecord.Change, of save: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChange? {
    guard let resolved = store.model.entity(numbered: change.key.entity),
      let entity = context.model?.entity(named: resolved.name)
    else { return nil }
    let id = NSManagedObjectID(
      entity: entity, store: persistentStore, storeIdentifier: store.identifier, key: change.key.primaryKey)
    let own = persistentStore.fit?.names(ofEntity: resolved.name)
    func name(_ field: Int) -> String? {
      guard resolved.fields.indices.contains(field) else { return nil }
      return own?.modelPaths[field].first ?? resolved.fields[field].path.first
    }
    let names = change.fields.compactMap { name($0) } + change.toManys.map { own?.modelToManys[$0] ?? $0 }
    let properties = Set(names.compactMap { entity.property(named: $0) })
    var tombstone: [AnyHashable: Any] = [:]
    for (field, value) in change.preserved {
      guard let name = name(field), let slot = EntityLayout.of(entity).slot(named: name)
      else { continue }
      let kept = try? EntityLayout.of(entity).properties[slot].value(of: value, TransformableCoding())
      if let kept { tombstone[name] = ManagedProperty.shown(kept) }
    }
    let kind: NSPersistentHistoryChangeType =
      switch change.kind {
      case .insert: .insert
      case .update: .update
      case .delete: .delete
      }
    return NSPersistentHistoryChange(
      number: change.number, object: id, entityNumber: change.key.entity, kind: kind,
      tombstone: kind == .delete ? tombstone : nil, updatedProperties: kind == .update ? properties : nil, of: save)
  }
}
