/// What `#Predicate` expands to besides Foundation's own builders. Not for use by hand.
///
/// A constant takes the type of the other side (`L.Output`), so that literals, implicit members and optionals need no
/// search by the type checker.
public enum __PredicateNodes {
  public typealias Nodes = Foundation.PredicateExpressions
  /// A node of type `W` as one of type `W?`, made of Foundation's nodes only.
  public typealias Lift<R: PredicateExpression> = Nodes.OptionalFlatMap<Nodes.Value<Bool?>, Bool, R, R.Output>

  static func lift<R: PredicateExpression>(_ node: R) -> Lift<R> { Lift(Nodes.Value(true)) { _ in node } }

  // MARK: order and arithmetic

  public static func compare<L: PredicateExpression, R: PredicateExpression>(
    _ left: L, _ right: R, _ operation: Nodes.ComparisonOperator
  ) -> Nodes.Comparison<L, R> where L.Output == R.Output, L.Output: Comparable {
    .init(lhs: left, rhs: right, op: operation)
  }

  public static func compare<L: PredicateExpression>(
    _ left: L, value: L.Output, _ operation: Nodes.ComparisonOperator
  ) -> Nodes.Comparison<L, Nodes.Value<L.Output>> where L.Output: Comparable {
    .init(lhs: left, rhs: .init(value), op: operation)
  }

  public static func compare<R: PredicateExpression>(
    value: R.Output, _ right: R, _ operation: Nodes.ComparisonOperator
  ) -> Nodes.Comparison<Nodes.Value<R.Output>, R> where R.Output: Comparable {
    .init(lhs: .init(value), rhs: right, op: operation)
  }

  public static func arithmetic<L: PredicateExpression, R: PredicateExpression>(
    _ left: L, _ right: R, _ operation: Nodes.ArithmeticOperator
  ) -> Nodes.Arithmetic<L, R> where L.Output == R.Output, L.Output: Numeric {
    .init(lhs: left, rhs: right, op: operation)
  }

  public static func arithmetic<L: PredicateExpression>(
    _ left: L, value: L.Output, _ operation: Nodes.ArithmeticOperator
  ) -> Nodes.Arithmetic<L, Nodes.Value<L.Output>> where L.Output: Numeric {
    .init(lhs: left, rhs: .init(value), op: operation)
  }

  public static func arithmetic<R: PredicateExpression>(
    value: R.Output, _ right: R, _ operation: Nodes.ArithmeticOperator
  ) -> Nodes.Arithmetic<Nodes.Value<R.Output>, R> where R.Output: Numeric {
    .init(lhs: .init(value), rhs: right, op: operation)
  }

  public static func divide<L: PredicateExpression, R: PredicateExpression>(
    _ left: L, _ right: R
  ) -> Nodes.IntDivision<L, R> where L.Output == R.Output, L.Output: BinaryInteger { .init(lhs: left, rhs: right) }

  public static func divide<L: PredicateExpression, R: PredicateExpression>(
    _ left: L, _ right: R
  ) -> Nodes.FloatDivision<L, R> where L.Output == R.Output, L.Output: FloatingPoint { .init(lhs: left, rhs: right) }

  public static func divide<L: PredicateExpression>(
    _ left: L, value: L.Output
  ) -> Nodes.IntDivision<L, Nodes.Value<L.Output>> where L.Output: BinaryInteger {
    .init(lhs: left, rhs: .init(value))
  }

  public static func divide<L: PredicateExpression>(
    _ left: L, value: L.Output
  ) -> Nodes.FloatDivision<L, Nodes.Value<L.Output>> where L.Output: FloatingPoint {
    .init(lhs: left, rhs: .init(value))
  }

  public static func divide<R: PredicateExpression>(
    value: R.Output, _ right: R
  ) -> Nodes.IntDivision<Nodes.Value<R.Output>, R> where R.Output: BinaryInteger {
    .init(lhs: .init(value), rhs: right)
  }

  public static func divide<R: PredicateExpression>(
    value: R.Output, _ right: R
  ) -> Nodes.FloatDivision<Nodes.Value<R.Output>, R> where R.Output: FloatingPoint {
    .init(lhs: .init(value), rhs: right)
  }

  public static func remainder<L: PredicateExpression, R: PredicateExpression>(
    _ left: L, _ right: R
  ) -> Nodes.IntRemainder<L, R> where L.Output == R.Output, L.Output: BinaryInteger { .init(lhs: left, rhs: right) }

  public static func remainder<L: PredicateExpression>(
    _ left: L, value: L.Output
  ) -> Nodes.IntRemainder<L, Nodes.Value<L.Output>> where L.Output: BinaryInteger {
    .init(lhs: left, rhs: .init(value))
  }

  public static func remainder<R: PredicateExpression>(
    value: R.Output, _ right: R
  ) -> Nodes.IntRemainder<Nodes.Value<R.Output>, R> where R.Output: BinaryInteger {
    .init(lhs: .init(value), rhs: right)
  }

  // MARK: nil and choice

  public static func coalesce<L: PredicateExpression, R: PredicateExpression>(
    _ left: L, _ right: R
  ) -> Nodes.NilCoalesce<L, R> where L.Output == R.Output? { .init(lhs: left, rhs: right) }

  public static func coalesce<L: PredicateExpression, W>(
    _ left: L, value: W
  ) -> Nodes.NilCoalesce<L, Nodes.Value<W>> where L.Output == W? { .init(lhs: left, rhs: .init(value)) }

  public static func conditional<T: PredicateExpression, A: PredicateExpression, B: PredicateExpression>(
    _ test: T, _ yes: A, _ no: B
  ) -> Nodes.Conditional<T, A, B> where T.Output == Bool, A.Output == B.Output {
    .init(test: test, trueBranch: yes, falseBranch: no)
  }

  public static func conditional<T: PredicateExpression, A: PredicateExpression>(
    _ test: T, _ yes: A, value no: A.Output
  ) -> Nodes.Conditional<T, A, Nodes.Value<A.Output>> where T.Output == Bool {
    .init(test: test, trueBranch: yes, falseBranch: .init(no))
  }

  public static func conditional<T: PredicateExpression, B: PredicateExpression>(
    _ test: T, value yes: B.Output, _ no: B
  ) -> Nodes.Conditional<T, Nodes.Value<B.Output>, B> where T.Output == Bool {
    .init(test: test, trueBranch: .init(yes), falseBranch: no)
  }

  public static func conditional<T: PredicateExpression, V>(
    _ test: T, value yes: V, value no: V
  ) -> Nodes.Conditional<T, Nodes.Value<V>, Nodes.Value<V>> where T.Output == Bool {
    .init(test: test, trueBranch: .init(yes), falseBranch: .init(no))
  }
}
