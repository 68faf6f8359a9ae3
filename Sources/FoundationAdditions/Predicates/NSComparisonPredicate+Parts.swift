public import Foundation
import QueryModel

extension __FactoryMade where Self: __Deprecated.Comparison {
  /// A comparison of two expressions.
  public init(
    leftExpression lhs: __Deprecated.Expression, rightExpression rhs: __Deprecated.Expression,
    modifier: __Deprecated.Modifier, type: __Deprecated.Operator, options: __Deprecated.Options = []
  ) {
    let comparison = FormatComparison(
      FormatObjects.tree(of: lhs), FormatOperator(type), FormatObjects.tree(of: rhs), options: FormatOptions(options),
      modifier: FormatModifier(modifier))
    let object = FormatObjects.object(comparison)
    guard let made = object as? Self else {
      fatalError("A comparison predicate is a \(Swift.type(of: object)), not a \(Self.self).")
    }
    self.init(made: made)
  }

  private var parts: FormatComparison {
    FormatObjects.comparison(of: self) ?? FormatComparison(.constant(.null), .equal, .constant(.null))
  }

  public var leftExpression: __Deprecated.Expression { FormatObjects.object(parts.left) }
  public var rightExpression: __Deprecated.Expression { FormatObjects.object(parts.right) }

  public var predicateOperatorType: __Deprecated.Operator { parts.operation.foundation }
  public var comparisonPredicateModifier: __Deprecated.Modifier { parts.modifier.foundation }
  public var options: __Deprecated.Options { __Deprecated.Options(rawValue: UInt(parts.options.rawValue)) }
}

extension FormatOperator {
  /// In the order of Foundation's cases on Linux, whose numbers are not Apple's.
  private static let foundationOrder: [FormatOperator] = [
    .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .matches, .like, .beginsWith, .endsWith, .in,
    .contains, .between,
  ]

  init(_ operation: __Deprecated.Operator) {
    let position = Int(operation.rawValue)
    self = Self.foundationOrder.indices.contains(position) ? Self.foundationOrder[position] : .equal
  }

  var foundation: __Deprecated.Operator {
    guard let position = Self.foundationOrder.firstIndex(of: self),
      let operation = __Deprecated.Operator(rawValue: UInt(position))
    else { fatalError("Foundation has no operator \(rawValue).") }
    return operation
  }
}

extension FormatModifier {
  init(_ modifier: __Deprecated.Modifier) {
    switch modifier.rawValue {
    case 1: self = .all
    case 2: self = .any
    default: self = .direct
    }
  }

  var foundation: __Deprecated.Modifier {
    let number: UInt =
      switch self {
      case .direct: 0
      case .all: 1
      case .any: 2
      }
    guard let modifier = __Deprecated.Modifier(rawValue: number) else {
      fatalError("Foundation has no modifier \(self).")
    }
    return modifier
  }
}

extension FormatOptions {
  /// Foundation's bits are Apple's: c 1, d 2, n 4; Apple's private 8 is l.
  init(_ options: __Deprecated.Options) { self.init(rawValue: Int(truncatingIfNeeded: options.rawValue) & 15) }
}
