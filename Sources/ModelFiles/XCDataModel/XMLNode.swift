/// One element of a model's XML.
final class XMLNode {
  let name: String
  let attributes: [String: String]
  fileprivate(set) var children: [XMLNode] = []

  init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  func flag(_ attribute: String) -> Bool {
    let value = attributes[attribute]
    return value == "YES" || value == "true"
  }

  func append(_ child: XMLNode) { children.append(child) }
}
