public import Foundation
public import FoundationAdditions

/// Where a property of a migrated object gets its value from.
open class NSPropertyMapping: NSObject {
  /// The destination's property.
  open var name: String?
  /// Over the variables `$source`, `$destination`, `$manager`, `$entityMapping` and `$entityPolicy`.
  open var valueExpression: __Deprecated.Expression?
  open var userInfo: [AnyHashable: Any]?
}
