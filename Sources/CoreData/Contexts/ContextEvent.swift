/// What happened in a context since it last told of changes.
struct ContextEvent {
  var inserted: Set<NSManagedObject> = []
  var updated: Set<NSManagedObject> = []
  var deleted: Set<NSManagedObject> = []
  var refreshed: Set<NSManagedObject> = []

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty }

  /// As a notification has it; keys without objects are left out.
  var entries: [AnyHashable: Any] {
    let sets = [
      (NSInsertedObjectsKey, inserted), (NSUpdatedObjectsKey, updated.subtracting(inserted).subtracting(deleted)),
      (NSDeletedObjectsKey, deleted), (NSRefreshedObjectsKey, refreshed),
    ]
    return Dictionary(uniqueKeysWithValues: sets.filter { !$0.1.isEmpty }.map { (AnyHashable($0.0), $0.1 as Any) })
  }
}
