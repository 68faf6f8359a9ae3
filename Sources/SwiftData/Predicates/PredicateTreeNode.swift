import Foundation
import QueryModel

/// What a node of Foundation's says about itself.
///
/// Conformances do not depend on the operands' types: children are reached by a dynamic cast.
protocol PredicateTreeNode {
  func tree() -> PredicateTree
}

typealias PredicateNode = Foundation.PredicateExpressions

extension PredicateNode.Variable: PredicateTreeNode { func tree() -> PredicateTree { .variable(key) } }
extension PredicateNode.Value: PredicateTreeNode { func tree() -> PredicateTree { .value(value) } }
extension PredicateNode.NilLiteral: PredicateTreeNode { func tree() -> PredicateTree { .value(nil) } }
extension PredicateNode.KeyPath: PredicateTreeNode {
  func tree() -> PredicateTree {
    let root = PredicateTree(root)
    if case .value(let value?) = root, let captured = value as? any CapturedModels { return .value(captured.models) }
    return .property(root, keyPath)
  }
}
extension PredicateNode.Conjunction: PredicateTreeNode {
  func tree() -> PredicateTree { .and(PredicateTree(lhs), PredicateTree(rhs)) }
}
extension PredicateNode.Disjunction: PredicateTreeNode {
  func tree() -> PredicateTree { .or(PredicateTree(lhs), PredicateTree(rhs)) }
}
extension PredicateNode.Negation: PredicateTreeNode {
  func tree() -> PredicateTree { .not(PredicateTree(wrapped)) }
}
extension PredicateNode.UnaryMinus: PredicateTreeNode {
  func tree() -> PredicateTree { .arithmetic(.subtract, .value(0), PredicateTree(wrapped), isReal: false) }
}
extension PredicateNode.Equal: PredicateTreeNode {
  func tree() -> PredicateTree { .comparison(.equal, PredicateTree(lhs), PredicateTree(rhs)) }
}
extension PredicateNode.NotEqual: PredicateTreeNode {
  func tree() -> PredicateTree { .comparison(.notEqual, PredicateTree(lhs), PredicateTree(rhs)) }
}
extension PredicateNode.Comparison: PredicateTreeNode {
  func tree() -> PredicateTree {
    let operation: QueryPredicate.ComparisonOperator
    switch op {
    case .lessThan: operation = .less
    case .lessThanOrEqual: operation = .lessOrEqual
    case .greaterThan: operation = .greater
    case .greaterThanOrEqual: operation = .greaterOrEqual
    @unknown default: return .unknown("Comparison of \(op)")
    }
    return .comparison(operation, PredicateTree(lhs), PredicateTree(rhs))
  }
}
extension PredicateNode.Arithmetic: PredicateTreeNode {
  func tree() -> PredicateTree {
    let operation: QueryExpression.ArithmeticOperator
    switch op {
    case .add: operation = .add
    case .subtract: operation = .subtract
    case .multiply: operation = .multiply
    @unknown default: return .unknown("Arithmetic of \(op)")
    }
    return .computed(operation, lhs, rhs)
  }
}
extension PredicateNode.IntDivision: PredicateTreeNode {
  func tree() -> PredicateTree { .computed(.divide, lhs, rhs) }
}
extension PredicateNode.FloatDivision: PredicateTreeNode {
  func tree() -> PredicateTree { .computed(.divide, lhs, rhs) }
}
extension PredicateNode.IntRemainder: PredicateTreeNode {
  func tree() -> PredicateTree { .computed(.remainder, lhs, rhs) }
}
extension PredicateNode.NilCoalesce: PredicateTreeNode {
  func tree() -> PredicateTree { .coalesce(PredicateTree(lhs), PredicateTree(rhs)) }
}
extension PredicateNode.Conditional: PredicateTreeNode {
  func tree() -> PredicateTree {
    .conditional(PredicateTree(test), PredicateTree(trueBranch), PredicateTree(falseBranch))
  }
}
extension PredicateNode.ForcedUnwrap: PredicateTreeNode { func tree() -> PredicateTree { PredicateTree(inner) } }
extension PredicateNode.OptionalFlatMap: PredicateTreeNode {
  func tree() -> PredicateTree { .flatMap(PredicateTree(wrapped), variable.key, PredicateTree(transform)) }
}
extension PredicateNode.SequenceContainsWhere: PredicateTreeNode {
  func tree() -> PredicateTree { .quantified(.any, PredicateTree(sequence), variable.key, PredicateTree(test)) }
}
extension PredicateNode.SequenceAllSatisfy: PredicateTreeNode {
  func tree() -> PredicateTree { .quantified(.all, PredicateTree(sequence), variable.key, PredicateTree(test)) }
}
extension PredicateNode.Filter: PredicateTreeNode {
  func tree() -> PredicateTree { .filter(PredicateTree(sequence), variable.key, PredicateTree(filter)) }
}
extension PredicateNode.SequenceContains: PredicateTreeNode {
  func tree() -> PredicateTree {
    let sequence = PredicateTree(sequence)
    if LHS.Output.self is any PredicateView.Type, case .property(.value(let held?), _) = sequence {
      return PredicateTree.inlined(held, [PredicateTree(element)]) ?? .unknown("evaluate(_:)")
    }
    if LHS.Output.self == __LocalizedStandardView.self, case .property(let text, _) = sequence {
      return .text(.contains, text, PredicateTree(element), .localizedStandard)
    }
    return .membership(sequence: sequence, element: PredicateTree(element))
  }
}
extension PredicateNode.CollectionContainsCollection: PredicateTreeNode {
  func tree() -> PredicateTree {
    guard Base.Output.self == String.self || Base.Output.self == Substring.self else {
      return .test(.containsCollection, [PredicateTree(base), PredicateTree(other)])
    }
    return .text(.contains, PredicateTree(base), PredicateTree(other), [])
  }
}
extension PredicateNode.SequenceStartsWith: PredicateTreeNode {
  func tree() -> PredicateTree {
    guard Base.Output.self == String.self || Base.Output.self == Substring.self else {
      return .test(.beginsWithCollection, [PredicateTree(base), PredicateTree(prefix)])
    }
    return .text(.beginsWith, PredicateTree(base), PredicateTree(prefix), [])
  }
}
extension PredicateNode.CollectionIndexSubscript: PredicateTreeNode {
  func tree() -> PredicateTree {
    let wrapped = PredicateTree(wrapped)
    if Wrapped.Output.self == __TextOrderView.self, case .property(let text, let path) = wrapped {
      let order: TextOrder = path == \String.__localized ? .localized : .caseInsensitive
      return .function(.order(order), [text, PredicateTree(index)])
    }
    guard Index.Output.self == Int.self else { return .unknown("a subscript of type \(Index.Output.self)") }
    return .function(.element, [wrapped, PredicateTree(index)])
  }
}
extension PredicateNode.RangeExpressionContains: PredicateTreeNode {
  func tree() -> PredicateTree { .inRange(PredicateTree(element), range: PredicateTree(range)) }
}
extension PredicateNode.Range: PredicateTreeNode {
  func tree() -> PredicateTree { .range(PredicateTree(lower), PredicateTree(upper), isClosed: false) }
}
extension PredicateNode.ClosedRange: PredicateTreeNode {
  func tree() -> PredicateTree { .range(PredicateTree(lower), PredicateTree(upper), isClosed: true) }
}
extension PredicateTree {
  /// Floats are computed as such: a double rounded to a float is what a float's own arithmetic gives.
  fileprivate static func computed<L: PredicateExpression, R: PredicateExpression>(
    _ operation: QueryExpression.ArithmeticOperator, _ left: L, _ right: R
  ) -> PredicateTree {
    let result = PredicateTree.arithmetic(
      operation, PredicateTree(left), PredicateTree(right), isReal: L.Output.self is any BinaryFloatingPoint.Type)
    return L.Output.self == Float.self ? .function(.float, [result]) : result
  }
}

extension Foundation.Predicate {
  var tree: PredicateTree { PredicateTree(expression) }

  /// One for each input.
  var inputs: [PredicateTree.Variable] {
    var keys: [PredicateTree.Variable] = []
    repeat keys.append((each variable).key)
    return keys
  }
}
