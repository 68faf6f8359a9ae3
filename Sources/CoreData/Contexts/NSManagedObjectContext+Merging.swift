import Foundation
import ObjectGraph
import StoreContract

/// Taking in what others saved.
extension NSManagedObjectContext {
  /// Another context saved: takes it in, on the context's own queue, when it is of the same stores or the parent.
  final func takeIn(_ other: NSManagedObjectContext, _ notification: Notification) {
    let isParent = parent === other
    let isSibling =
      parent == nil && other.parent == nil && persistentStoreCoordinator != nil
      && other.persistentStoreCoordinator === persistentStoreCoordinator
    guard isParent || isSibling else { return }
    let changes = NSPersistentStoreCoordinator.Box(RemoteChanges(notification.userInfo ?? [:]))
    // A context that has no objects yet reads what is saved.
    func take() { if hasGraph { merge(changes.value) } }
    if queue.isCurrent { take() } else { queue.async { take() } }
  }

  final func merge(_ entries: [AnyHashable: Any]) { merge(RemoteChanges(entries)) }

  private final func merge(_ changes: RemoteChanges) {
    guard let graph = graphIfAny else { return }
    // What happened here before is told by itself.
    tell()
    if changes.isEverything { refreshAllObjects() }
    func keys(_ places: [RemoteChanges.Place]) -> [RowKey] { places.compactMap { key($0) } }
    let new = keys(changes.inserted)
    // An object that took over the row of another one, for a value that is unique, is new only to where it was made.
    let known = new.filter { graph.registered(entity: $0.entity, key: $0.primaryKey) != nil }
    do {
      let result = try graph.take(
        updated: keys(changes.updated) + known, deleted: keys(changes.deleted))
      for case let object as NSManagedObject in result.refreshed {
        if !object._$ref.isChanged { object.isVeiled = true }
        event.refreshed.insert(object)
        if object._$ref.isChanged { object.awake(fromSnapshotEvents: .refresh) }
      }
      let gone = Set(result.gone.compactMap { $0 as? NSManagedObject })
      event.deleted.formUnion(gone)
      dropFromOwners(gone, graph)
      // Fetched so that whoever watches the context learns of them.
      for case let object as NSManagedObject in try graph.objects(with: new) {
        object.isVeiled = true
        event.inserted.insert(object)
      }
    } catch {
      deferError(CoreDataError.translatedGraph(error))
    }
    let ids: [AnyHashable: Any] = [
      NSInsertedObjectIDsKey: Set(event.inserted.objects.map(\.objectID)),
      NSUpdatedObjectIDsKey: Set(event.refreshed.objects.map(\.objectID)),
      NSDeletedObjectIDsKey: Set(event.deleted.objects.map(\.objectID)),
    ]
    tell()
    NotificationCenter.default.post(name: .NSManagedObjectContextDidMergeChangesObjectIDs, object: self, userInfo: ids)
  }

  /// Takes objects whose rows are gone out of the relationships that were read: nobody need have named the owners.
  final func dropFromOwners(_ gone: Set<NSManagedObject>, _ graph: ObjectContext) {
    for case let owner as NSManagedObject in graph.letGo(Array(gone)) {
      event.refreshed.insert(owner)
      // Unsaved edits stay; without any the row is read again.
      graph.refreshUnchanged(owner)
      if !owner._$ref.isChanged { owner.isVeiled = true }
    }
  }

  private final func key(_ place: RemoteChanges.Place) -> RowKey? {
    switch place {
    case .id(let id): return key(of: id)
    case .uri(let uri):
      guard let id = persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri) else { return nil }
      return key(of: id)
    }
  }
}

/// The rows that a notification, or a dictionary made like one, names: by objects, identifiers or URIs.
struct RemoteChanges {
  enum Place {
    case id(NSManagedObjectID)
    case uri(URL)
  }

  private(set) var inserted: [Place] = []
  private(set) var updated: [Place] = []
  private(set) var deleted: [Place] = []
  /// Nothing that was read before is to be relied on.
  let isEverything: Bool

  init(_ entries: [AnyHashable: Any]) {
    func places(_ keys: String...) -> [Place] { keys.flatMap { Self.places(entries[$0]) } }
    inserted = places(NSInsertedObjectsKey, NSInsertedObjectIDsKey)
    updated = places(
      NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey, NSRefreshedObjectIDsKey,
      NSInvalidatedObjectsKey, NSInvalidatedObjectIDsKey)
    deleted = places(NSDeletedObjectsKey, NSDeletedObjectIDsKey)
    isEverything = entries[NSInvalidatedAllObjectsKey] != nil
  }

  private static func places(_ value: Any?) -> [Place] {
    let members: [Any] =
      switch value {
      case let set as NSSet: set.allObjects
      case let list as [Any]: list
      default: []
      }
    return members.compactMap { member in
      switch member {
      case let object as NSManagedObject: .id(object.objectID)
      case let id as NSManagedObjectID: .id(id)
      case let url as URL: .uri(url)
      case let text as String: URL(string: text).map { .uri($0) }
      default: nil
      }
    }
  }
}
