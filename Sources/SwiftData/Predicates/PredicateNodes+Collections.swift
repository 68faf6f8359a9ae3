/// `captured.contains($0.property)`.
extension __PredicateNodes {
  public static func contains<S: Sequence, R: PredicateExpression>(
    value: S, _ element: R
  ) -> Nodes.SequenceContains<Nodes.Value<S>, R> where S.Element == R.Output, S.Element: Equatable {
    Nodes.SequenceContains(sequence: .init(value), element: element)
  }

  public static func contains<C: Collection, R: PredicateExpression>(
    value: C, _ other: R
  ) -> Nodes.CollectionContainsCollection<Nodes.Value<C>, R>
  where R.Output: Collection, C.Element == R.Output.Element, C.Element: Equatable {
    Nodes.CollectionContainsCollection(base: .init(value), other: other)
  }

  public static func contains<X: RangeExpression, R: PredicateExpression>(
    value: X, _ element: R
  ) -> Nodes.RangeExpressionContains<Nodes.Value<X>, R> where X.Bound == R.Output {
    Nodes.RangeExpressionContains(range: .init(value), element: element)
  }

  /// A range of whole numbers is both a sequence and a range.
  public static func contains<X: RangeExpression & Sequence, R: PredicateExpression>(
    value: X, _ element: R
  ) -> Nodes.RangeExpressionContains<Nodes.Value<X>, R> where X.Bound == R.Output, X.Element == R.Output {
    Nodes.RangeExpressionContains(range: .init(value), element: element)
  }

  /// Captured values against an optional property.
  @_disfavoredOverload public static func contains<R: PredicateExpression>(
    value: [R.Output], _ element: R
  ) -> Nodes.SequenceContains<Nodes.Value<[R.Output]>, R> where R.Output: Equatable {
    Nodes.SequenceContains(sequence: .init(value), element: element)
  }
}
