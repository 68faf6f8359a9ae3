/// A fetch index: named, over properties or expressions.
package struct FetchIndexDescription: Hashable, Sendable, Codable {
  package var name: String
  package var elements: [Element]
  /// The predicate of a partial index, as text.
  package var partialPredicate: String?
  /// What the model's XML says beyond this description.
  package var remainder: SourceRemainder

  package struct Element: Hashable, Sendable, Codable {
    /// The property indexed, or `nil` when `expression` is.
    package var propertyName: String?
    package var expression: String?
    package var kind: Kind
    package var isAscending: Bool
    /// What the model's XML says beyond this description.
    package var remainder: SourceRemainder

    package init(
      propertyName: String?, expression: String? = nil, kind: Kind = .binary, isAscending: Bool = true,
      remainder: SourceRemainder = SourceRemainder()
    ) {
      self.propertyName = propertyName
      self.expression = expression
      self.kind = kind
      self.isAscending = isAscending
      self.remainder = remainder
    }
  }

  package enum Kind: Int, Hashable, Sendable, Codable {
    case binary = 0
    case rTree = 1
  }

  package init(
    name: String, elements: [Element], partialPredicate: String? = nil, remainder: SourceRemainder = SourceRemainder()
  ) {
    self.name = name
    self.elements = elements
    self.partialPredicate = partialPredicate
    self.remainder = remainder
  }
}
