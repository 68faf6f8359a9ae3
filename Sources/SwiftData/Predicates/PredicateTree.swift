import Foundation
import QueryModel

/// A `Foundation.Predicate` as one tree of values, without the types of its nodes.
indirect enum PredicateTree {
  typealias Variable = PredicateExpressions.VariableID

  case variable(Variable)
  case property(PredicateTree, AnyKeyPath)
  case value(Any?)
  case and(PredicateTree, PredicateTree)
  case or(PredicateTree, PredicateTree)
  case not(PredicateTree)
  case comparison(QueryPredicate.ComparisonOperator, PredicateTree, PredicateTree)
  /// `isReal`: whether the result may be no number.
  case arithmetic(QueryExpression.ArithmeticOperator, PredicateTree, PredicateTree, isReal: Bool)
  case coalesce(PredicateTree, PredicateTree)
  case conditional(PredicateTree, PredicateTree, PredicateTree)
  case flatMap(PredicateTree, Variable, PredicateTree)
  case quantified(QueryPredicate.Quantifier, PredicateTree, Variable, PredicateTree)
  case filter(PredicateTree, Variable, PredicateTree)
  case membership(sequence: PredicateTree, element: PredicateTree)
  case text(QueryPredicate.TextOperator, PredicateTree, PredicateTree, TextOptions)
  case function(QueryFunction, [PredicateTree])
  case test(QueryTest, [PredicateTree])
  /// `as?`, and `as!`, behind which there is nil as well.
  case cast(PredicateTree, any Any.Type)
  case range(PredicateTree, PredicateTree, isClosed: Bool)
  case inRange(PredicateTree, range: PredicateTree)
  /// A node that has no counterpart, by its type's name.
  case unknown(String)

  init<E: PredicateExpression>(_ node: E) {
    self = (node as? any PredicateTreeNode)?.tree() ?? .unknown(String(describing: E.self))
  }

  func substituting(_ variable: Variable, by other: PredicateTree) -> PredicateTree {
    func s(_ tree: PredicateTree) -> PredicateTree { tree.substituting(variable, by: other) }
    return switch self {
    case .variable(let own): own == variable ? other : self
    case .value, .unknown: self
    case .property(let base, let path): .property(s(base), path)
    case .and(let a, let b): .and(s(a), s(b))
    case .or(let a, let b): .or(s(a), s(b))
    case .not(let a): .not(s(a))
    case .comparison(let operation, let a, let b): .comparison(operation, s(a), s(b))
    case .arithmetic(let operation, let a, let b, let isReal): .arithmetic(operation, s(a), s(b), isReal: isReal)
    case .coalesce(let a, let b): .coalesce(s(a), s(b))
    case .conditional(let a, let b, let c): .conditional(s(a), s(b), s(c))
    case .flatMap(let a, let own, let b): .flatMap(s(a), own, s(b))
    case .quantified(let quantifier, let a, let own, let b): .quantified(quantifier, s(a), own, s(b))
    case .filter(let a, let own, let b): .filter(s(a), own, s(b))
    case .membership(let a, let b): .membership(sequence: s(a), element: s(b))
    case .text(let operation, let a, let b, let options): .text(operation, s(a), s(b), options)
    case .function(let function, let arguments): .function(function, arguments.map(s))
    case .test(let test, let arguments): .test(test, arguments.map(s))
    case .cast(let a, let type): .cast(s(a), type)
    case .range(let a, let b, let isClosed): .range(s(a), s(b), isClosed: isClosed)
    case .inRange(let a, let range): .inRange(s(a), range: s(range))
    }
  }
}
