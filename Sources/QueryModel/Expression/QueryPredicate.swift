/// A condition over one object.
package indirect enum QueryPredicate: Hashable, Sendable {
  case constant(Bool)
  case and([QueryPredicate])
  case or([QueryPredicate])
  case not(QueryPredicate)
  case comparison(ComparisonOperator, QueryExpression, QueryExpression)
  /// Text tests; see `TextOptions` for case and diacritics.
  case text(TextOperator, QueryExpression, QueryExpression, TextOptions)
  /// `element` is one of the values of a constant collection.
  case membership(QueryExpression, [QueryConstant])
  /// A condition on the objects at the end of a path through one to-many.
  case quantified(Quantifier, QueryVariable, [String], binding: QueryVariable, QueryPredicate)
  /// A condition on the elements of a collection of values.
  case quantifiedValues(Quantifier, QueryExpression, binding: QueryVariable, QueryPredicate)
  case test(QueryTest, [QueryExpression])
  /// A Boolean property, expression or nested condition used as a value.
  case truth(QueryExpression)

  package enum ComparisonOperator: Hashable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }

  package enum TextOperator: Hashable, Sendable {
    case contains, beginsWith, endsWith, equal, like
    /// A regular expression over the whole text.
    case matches
  }

  package enum Quantifier: Hashable, Sendable {
    /// At least one element satisfies the condition.
    case any
    /// Every element does; true of none.
    case all
  }
}
