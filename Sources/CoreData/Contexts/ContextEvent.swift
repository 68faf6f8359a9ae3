/// What happened in a context since it last told of changes.
struct ContextEvent {
  var inserted = MarkedObjects(.inserted)
  var updated = MarkedObjects(.updated)
  var deleted = MarkedObjects(.deleted)
  var refreshed = MarkedObjects(.refreshed)

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty }

  /// As a notification has it; keys without objects are left out.
  var entries: [AnyHashable: Any] {
    let changed = updated.objects.filter { $0.marks.isDisjoint(with: [.inserted, .deleted]) }
    return Self.entries([
      (NSInsertedObjectsKey, inserted.objects), (NSUpdatedObjectsKey, changed), (NSDeletedObjectsKey, deleted.objects),
      (NSRefreshedObjectsKey, refreshed.objects),
    ])
  }

  /// Lists of objects as a notification has them; keys without objects are left out.
  static func entries(_ lists: [(key: String, objects: [NSManagedObject])]) -> [AnyHashable: Any] {
    Dictionary(
      uniqueKeysWithValues: lists.filter { !$0.objects.isEmpty }.map { (AnyHashable($0.key), Set($0.objects) as Any) })
  }

  /// Lets all objects go.
  mutating func end() {
    inserted.removeAll()
    updated.removeAll()
    deleted.removeAll()
    refreshed.removeAll()
  }
}
