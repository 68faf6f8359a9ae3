public import Foundation
public import FoundationAdditions

/// What an entity mapping does.
public enum NSEntityMappingType: UInt, @unchecked Sendable {
  case undefinedEntityMappingType = 0
  case customEntityMappingType = 1
  case addEntityMappingType = 2
  case removeEntityMappingType = 3
  case copyEntityMappingType = 4
  case transformEntityMappingType = 5
}

/// What becomes of the objects of an entity.
open class NSEntityMapping: NSObject {
  open var name: String!
  open var mappingType = NSEntityMappingType.undefinedEntityMappingType
  open var sourceEntityName: String?
  open var sourceEntityVersionHash: Data?
  open var destinationEntityName: String?
  open var destinationEntityVersionHash: Data?
  open var attributeMappings: [NSPropertyMapping]?
  open var relationshipMappings: [NSPropertyMapping]?
  /// The objects to migrate. Only `nil` is supported, for all of the source entity itself; a mapping with another is
  /// refused when it runs.
  open var sourceExpression: __Deprecated.Expression?
  open var userInfo: [AnyHashable: Any]?
  /// A subclass of `NSEntityMigrationPolicy`, with its module; `NSStringFromClass` gives the name.
  open var entityMigrationPolicyClassName: String?
}
