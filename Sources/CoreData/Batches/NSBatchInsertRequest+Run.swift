import Foundation
import SQLiteStore
import SchemaTypes
import StoreContract

extension NSBatchInsertRequest: ExecutableRequest {
  /// Writes the rows in portions, so that any number of them takes little memory, and in one transaction: all or none.
  ///
  /// The store is being written while a block makes rows: a save into it from there waits for what waits for the block, and
  /// fails when its time is over.
  func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let (part, persistentStore) = try context.batchPart(self, entityName: entity?.name ?? entityName)
    let store = part.store
    let rows = try BatchRows(entityName: entityName, context: context, restrictedTo: entity)
    EntityWriter.coreData.report(saving: Set([rows.entity.name].compactMap { $0 }))
    var ids: [NSManagedObjectID] = []
    var count = 0
    let constraints = rows.constraints(context.mergePolicyObject.mergeType, in: part)
    func insert(_ save: JointSave) throws {
      var request = SaveRequest()
      var given: [Set<Int>] = []
      func flush() throws {
        guard !request.inserts.isEmpty else { return }
        request.author = context.transactionAuthor
        request.contextName = context.name
        try constraints?.settle(&request, given: given, in: save)
        let result = try save.write(request)
        count += result.insertedKeys.count + request.updates.count
        if resultType == .objectIDs {
          ids += (result.insertedKeys + request.updates.map(\.key.primaryKey)).map {
            NSManagedObjectID(
              entity: rows.entity, store: persistentStore, storeIdentifier: store.identifier, key: $0)
          }
        }
        request = SaveRequest()
        given.removeAll(keepingCapacity: true)
      }
      func add(_ values: [StoredValue], _ fields: @autoclosure () -> Set<Int>) throws {
        if request.inserts.isEmpty { request.inserts.reserveCapacity(Self.portion) }
        let key = RowKey(entity: part.number(rows.number), primaryKey: -Int64(request.inserts.count) - 1)
        request.inserts.append(.init(key: key, values: part.values(values, of: rows.number)))
        if constraints != nil { given.append(fields()) }
        if request.inserts.count == Self.portion { try flush() }
      }
      if let objectsToInsert {
        for values in objectsToInsert { try add(rows.values(values), rows.given(values)) }
      } else if let dictionaryHandler {
        var row = rows.row()
        while true {
          if dictionaryHandler(row) { break }
          try add(rows.values(row), rows.given(row))
          // The block may have kept it.
          if isKnownUniquelyReferenced(&row) { row.empty() } else { row = rows.row() }
        }
      } else if let managedObjectHandler {
        while true {
          let object = EntityLayout.of(rows.entity).type.init(_cdEntity: rows.entity, context: nil)
          if managedObjectHandler(object) { break }
          let values = try rows.values(of: object)
          try add(values, rows.given(values))
        }
      }
      try flush()
    }
    try CoreDataError.translating(url: persistentStore.url) { try store.savingTogether(insert) }
    switch resultType {
    case .statusOnly: return NSBatchInsertResult(true, resultType)
    case .objectIDs: return NSBatchInsertResult(ids, resultType)
    case .count: return NSBatchInsertResult(count, resultType)
    }
  }

  /// Rows that are held at once.
  private static let portion = 10_000
}
