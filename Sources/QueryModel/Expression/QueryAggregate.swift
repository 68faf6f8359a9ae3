/// How the values of several objects become one. Nil is left out.
package enum QueryAggregate: Hashable, Sendable, CaseIterable {
  /// 0 of none.
  case sum
  /// With a fraction, also of whole numbers; nil of none.
  case average
  /// Nil of none.
  case minimum, maximum
}
