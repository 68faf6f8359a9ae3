/// The names under which stores register what their SQL lacks, so that rows answer as `QueryEvaluator` does.
package enum StoreFunction {
  /// Operator number, two numbers, 1 for decimals: fails where `QueryNumber.combined` throws.
  package static let arithmetic = "causeway_arithmetic"
  /// Two texts and the order's number: -1, 0 or 1.
  package static let order = "causeway_order"
  /// Text and pattern: 1 where the pattern matches somewhere.
  package static let pattern = "causeway_pattern"
  /// Number of characters of a text, as Swift counts them.
  package static let length = "causeway_length"
  /// A number as the nearest that a `Float` holds.
  package static let float = "causeway_float"
}
