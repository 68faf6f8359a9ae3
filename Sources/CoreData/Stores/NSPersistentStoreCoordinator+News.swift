import Foundation
import ModelDescription
import ObjectGraph
import SQLiteStore
import StoreContract

extension NSPersistentStoreCoordinator {
  /// Told to a coordinator's contexts that merge by themselves: somebody else wrote into one of its stores. Inside only.
  static let newsArrived = Notification.Name("CausewayStoreNewsArrived")
  /// Its user info has this where more may have changed than the identifiers say.
  static let everythingKey = "CausewayEverything"

  /// A weak reference that may cross threads.
  struct WeakBox<Object: AnyObject>: @unchecked Sendable {
    // Unchecked because stores and coordinators may be asked from any thread.
    weak var object: Object?
    init(_ object: Object) { self.object = object }
  }

  /// A store was written: by somebody else, or, for `posts`, by itself.
  ///
  /// Called on a thread of the store's own.
  func hear(_ news: StoreNews, of store: NSPersistentStore, posts: Bool) {
    if let loss = news.loss { return Notice.show([loss.description]) }
    if news.isForeign {
      NotificationCenter.default.post(name: Self.newsArrived, object: self, userInfo: entries(news, of: store))
    }
    guard posts else { return }
    var info: [AnyHashable: Any] = [NSStoreUUIDKey: store.identifier ?? ""]
    info[NSPersistentStoreURLKey] = store.url
    if news.last > 0 { info[NSPersistentHistoryTokenKey] = NSPersistentHistoryToken([store.identifier: news.last]) }
    NotificationCenter.default.post(name: .NSPersistentStoreRemoteChange, object: self, userInfo: info)
  }

  /// The identifiers of the changed objects, under the keys of a context's notification.
  private func entries(_ news: StoreNews, of store: NSPersistentStore) -> [AnyHashable: Any] {
    if news.isEverything { return [Self.everythingKey: true] }
    guard let model = store.store?.model else { return [:] }
    var ids: [HistoryRecord.Change.Kind: Set<NSManagedObjectID>] = [:]
    for change in news.records.lazy.flatMap(\.changes) {
      guard let name = model.entity(numbered: change.key.entity)?.name,
        let entity = managedObjectModel.entity(named: name)
      else { continue }
      let id = NSManagedObjectID(
        entity: entity, store: store, storeIdentifier: store.identifier, key: change.key.primaryKey)
      ids[change.kind, default: []].insert(id)
    }
    let deleted = ids[.delete] ?? []
    // What was made and went again was never there for who looks now.
    let inserted = (ids[.insert] ?? []).subtracting(deleted)
    let updated = (ids[.update] ?? []).subtracting(deleted).subtracting(inserted)
    return [
      NSInsertedObjectIDsKey: inserted, NSUpdatedObjectIDsKey: updated, NSDeletedObjectIDsKey: deleted,
    ]
  }
}

extension NSManagedObjectContext {
  /// Takes in what somebody else wrote, on the context's own queue.
  final func takeInNews(_ notification: Notification) {
    guard parent == nil, let persistentStoreCoordinator,
      notification.object as AnyObject? === persistentStoreCoordinator
    else { return }
    let entries = NSPersistentStoreCoordinator.Box(notification.userInfo ?? [:])
    queue.async { [weak self] in
      // A context that has no objects yet reads what is saved.
      guard let self, hasGraph else { return }
      guard entries.value[NSPersistentStoreCoordinator.everythingKey] == nil else {
        refreshAllObjects()
        return tell()
      }
      merge(entries.value)
    }
  }
}
