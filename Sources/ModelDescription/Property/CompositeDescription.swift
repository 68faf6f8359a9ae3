/// A named composite type of a model.
package struct CompositeDescription: Hashable, Sendable, Codable {
  package var name: String
  package var elements: [AttributeDescription]
  /// What the model's XML says beyond this description.
  package var remainder: SourceRemainder

  package init(name: String, elements: [AttributeDescription], remainder: SourceRemainder = SourceRemainder()) {
    self.name = name
    self.elements = elements
    self.remainder = remainder
  }
}
