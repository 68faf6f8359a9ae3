/// A computation that is neither arithmetic nor a choice. Nil arguments give nil.
package enum QueryFunction: Hashable, Sendable {
  /// The element at a position of a collection.
  case element
  /// What a dictionary has for a key.
  case entry
  /// The elements from one position up to another, which is not included.
  case slice
  /// Of a collection; nil of an empty one.
  case minimum, maximum
  /// Number of elements.
  case size
  /// How two texts stand to each other: -1, 0 or 1.
  case order(TextOrder)
  /// The nearest number that a `Float` holds.
  case float
}

/// A test of values that is no comparison. Nil arguments answer no.
package enum QueryTest: Hashable, Sendable {
  /// Whether a collection has an element.
  case containsElement
  /// Whether a collection has the elements of another in that order, one after the other.
  case containsCollection
  /// Whether a collection begins with the elements of another.
  case beginsWithCollection
  /// Whether a regular expression matches somewhere in a text.
  case containsPattern
}

/// An order of texts other than that of their bytes.
package enum TextOrder: Int, Hashable, Sendable {
  case caseInsensitive = 1
  case localized = 2
}
