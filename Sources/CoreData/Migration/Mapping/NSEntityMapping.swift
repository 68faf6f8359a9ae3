public import Foundation
public import FoundationAdditions

/// What an entity mapping does.
public enum NSEntityMappingType: UInt, Hashable, Sendable {
  case undefinedEntityMappingType = 0
  case customEntityMappingType = 1
  case addEntityMappingType = 2
  case removeEntityMappingType = 3
  case copyEntityMappingType = 4
  case transformEntityMappingType = 5
}

/// What becomes of the objects of an entity.
open class NSEntityMapping: NSObject {
  open var name: String! { didSet { isTouched = true } }
  open var mappingType = NSEntityMappingType.undefinedEntityMappingType { didSet { isTouched = true } }
  open var sourceEntityName: String? { didSet { isTouched = true } }
  open var sourceEntityVersionHash: Data? { didSet { isTouched = true } }
  open var destinationEntityName: String? { didSet { isTouched = true } }
  open var destinationEntityVersionHash: Data? { didSet { isTouched = true } }
  open var attributeMappings: [NSPropertyMapping]? { didSet { isTouched = true } }
  open var relationshipMappings: [NSPropertyMapping]? { didSet { isTouched = true } }
  /// The objects to migrate: `nil` for all of the source entity itself. Another one is a call of the manager,
  /// `FUNCTION($manager, "fetchRequestForSourceEntityNamed:predicateString:", "Note", "image != nil")`, as mapping models
  /// of files have it; what is none is refused when the mapping runs.
  open var sourceExpression: __Deprecated.Expression? {
    didSet {
      isTouched = true
      problem = nil
    }
  }
  open var userInfo: [AnyHashable: Any]?
  /// A subclass of `NSEntityMigrationPolicy`, with its module; `NSStringFromClass` gives the name.
  open var entityMigrationPolicyClassName: String? { didSet { isTouched = true } }
  /// Whether it is other than what was inferred; row by row nothing but that can be done.
  final var isTouched = false
  /// Why the source expression that stands in a file is not here.
  final var problem: String?
}
