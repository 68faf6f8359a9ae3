public import Foundation

/// What a batch update answers with.
public enum NSBatchUpdateRequestResultType: UInt, Hashable, Sendable {
  case statusOnlyResultType = 0
  case updatedObjectIDsResultType = 1
  case updatedObjectsCountResultType = 2
}

/// Changes rows without making objects of them.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
  private let name: String
  /// Set by whoever runs a request that has only the name.
  package final var foundEntity: NSEntityDescription?

  open var predicate: NSPredicate?
  open var includesSubentities = true
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
  /// Values or expressions, by property name or property.
  open var propertiesToUpdate: [AnyHashable: Any]?

  public init(entityName: String) {
    name = entityName
    super.init(.batchUpdateRequestType)
  }

  public init(entity: NSEntityDescription) {
    name = entity.name ?? ""
    foundEntity = entity
    super.init(.batchUpdateRequestType)
  }

  open var entityName: String { name }

  /// The entity; asking a request that was made by name, before it is run, stops the program as Apple's does.
  open var entity: NSEntityDescription {
    guard let foundEntity else {
      preconditionFailure(
        "The batch update of \"\(name)\" knows its entity when it is run; ask its entityName instead.")
    }
    return foundEntity
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBatchUpdateRequest(entityName: name)
    copy.foundEntity = foundEntity
    copy.affectedStores = affectedStores
    copy.predicate = predicate
    copy.includesSubentities = includesSubentities
    copy.resultType = resultType
    copy.propertiesToUpdate = propertiesToUpdate
    return copy
  }
}
