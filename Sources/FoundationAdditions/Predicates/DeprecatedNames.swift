public import Foundation

/// Names that Linux's Foundation marks deprecated, to be written without a warning.
///
/// The deprecation says that Foundation alone cannot do anything with them; here they work. Types inferred from a member
/// carry no deprecation, so the names stand in one deprecated extension and nowhere else.
public protocol __DeprecatedNames {
  associatedtype Expression: NSObject
  associatedtype ExpressionKind: RawRepresentable<UInt>
  associatedtype Comparison: NSPredicate
  associatedtype Modifier: RawRepresentable<UInt>
  associatedtype Operator: RawRepresentable<UInt>
  associatedtype Options: OptionSet, RawRepresentable<UInt>

  static func __names(
    _ expression: Expression, _ kind: ExpressionKind, _ comparison: Comparison, _ modifier: Modifier,
    _ operation: Operator, _ options: Options)
}

public enum __Deprecated: __DeprecatedNames {}

@available(*, deprecated)
extension __Deprecated {
  public static func __names(
    _ expression: NSExpression, _ kind: NSExpression.ExpressionType, _ comparison: NSComparisonPredicate,
    _ modifier: NSComparisonPredicate.Modifier, _ operation: NSComparisonPredicate.Operator,
    _ options: NSComparisonPredicate.Options
  ) {}
}
