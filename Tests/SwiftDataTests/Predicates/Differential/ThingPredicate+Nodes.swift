import Foundation
import Testing

@testable import SwiftData

/// One node each, of operands whose types are not known.
extension ThingPredicate {
  func get<Root, Value>(_ root: Node<Root>, _ path: any KeyPath<Root, Value> & Sendable) -> Node<Value> {
    func make<R: StandardPredicateExpression<Root>>(_ root: R) -> Node<Value> {
      P.build_KeyPath(root: root, keyPath: path)
    }
    return make(root)
  }

  func both(_ a: Node<Bool>, _ b: Node<Bool>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(_ l: L, _ r: R) -> Node<Bool>
    {
      P.Conjunction(lhs: l, rhs: r)
    }
    return make(a, b)
  }

  func either(_ a: Node<Bool>, _ b: Node<Bool>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(_ l: L, _ r: R) -> Node<Bool>
    {
      P.Disjunction(lhs: l, rhs: r)
    }
    return make(a, b)
  }

  func not(_ a: Node<Bool>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<Bool>>(_ l: L) -> Node<Bool> { P.Negation(l) }
    return make(a)
  }

  func choice<V>(_ test: Node<Bool>, _ yes: Node<V>, _ no: Node<V>) -> Node<V> {
    func make<
      T: StandardPredicateExpression<Bool>, A: StandardPredicateExpression<V>, B: StandardPredicateExpression<V>
    >(_ t: T, _ a: A, _ b: B) -> Node<V> { P.Conditional(test: t, trueBranch: a, falseBranch: b) }
    return make(test, yes, no)
  }

  func same<V: Equatable>(_ isEqual: Bool, _ a: Node<V>, _ b: Node<V>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<V>, R: StandardPredicateExpression<V>>(_ l: L, _ r: R) -> Node<Bool> {
      isEqual ? P.Equal(lhs: l, rhs: r) : P.NotEqual(lhs: l, rhs: r)
    }
    return make(a, b)
  }

  func isNil<V>(_ isEqual: Bool, _ a: Node<V?>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<V?>>(_ l: L) -> Node<Bool> {
      isEqual ? __PredicateNodes.equal(l, null: ()) : __PredicateNodes.notEqual(l, null: ())
    }
    return make(a)
  }

  func order<V: Comparable>(_ operation: Int, _ a: Node<V>, _ b: Node<V>) -> Node<Bool> {
    let operations: [P.ComparisonOperator] = [.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual]
    func make<L: StandardPredicateExpression<V>, R: StandardPredicateExpression<V>>(_ l: L, _ r: R) -> Node<Bool> {
      P.Comparison(lhs: l, rhs: r, op: operations[operation])
    }
    return make(a, b)
  }

  func computed<V: Numeric>(_ operation: Int, _ a: Node<V>, _ b: Node<V>) -> Node<V> {
    let operations: [P.ArithmeticOperator] = [.add, .subtract, .multiply]
    func make<L: StandardPredicateExpression<V>, R: StandardPredicateExpression<V>>(_ l: L, _ r: R) -> Node<V> {
      P.Arithmetic(lhs: l, rhs: r, op: operations[operation])
    }
    return make(a, b)
  }

  func divided(_ a: Node<Int>, _ b: Node<Int>) -> Node<Int> {
    func make<L: StandardPredicateExpression<Int>, R: StandardPredicateExpression<Int>>(_ l: L, _ r: R) -> Node<Int> {
      P.IntDivision(lhs: l, rhs: r)
    }
    return make(a, b)
  }

  func remainder(_ a: Node<Int>, _ b: Node<Int>) -> Node<Int> {
    func make<L: StandardPredicateExpression<Int>, R: StandardPredicateExpression<Int>>(_ l: L, _ r: R) -> Node<Int> {
      P.IntRemainder(lhs: l, rhs: r)
    }
    return make(a, b)
  }

  func quotient(_ a: Node<Double>, _ b: Node<Double>) -> Node<Double> {
    func make<L: StandardPredicateExpression<Double>, R: StandardPredicateExpression<Double>>(
      _ l: L, _ r: R
    ) -> Node<Double> { P.FloatDivision(lhs: l, rhs: r) }
    return make(a, b)
  }

  func minus(_ a: Node<Int>) -> Node<Int> {
    func make<L: StandardPredicateExpression<Int>>(_ l: L) -> Node<Int> { P.UnaryMinus(l) }
    return make(a)
  }

  func coalesce<V>(_ a: Node<V?>, _ b: Node<V>) -> Node<V> {
    func make<L: StandardPredicateExpression<V?>, R: StandardPredicateExpression<V>>(_ l: L, _ r: R) -> Node<V> {
      P.NilCoalesce(lhs: l, rhs: r)
    }
    return make(a, b)
  }

  func flatMap<W, V>(_ a: Node<W?>, _ body: (Node<W>) -> Node<V>) -> Node<V?> {
    func make<L: StandardPredicateExpression<W?>>(_ l: L) -> Node<V?> {
      func inner<R: StandardPredicateExpression<V>>(_ made: R) -> Node<V?> {
        // The node makes its own variable: the body is made again with that.
        P.OptionalFlatMap<L, W, R, V>(l) { body($0) as? R ?? made }
      }
      return inner(body(P.Variable<W>()))
    }
    return make(a)
  }

