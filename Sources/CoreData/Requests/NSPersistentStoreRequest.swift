public import Foundation

/// What a request asks of a store.
public enum NSPersistentStoreRequestType: UInt, Hashable, Sendable {
  case fetchRequestType = 1
  case saveRequestType = 2
  case batchInsertRequestType = 5
  case batchUpdateRequestType = 6
  case batchDeleteRequestType = 7
}

/// Something asked of the stores of a coordinator.
open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// The stores that are asked; `nil` for all.
  open var affectedStores: [NSPersistentStore]?
  private let kind: NSPersistentStoreRequestType

  package init(_ kind: NSPersistentStoreRequestType) { self.kind = kind }

  open var requestType: NSPersistentStoreRequestType { kind }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreRequest(kind)
    copy.affectedStores = affectedStores
    return copy
  }
}
