/// What becomes of a new object whose unique values a row has already.
package enum UniquenessPolicy: Sendable {
  /// The row takes the new object's values.
  case replace
  /// The save fails.
  case fail
  /// The row stays as it is.
  case keep
}
