public import Foundation

/// What a save did to an object.
public enum NSPersistentHistoryChangeType: Int, Hashable, Sendable {
  case insert = 0
  case update = 1
  case delete = 2
}

/// One changed object of a save in a store's history.
open class NSPersistentHistoryChange: NSObject, NSCopying {
  private let number: Int64
  private let object: NSManagedObjectID
  private let kind: NSPersistentHistoryChangeType
  private let kept: [AnyHashable: Any]?
  private let properties: Set<NSPropertyDescription>?
  /// The transaction that lists the change.
  package final weak var owner: NSPersistentHistoryTransaction?
  /// The same save, without its changes: what a change that nobody lists has.
  private let save: NSPersistentHistoryTransaction?
  /// That of the object's entity in the store.
  package let entityNumber: Int

  package init(
    number: Int64, object: NSManagedObjectID, entityNumber: Int, kind: NSPersistentHistoryChangeType,
    tombstone: [AnyHashable: Any]? = nil, updatedProperties: Set<NSPropertyDescription>? = nil,
    of save: NSPersistentHistoryTransaction?
  ) {
    self.number = number
    self.object = object
    self.entityNumber = entityNumber
    self.kind = kind
    kept = tombstone
    properties = updatedProperties
    self.save = save
  }

  final func of(_ save: NSPersistentHistoryTransaction) -> NSPersistentHistoryChange {
    NSPersistentHistoryChange(
      number: number, object: object, entityNumber: entityNumber, kind: kind, tombstone: kept,
      updatedProperties: properties, of: save)
  }

  open var changeID: Int64 { number }
  open var changedObjectID: NSManagedObjectID { object }
  open var changeType: NSPersistentHistoryChangeType { kind }
  /// What a deletion kept of the object, by property name.
  open var tombstone: [AnyHashable: Any]? { kept }
  open var transaction: NSPersistentHistoryTransaction? { owner ?? save }
  /// The properties that an update changed; `nil` for other changes.
  open var updatedProperties: Set<NSPropertyDescription>? { properties }

  /// The entity of changes, for predicates of `NSPersistentHistoryChangeRequest.fetchRequest`.
  open class var entityDescription: NSEntityDescription? {
    HistoryEntity.description(
      "Change",
      [
        ("changeID", .integer64AttributeType), ("changedEntity", .integer64AttributeType),
        ("changedObjectID", .objectIDAttributeType), ("changeType", .integer64AttributeType),
      ])
  }

  open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? { entityDescription }

  open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { HistoryEntity.request(entityDescription) }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}
