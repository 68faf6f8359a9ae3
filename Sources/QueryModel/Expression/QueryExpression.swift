/// A value computed from an object: the store-neutral form of every predicate spelling's operands.
package indirect enum QueryExpression: Hashable, Sendable {
  case constant(QueryConstant)
  /// Properties followed from a variable: `$0.book.title` is `path(.root, ["book", "title"])`. An empty path is the
  /// object itself.
  case path(QueryVariable, [String])
  /// Number of objects at the end of a path through one to-many.
  case count(QueryVariable, [String])
  case arithmetic(ArithmeticOperator, QueryExpression, QueryExpression)
  /// `a ?? b`
  case coalesce(QueryExpression, QueryExpression)
  case conditional(QueryPredicate, QueryExpression, QueryExpression)
  /// A function of predicate formats over values.
  case computed(QueryComputation, [QueryExpression])
  /// What the members of a to-many that satisfy a condition give together; nil behind a to-one that is nil.
  case aggregate(
    QueryAggregate, QueryVariable, [String], binding: QueryVariable, where: QueryPredicate, of: QueryExpression)
  case call(QueryFunction, [QueryExpression])
  /// Number of objects at the end of a path through one to-many that satisfy a condition; nil behind a nil.
  case countWhere(QueryVariable, [String], binding: QueryVariable, QueryPredicate)
  /// The elements of a collection of values that satisfy a condition.
  case selection(QueryExpression, binding: QueryVariable, QueryPredicate)

  package enum ArithmeticOperator: Int, Hashable, Sendable {
    case add, subtract, multiply, divide, remainder
  }
}
