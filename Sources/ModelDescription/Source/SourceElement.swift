/// An XML element of a model's file, kept as it stands.
package struct SourceElement: Hashable, Sendable, Codable {
  package var name: String
  package var attributes: [SourceAttribute]
  package var children: [SourceElement]

  package init(name: String, attributes: [SourceAttribute] = [], children: [SourceElement] = []) {
    self.name = name
    self.attributes = attributes
    self.children = children
  }

  package subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.text }
}

/// An XML attribute of a model's file.
package struct SourceAttribute: Hashable, Sendable, Codable {
  package var name: String
  package var text: String

  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
