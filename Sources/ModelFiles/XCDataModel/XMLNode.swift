import ModelDescription

/// One element of a model's XML.
final class XMLNode {
  let name: String
  /// In the file's order; no name stands twice.
  let attributes: [SourceAttribute]
  fileprivate(set) var children: [XMLNode] = []
  /// The text between its tags, where the reader was asked for it.
  fileprivate(set) var text = ""

  init(name: String, attributes: [SourceAttribute]) {
    self.name = name
    self.attributes = attributes
  }

  subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.text }

  func flag(_ attribute: String) -> Bool {
    let value = self[attribute]
    return value == "YES" || value == "true"
  }

  func append(_ child: XMLNode) { children.append(child) }

  func append(text more: String) { text += more }

  /// The element as a value. Its depth is bounded by the reader.
  var element: SourceElement {
    SourceElement(name: name, attributes: attributes, children: children.map(\.element))
  }
}
