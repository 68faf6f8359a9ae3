public import Foundation
public import FoundationAdditions

/// Where a property of a migrated object gets its value from.
open class NSPropertyMapping: NSObject {
  /// The destination's property.
  open var name: String? { didSet { isTouched = true } }
  /// Over the variables `$source`, `$destination`, `$manager`, `$entityMapping` and `$entityPolicy`.
  open var valueExpression: __Deprecated.Expression? {
    didSet {
      isTouched = true
      problem = nil
    }
  }
  open var userInfo: [AnyHashable: Any]?
  /// Whether it is other than what was inferred; row by row nothing but that can be done.
  final var isTouched = false
  /// Why the expression that stands in a file is not here. Whoever runs the mapping has to know: a value would be missing.
  final var problem: String?
  /// Whether the property is to get a value.
  final var isFilled: Bool { valueExpression != nil || problem != nil }
}
