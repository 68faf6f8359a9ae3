import CSwiftRuntime
package import Foundation
package import QueryModel

/// The way between format trees and the classes that Foundation deprecates; see `__DeprecatedNames`.
package protocol FormatBridge {
  static func object(_ tree: FormatExpression) -> __Deprecated.Expression
  static func tree(of expression: __Deprecated.Expression) -> FormatExpression
  static func object(_ tree: FormatComparison) -> __Deprecated.Comparison
  /// `nil` for a comparison that is not ours: Foundation alone can make none.
  static func comparison(of predicate: NSPredicate) -> FormatComparison?
  static func expression(_ value: Any) -> __Deprecated.Expression?
}

extension __Deprecated: FormatBridge {}

/// The bridge without a warning: its members are deprecated, their witnesses are not.
package enum FormatObjects {
  private static var bridge: any FormatBridge.Type { __Deprecated.self }

  package static func object(_ tree: FormatExpression) -> __Deprecated.Expression { bridge.object(tree) }
  package static func object(_ tree: FormatComparison) -> __Deprecated.Comparison { bridge.object(tree) }
  package static func tree(of expression: __Deprecated.Expression) -> FormatExpression { bridge.tree(of: expression) }
  package static func comparison(of predicate: NSPredicate) -> FormatComparison? { bridge.comparison(of: predicate) }
  package static func expression(_ value: Any) -> __Deprecated.Expression? { bridge.expression(value) }
}

@available(*, deprecated)
extension __Deprecated {
  package static func object(_ tree: FormatExpression) -> NSExpression {
    let object = instance(of: FormatExpressionObject.self)
    object.content = FormatExpressionObject.Content(tree)
    return object
  }

  package static func tree(of expression: NSExpression) -> FormatExpression {
    (expression as? FormatExpressionObject)?.content?.tree ?? .constant(.object(FormatObject(expression)))
  }

  package static func object(_ tree: FormatComparison) -> NSComparisonPredicate {
    let object = instance(of: FormatComparisonPredicate.self)
    object.content = FormatComparisonPredicate.Content(tree)
    return object
  }

  package static func comparison(of predicate: NSPredicate) -> FormatComparison? {
    (predicate as? FormatComparisonPredicate)?.content?.tree
  }

  package static func expression(_ value: Any) -> NSExpression? { value as? NSExpression }

  /// The classes' own initializers are unavailable and trap. Fields start as zeros, which is nil for a class reference
  /// and, for the field of Foundation's NSPredicate, the valid case `boolean(false)`.
  private static func instance<Object: AnyObject>(of type: Object.Type) -> Object {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    return Unmanaged<Object>.fromOpaque(causeway_allocate_instance(metadata)).takeRetainedValue()
  }
}
