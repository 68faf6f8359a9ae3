public import Foundation

/// What a batch insert answers with.
public enum NSBatchInsertRequestResultType: UInt, Hashable, Sendable {
  case statusOnly = 0
  case objectIDs = 1
  case count = 2
}

/// Inserts rows without making objects of them.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
  private let name: String
  private let knownEntity: NSEntityDescription?

  /// One dictionary for each row, by property name.
  open var objectsToInsert: [[String: Any]]?
  /// Fills the dictionary of one row; answers whether there are no more.
  ///
  /// The dictionary is read and written by keys; as a whole it cannot be cast to one of Swift's, which would be empty.
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
  /// Fills the object of one row; answers whether there are no more.
  open var managedObjectHandler: ((NSManagedObject) -> Bool)?
  open var resultType = NSBatchInsertRequestResultType.statusOnly

  private init(name: String, entity: NSEntityDescription?) {
    self.name = name
    knownEntity = entity
    super.init(.batchInsertRequestType)
  }

  /// A request without an entity, which no context can execute.
  @available(*, deprecated, message: "Use init(entityName:objects:)")
  public convenience init() { self.init(name: "", entity: nil) }

  public convenience init(entityName: String, objects dictionaries: [[String: Any]]) {
    self.init(name: entityName, entity: nil)
    objectsToInsert = dictionaries
  }

  public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
    self.init(name: entity.name ?? "", entity: entity)
    objectsToInsert = dictionaries
  }

  public convenience init(entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
    self.init(name: entityName, entity: nil)
    dictionaryHandler = handler
  }

  public convenience init(
    entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(name: entity.name ?? "", entity: entity)
    dictionaryHandler = handler
  }

  public convenience init(entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
    self.init(name: entityName, entity: nil)
    managedObjectHandler = handler
  }

  public convenience init(
    entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(name: entity.name ?? "", entity: entity)
    managedObjectHandler = handler
  }

  open var entityName: String { name }
  open var entity: NSEntityDescription? { knownEntity }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBatchInsertRequest(name: name, entity: knownEntity)
    copy.affectedStores = affectedStores
    copy.objectsToInsert = objectsToInsert
    copy.dictionaryHandler = dictionaryHandler
    copy.managedObjectHandler = managedObjectHandler
    copy.resultType = resultType
    return copy
  }
}
