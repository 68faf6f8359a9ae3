/// The bounds that a model sets on an attribute; each is `nil` when the model is silent.
package struct AttributeValidation: Hashable, Sendable, Codable {
  /// Smallest and largest value of numbers and dates; lengths of text are in `minimumLength`/`maximumLength`.
  package var minimum: AttributeValue?
  package var maximum: AttributeValue?
  /// Lengths in characters (text).
  package var minimumLength: Int?
  package var maximumLength: Int?
  package var regularExpression: String?
  /// Predicates of an archived model that are none of the above, as text.
  package var otherPredicates: [String]

  package init(
    minimum: AttributeValue? = nil, maximum: AttributeValue? = nil, minimumLength: Int? = nil,
    maximumLength: Int? = nil, regularExpression: String? = nil, otherPredicates: [String] = []
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.regularExpression = regularExpression
    self.otherPredicates = otherPredicates
  }

  package var isEmpty: Bool { self == AttributeValidation() }
}
