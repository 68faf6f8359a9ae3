package import StoreContract

/// The rows that a save made, changed and deleted.
package struct SavedRows: Sendable {
  package var inserted: [RowKey] = []
  package var updated: [RowKey] = []
  package var deleted: [RowKey] = []
}

extension SavedRows {
  init(_ plan: SavePlan, _ result: SaveResult) {
    inserted = zip(plan.inserted, result.insertedKeys).map { object, key in
      RowKey(entity: Int(object._$ref.header.pointee.entity), primaryKey: key)
    }
    updated = plan.request.updates.map(\.key)
    deleted = plan.request.deletes.map(\.key)
  }
}
