import Foundation
import FoundationAdditions
import ModelDescription
import ObjectGraph
import SQLiteStore
import SchemaTypes
import StoreContract

extension NSPersistentHistoryChangeRequest: ExecutableRequest {
  func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    var transactions: [NSPersistentHistoryTransaction] = []
    var deleted = 0
    let predicate = fetchRequest?.predicate
    let concernsChanges = fetchRequest?.entity?.name == NSPersistentHistoryChange.entityDescription?.name
    let stores = try context.historyStores(self)
    for (store, persistentStore) in stores {
      try CoreDataError.translating(url: persistentStore.url) {
        let records = try chosen(store)
        guard work == .fetch else {
          try store.deleteHistory(records.map(\.number))
          deleted += records.count
          return
        }
        let reader = HistoryTranslation(store: store, persistentStore: persistentStore, context: context)
        transactions += try records.compactMap { record -> NSPersistentHistoryTransaction? in
          guard concernsChanges, let predicate else {
            return reader.transaction(record, withChanges: resultType != .transactionsOnly)
          }
          // Those of a save's changes that satisfy the predicate; a save without any is left out.
          return try reader.transaction(record, withChanges: resultType != .transactionsOnly) { number, change in
            try predicate.matches(HistoryKeys(change, entity: number))
          }
        }
      }
    }
    guard work == .fetch else { return NSPersistentHistoryResult(resultType == .count ? deleted : true, resultType) }
    if stores.count > 1 { transactions.sort { $0.timestamp < $1.timestamp } }
    if !concernsChanges, let predicate {
      transactions = try transactions.filter { try predicate.matches(HistoryKeys($0)) }
    }
    let changes = transactions.flatMap { $0.changes ?? [] }
    switch resultType {
    case .statusOnly: return NSPersistentHistoryResult(true, resultType)
    case .count: return NSPersistentHistoryResult(transactions.count, resultType)
    case .objectIDs: return NSPersistentHistoryResult(changes.map(\.changedObjectID), resultType)
    case .changesOnly: return NSPersistentHistoryResult(changes, resultType)
    case .transactionsOnly, .transactionsAndChanges: return NSPersistentHistoryResult(transactions, resultType)
    }
  }

  /// The saves that are read, or deleted.
  ///
  /// - Throws: an error with the code 134301 for a token of saves that history does not tell any more.
  private func chosen(_ store: SQLiteStore) throws -> [HistoryRecord] {
    switch border {
    case .none: return work == .fetch ? try store.history(after: 0) : []
    case .date(let date):
      return try store.history(after: 0).filter { work == .fetch ? $0.timestamp > date : $0.timestamp < date }
    case .token(let numbers): return try chosen(store, numbers[store.identifier] ?? 0)
    case .transaction(let id, let number): return try chosen(store, id == store.identifier ? number : 0)
    }
  }

  private func chosen(_ store: SQLiteStore, _ number: Int64) throws -> [HistoryRecord] {
    if work == .delete { return try store.history(after: 0).filter { $0.number < number } }
    let bounds = try store.historyBounds()
    if number > 0, bounds.first > number + 1 || number > bounds.last {
      throw CoreDataError.error(
        NSPersistentHistoryTokenExpiredError,
        "The history after save \(number) is not there any more: it reaches from save \(bounds.first)"
          + " to save \(bounds.last).",
        advice: "Read what is there as a whole, and go on from the last token.")
    }
    return try store.history(after: number)
  }
}

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
      facts, changes: withChanges ? record.changes.compactMap { change($0) } : nil)
  }

  /// - Returns: The save with those of its changes that are wanted; `nil` when none is.
  func transaction(
    _ record: HistoryRecord, withChanges: Bool,
    where isWanted: (_ entity: Int, NSPersistentHistoryChange) throws -> Bool
  ) throws -> NSPersistentHistoryTransaction? {
    let wanted = try record.changes.filter { row in
      guard let change = change(row) else { return false }
      return try isWanted(row.key.entity, change)
    }
    guard !wanted.isEmpty else { return nil }
    var part = record
    part.changes = wanted
    return transaction(part, withChanges: withChanges)
  }

  private func change(_ change: HistoryRecord.Change) -> NSPersistentHistoryChange? {
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
      number: change.number, object: id, kind: kind, tombstone: kind == .delete ? tombstone : nil,
      updatedProperties: kind == .update ? properties : nil)
  }
}
