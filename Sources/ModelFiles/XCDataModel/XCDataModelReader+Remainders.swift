import ModelDescription

/// What the reader does not understand: kept where a description has a place for it, named in any case.
extension XCDataModelReader {
  mutating func userInfo(_ node: XMLNode, of place: String) -> UserInfo {
    let elements = node.children.filter { $0.name == "userInfo" }
    let entries = elements.flatMap(\.children)
    noteLoss(elements, attributes: [], in: place)
    noteLoss(entries, attributes: ["key", "value"], in: place)
    for child in entries where child.name != "entry" {
      warn("unknown element <\(child.name)> in user info of \(place), which is not kept")
    }
    var info = UserInfo()
    for entry in entries where entry.name == "entry" {
      if info.entries.updateValue(entry["value"] ?? "", forKey: entry["key"] ?? "") != nil {
        warn("user info of \(place) has the key \"\(entry["key"] ?? "")\" twice; the last one counts")
      }
    }
    return info
  }

  mutating func remainder(
    _ node: XMLNode, _ written: [SourceAttribute], _ known: [String], of place: String, children: Set<String>
  ) -> SourceRemainder {
    var remainder = SourceRemainder(node.attributes, written: written, known: known)
    for attribute in remainder.attributes.sorted(by: { $0.name < $1.name }) {
      warn("unknown attribute \"\(attribute.name)\" of \(place)")
    }
    for child in node.children where !children.contains(child.name) {
      if child.name == "userInfo" {
        if child.children.isEmpty { remainder.hasEmptyUserInfo = true }
      } else {
        warn("unknown element <\(child.name)> in \(place)")
        remainder.elements.append(child.element)
      }
    }
    return remainder
  }

  /// Attributes that nobody understands on elements which a description does not hold one by one.
  mutating func noteLoss(_ nodes: [XMLNode], attributes: [String], in place: String) {
    for node in nodes {
      for attribute in node.attributes where !attributes.contains(attribute.name) {
        warn("unknown attribute \"\(attribute.name)\" of <\(node.name)> in \(place), which is not kept")
      }
    }
  }
}
