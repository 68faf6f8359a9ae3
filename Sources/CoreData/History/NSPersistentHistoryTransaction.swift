public import Foundation

/// One save in a store's history.
open class NSPersistentHistoryTransaction: NSObject, NSCopying {
  /// What history says about a save.
  package struct Facts {
    package var timestamp: Date
    package var number: Int64
    package var storeID: String
    package var bundleID: String
    package var processID: String
    package var contextName: String?
    package var author: String?

    package init(
      timestamp: Date, number: Int64, storeID: String, bundleID: String = "", processID: String = "",
      contextName: String? = nil, author: String? = nil
    ) {
      self.timestamp = timestamp
      self.number = number
      self.storeID = storeID
      self.bundleID = bundleID
      self.processID = processID
      self.contextName = contextName
      self.author = author
    }
  }

  private let facts: Facts
  private let list: [NSPersistentHistoryChange]?

  /// - Parameter changes: `nil` for a request of transactions only.
  package init(_ facts: Facts, changes: [NSPersistentHistoryChange]?) {
    self.facts = facts
    list = changes
    super.init()
    for change in changes ?? [] { change.owner = self }
  }

  /// The same save with other changes.
  package final func with(_ changes: [NSPersistentHistoryChange]?) -> NSPersistentHistoryTransaction {
    NSPersistentHistoryTransaction(facts, changes: changes)
  }

  /// The changes as they are when nobody keeps the transaction: each knows its save all the same.
  package final var loneChanges: [NSPersistentHistoryChange] {
    let save = with(nil)
    return (list ?? []).map { $0.of(save) }
  }

  /// Which save it is.
  package struct Place: Hashable {
    let store: String
    let number: Int64
  }

  package final var place: Place { Place(store: facts.storeID, number: facts.number) }

  open var timestamp: Date { facts.timestamp }
  open var changes: [NSPersistentHistoryChange]? { list }
  open var transactionNumber: Int64 { facts.number }
  open var storeID: String { facts.storeID }
  open var bundleID: String { facts.bundleID }
  open var processID: String { facts.processID }
  open var contextName: String? { facts.contextName }
  open var author: String? { facts.author }
  open var token: NSPersistentHistoryToken { NSPersistentHistoryToken([facts.storeID: facts.number]) }

  /// The entity of transactions, for predicates of `NSPersistentHistoryChangeRequest.fetchRequest`.
  open class var entityDescription: NSEntityDescription? {
    HistoryEntity.description(
      "Transaction",
      [
        ("author", .stringAttributeType), ("bundleID", .stringAttributeType), ("contextName", .stringAttributeType),
        ("processID", .stringAttributeType), ("storeID", .stringAttributeType), ("timestamp", .dateAttributeType),
        ("transactionNumber", .integer64AttributeType),
      ])
  }

  open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? { entityDescription }

  open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { HistoryEntity.request(entityDescription) }

  /// What a context merges with `mergeChanges(fromContextDidSave:)`: the identifiers of the changed objects.
  open func objectIDNotification() -> Notification {
    var info: [AnyHashable: Any] = [:]
    let keys: [(NSPersistentHistoryChangeType, String)] = [
      (.insert, NSInsertedObjectIDsKey), (.update, NSUpdatedObjectIDsKey), (.delete, NSDeletedObjectIDsKey),
    ]
    for (type, key) in keys {
      let ids = Set((list ?? []).filter { $0.changeType == type }.map(\.changedObjectID))
      if !ids.isEmpty { info[key] = ids }
    }
    return Notification(name: .NSManagedObjectContextDidSaveObjectIDs, object: nil, userInfo: info)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The entities that history requests are made with, made in code.
enum HistoryEntity {
  static func description(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      return attribute
    }
    return entity
  }

  static func request(_ entity: NSEntityDescription?) -> NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entity
    return request
  }
}
