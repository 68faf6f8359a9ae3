extension __PredicateNodes {
  /// `x == nil` where the wrapped type is not equatable.
  public typealias IsNil<L: PredicateExpression, W> = Nodes.Equal<
    Nodes.OptionalFlatMap<L, W, Nodes.Value<Bool>, Bool>, Nodes.NilLiteral<Bool>
  > where L.Output == W?
  public typealias IsNotNil<L: PredicateExpression, W> = Nodes.NotEqual<
    Nodes.OptionalFlatMap<L, W, Nodes.Value<Bool>, Bool>, Nodes.NilLiteral<Bool>
  > where L.Output == W?

  public static func equal<L: PredicateExpression, R: PredicateExpression>(
    _ left: L, _ right: R
  ) -> Nodes.Equal<L, R> where L.Output == R.Output, L.Output: Equatable { .init(lhs: left, rhs: right) }

  public static func equal<L: PredicateExpression>(
    _ left: L, value: L.Output
  ) -> Nodes.Equal<L, Nodes.Value<L.Output>> where L.Output: Equatable { .init(lhs: left, rhs: .init(value)) }

  public static func equal<R: PredicateExpression>(
    value: R.Output, _ right: R
  ) -> Nodes.Equal<Nodes.Value<R.Output>, R> where R.Output: Equatable { .init(lhs: .init(value), rhs: right) }

  public static func equal<L: PredicateExpression, W: Equatable>(
    _ left: L, null: ()
  ) -> Nodes.Equal<L, Nodes.NilLiteral<W>> where L.Output == W? { .init(lhs: left, rhs: .init()) }

  public static func equal<L: PredicateExpression, W>(
    _ left: L, null: ()
  ) -> IsNil<L, W> where L.Output == W? { .init(lhs: .init(left) { _ in .init(true) }, rhs: .init()) }

  public static func equal<R: PredicateExpression, W: Equatable>(
    null: (), _ right: R
  ) -> Nodes.Equal<Nodes.NilLiteral<W>, R> where R.Output == W? { .init(lhs: .init(), rhs: right) }

  /// The side that is not optional is lifted.
  public static func equal<L: PredicateExpression, R: PredicateExpression>(
    _ left: L, _ right: R
  ) -> Nodes.Equal<L, Lift<R>> where L.Output == R.Output?, R.Output: Equatable {
    .init(lhs: left, rhs: lift(right))
  }

  public static func equal<L: PredicateExpression, R: PredicateExpression>(
    _ left: L, _ right: R
  ) -> Nodes.Equal<Lift<L>, R> where R.Output == L.Output?, L.Output: Equatable {
    .init(lhs: lift(left), rhs: right)
  }

  /// A captured optional against a property that is none.
  @_disfavoredOverload public static func equal<L: PredicateExpression>(
    _ left: L, value: L.Output?
  ) -> Nodes.Equal<Lift<L>, Nodes.Value<L.Output?>> where L.Output: Equatable {
    .init(lhs: lift(left), rhs: .init(value))
  }

  @_disfavoredOverload public static func equal<R: PredicateExpression>(
    value: R.Output?, _ right: R
  ) -> Nodes.Equal<Nodes.Value<R.Output?>, Lift<R>> where R.Output: Equatable {
    .init(lhs: .init(value), rhs: lift(right))
  }

  // MARK: not equal

  public static func notEqual<L: PredicateExpression, R: PredicateExpression>(
    _ left: L, _ right: R
  ) -> Nodes.NotEqual<L, R> where L.Output == R.Output, L.Output: Equatable { .init(lhs: left, rhs: right) }

  public static func notEqual<L: PredicateExpression>(
    _ left: L, value: L.Output
  ) -> Nodes.NotEqual<L, Nodes.Value<L.Output>> where L.Output: Equatable { .init(lhs: left, rhs: .init(value)) }

  public static func notEqual<R: PredicateExpression>(
    value: R.Output, _ right: R
  ) -> Nodes.NotEqual<Nodes.Value<R.Output>, R> where R.Output: Equatable { .init(lhs: .init(value), rhs: right) }

  public static func notEqual<L: PredicateExpression, W: Equatable>(
    _ left: L, null: ()
  ) -> Nodes.NotEqual<L, Nodes.NilLiteral<W>> where L.Output == W? { .init(lhs: left, rhs: .init()) }

  public static func notEqual<L: PredicateExpression, W>(
    _ left: L, null: ()
  ) -> IsNotNil<L, W> where L.Output == W? { .init(lhs: .init(left) { _ in .init(true) }, rhs: .init()) }

  public static func notEqual<R: PredicateExpression, W: Equatable>(
    null: (), _ right: R
  ) -> Nodes.NotEqual<Nodes.NilLiteral<W>, R> where R.Output == W? { .init(lhs: .init(), rhs: right) }

  public static func notEqual<L: PredicateExpression, R: PredicateExpression>(
    _ left: L, _ right: R
  ) -> Nodes.NotEqual<L, Lift<R>> where L.Output == R.Output?, R.Output: Equatable {
    .init(lhs: left, rhs: lift(right))
  }

  public static func notEqual<L: PredicateExpression, R: PredicateExpression>(
    _ left: L, _ right: R
  ) -> Nodes.NotEqual<Lift<L>, R> where R.Output == L.Output?, L.Output: Equatable {
    .init(lhs: lift(left), rhs: right)
  }

  @_disfavoredOverload public static func notEqual<L: PredicateExpression>(
    _ left: L, value: L.Output?
  ) -> Nodes.NotEqual<Lift<L>, Nodes.Value<L.Output?>> where L.Output: Equatable {
    .init(lhs: lift(left), rhs: .init(value))
  }

  @_disfavoredOverload public static func notEqual<R: PredicateExpression>(
    value: R.Output?, _ right: R
  ) -> Nodes.NotEqual<Nodes.Value<R.Output?>, Lift<R>> where R.Output: Equatable {
    .init(lhs: .init(value), rhs: lift(right))
  }
}