  func flatMapMaybe<W, V>(_ a: Node<W?>, _ body: (Node<W>) -> Node<V?>) -> Node<V?> {
    func make<L: StandardPredicateExpression<W?>>(_ l: L) -> Node<V?> {
      func inner<R: StandardPredicateExpression<V?>>(_ made: R) -> Node<V?> {
        P.OptionalFlatMap<L, W, R, V>(l) { body($0) as? R ?? made }
      }
      return inner(body(P.Variable<W>()))
    }
    return make(a)
  }

  // MARK: text

  func contains(_ a: Node<String>, _ b: Node<String>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<String>, R: StandardPredicateExpression<String>>(
      _ l: L, _ r: R
    ) -> Node<Bool> { P.CollectionContainsCollection(base: l, other: r) }
    return make(a, b)
  }

  func begins(_ a: Node<String>, _ b: Node<String>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<String>, R: StandardPredicateExpression<String>>(
      _ l: L, _ r: R
    ) -> Node<Bool> { P.SequenceStartsWith(base: l, prefix: r) }
    return make(a, b)
  }

  func localized(_ a: Node<String>, _ b: Node<String>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<String>, R: StandardPredicateExpression<String>>(
      _ l: L, _ r: R
    ) -> Node<Bool> { __PredicateNodes.localizedStandardContains(l, r) }
    return make(a, b)
  }

  func ignoringCase(_ a: Node<String>, _ b: Node<String>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<String>, R: StandardPredicateExpression<String>>(
      _ l: L, _ r: R
    ) -> Node<Bool> {
      P.Equal(lhs: __PredicateNodes.caseInsensitiveCompare(l, r), rhs: P.Value(ComparisonResult.orderedSame))
    }
    return make(a, b)
  }

  func localizedOrder(_ a: Node<String>, _ b: Node<String>) -> Node<ComparisonResult> {
    func make<L: StandardPredicateExpression<String>, R: StandardPredicateExpression<String>>(
      _ l: L, _ r: R
    ) -> Node<ComparisonResult> { __PredicateNodes.localizedCompare(l, r) }
    return make(a, b)
  }

  func matches(_ a: Node<String>, _ pattern: String) -> Node<Bool> {
    guard let regex = try? Regex(pattern), let known = P.PredicateRegex(regex) else {
      Issue.record("\(pattern) is no pattern")
      return P.Value(false)
    }
    func make<L: StandardPredicateExpression<String>>(_ l: L) -> Node<Bool> {
      P.build_contains(l, P.build_Arg(known))
    }
    return make(a)
  }

  func rawValue<K: RawRepresentable>(_ a: Node<K>) -> Node<K.RawValue> {
    func make<L: StandardPredicateExpression<K>>(_ l: L) -> Node<K.RawValue> {
      __PredicateNodes.rawValue(l, \.rawValue)
    }
    return make(a)
  }

  // MARK: collections

  func isEmpty<C: Collection>(_ a: Node<C>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<C>>(_ l: L) -> Node<Bool> { __PredicateNodes.isEmpty(l, \.isEmpty) }
    return make(a)
  }

  func count<C: Collection>(_ a: Node<C>) -> Node<Int> {
    func make<L: StandardPredicateExpression<C>>(_ l: L) -> Node<Int> { __PredicateNodes.count(l, \.count) }
    return make(a)
  }

  func member<V: Equatable>(_ a: Node<[V]>, _ b: Node<V>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<[V]>, R: StandardPredicateExpression<V>>(_ l: L, _ r: R) -> Node<Bool> {
      P.SequenceContains(sequence: l, element: r)
    }
    return make(a, b)
  }

  func inRange<X: RangeExpression>(_ a: Node<X>, _ b: Node<X.Bound>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<X>, R: StandardPredicateExpression<X.Bound>>(
      _ l: L, _ r: R
    ) -> Node<Bool> { P.RangeExpressionContains(range: l, element: r) }
    return make(a, b)
  }

  func any<E>(_ a: Node<[E]>, _ body: (Node<E>) -> Node<Bool>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<[E]>>(_ l: L) -> Node<Bool> {
      func inner<R: StandardPredicateExpression<Bool>>(_ made: R) -> Node<Bool> {
        P.SequenceContainsWhere<L, R>(l) { body($0) as? R ?? made }
      }
      return inner(body(P.Variable<E>()))
    }
    return make(a)
  }

  func all<E>(_ a: Node<[E]>, _ body: (Node<E>) -> Node<Bool>) -> Node<Bool> {
    func make<L: StandardPredicateExpression<[E]>>(_ l: L) -> Node<Bool> {
      func inner<R: StandardPredicateExpression<Bool>>(_ made: R) -> Node<Bool> {
        P.SequenceAllSatisfy<L, R>(l) { body($0) as? R ?? made }
      }
      return inner(body(P.Variable<E>()))
    }
    return make(a)
  }

  func filteredCount<E>(_ a: Node<[E]>, _ body: (Node<E>) -> Node<Bool>) -> Node<Int> {
    func make<L: StandardPredicateExpression<[E]>>(_ l: L) -> Node<Int> {
      func inner<R: StandardPredicateExpression<Bool>>(_ made: R) -> Node<Int> {
        count(P.Filter<L, R>(l) { body($0) as? R ?? made })
      }
      return inner(body(P.Variable<E>()))
    }
    return make(a)
  }
}
