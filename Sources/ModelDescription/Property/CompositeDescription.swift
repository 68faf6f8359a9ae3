/// A named composite type of a model.
package struct CompositeDescription: Hashable, Sendable, Codable {
  package var name: String
  package var elements: [AttributeDescription]

  package init(name: String, elements: [AttributeDescription]) {
    self.name = name
    self.elements = elements
  }
}
