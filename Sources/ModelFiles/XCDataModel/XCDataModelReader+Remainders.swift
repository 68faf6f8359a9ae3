import ModelDescription

/// What the reader does not understand: named in a warning, and kept for the writer.
extension XCDataModelReader {
  mutating func userInfo(_ node: XMLNode, of place: String) -> UserInfo {
    let elements = node.children.filter { $0.name == "userInfo" }
    // A second element would be merged with the first one.
    let suffix = elements.count > 1 ? ", which is not kept" : ""
    warn(elements, attributes: [], in: place, suffix)
    let entries = elements.flatMap(\.children)
    warn(entries, attributes: ["key", "value"], in: place, suffix)
    for child in entries where child.name != "entry" {
      warn("unknown element <\(child.name)> in user info of \(place)\(suffix)")
    }
    for entry in entries where entry.name == "entry" { warn(inside: [entry], of: place, suffix) }
    var info = UserInfo()
    for entry in entries where entry.name == "entry" {
      if info.entries.updateValue(entry["value"] ?? "", forKey: entry["key"] ?? "") != nil {
        warn("user info of \(place) has the key \"\(entry["key"] ?? "")\" twice; the last one counts")
      }
    }
    return info
  }

  /// The names in constraints or compound indexes: lists of elements with one attribute each.
  mutating func lists(_ node: XMLNode, of owner: String) -> [[String]] {
    let place = "entity \(owner)"
    warn([node] + node.children, attributes: [], in: place)
    for list in node.children {
      warn(list.children, attributes: ["value"], in: place)
      warn(inside: list.children, of: place)
    }
    return Self.names(node)
  }

  mutating func remainder(
    _ node: XMLNode, _ written: [SourceAttribute], _ known: [String], of place: String, children: Set<String>
  ) -> SourceRemainder {
    var remainder = SourceRemainder(node.attributes, written: written, known: known)
    for attribute in remainder.attributes.sorted(by: { $0.name < $1.name }) {
      warn("unknown attribute \"\(attribute.name)\" of \(place)")
    }
    for child in node.children where !children.contains(child.name) && child.name != "userInfo" {
      warn("unknown element <\(child.name)> in \(place)")
      remainder.elements.append(child.element)
    }
    keepWholes(node, children, &remainder)
    return remainder
  }

  /// Keeps known elements that say more than a description holds.
  private func keepWholes(_ node: XMLNode, _ children: Set<String>, _ remainder: inout SourceRemainder) {
    let infos = node.children.filter { $0.name == "userInfo" }
    if infos.contains(where: \.children.isEmpty) { remainder.hasEmptyUserInfo = true }
    if infos.count == 1, let info = infos.first {
      let entries = info.children.filter { $0.name == "entry" }
      let known = UserInfo(
        Dictionary(entries.map { ($0["key"] ?? "", $0["value"] ?? "") }, uniquingKeysWith: { $1 }))
      if keep(info, as: XMLForm.userInfo(known), &remainder), known.isEmpty { remainder.hasEmptyUserInfo = true }
    }
    for name in ["uniquenessConstraints", "compoundIndexes"] where children.contains(name) {
      let lists = node.children.filter { $0.name == name }
      guard lists.count == 1, let list = lists.first else { continue }
      keep(list, as: XMLForm.lists(Self.names(list), name), &remainder)
    }
    for member in node.children where member.name == "memberEntity" && children.contains("memberEntity") {
      if let name = member["name"] { keep(member, as: XMLForm.member(name), &remainder) }
    }
  }

  /// - Returns: whether the element says more than the known one.
  @discardableResult private func keep(
    _ node: XMLNode, as known: SourceElement, _ remainder: inout SourceRemainder
  ) -> Bool {
    let element = node.element
    guard Self.size(element) != Self.size(known) else { return false }
    // A list without a name in it is not written at all.
    if known.children.isEmpty, known.name != "userInfo", known.name != "memberEntity" {
      remainder.elements.append(element)
    } else {
      remainder.wholes.append(.init(element, standsFor: known))
    }
    return true
  }

  /// Elements and attributes, by which one sees whether some are left over: order and spelling do not count.
  private static func size(_ element: SourceElement) -> Int {
    element.children.reduce(1 + element.attributes.count) { $0 + size($1) }
  }

  private static func names(_ node: XMLNode) -> [[String]] {
    node.children.map { $0.children.compactMap { $0["value"] } }
  }

  /// Attributes that nobody understands on elements which a description does not hold one by one.
  mutating func warn(_ nodes: [XMLNode], attributes: [String], in place: String, _ suffix: String = "") {
    for node in nodes {
      for attribute in node.attributes where !attributes.contains(attribute.name) {
        warn("unknown attribute \"\(attribute.name)\" of <\(node.name)> in \(place)\(suffix)")
      }
    }
  }

  /// Elements that nobody understands inside such elements.
  mutating func warn(inside nodes: [XMLNode], of place: String, _ suffix: String = "") {
    for node in nodes {
      for child in node.children { warn("unknown element <\(child.name)> in <\(node.name)> of \(place)\(suffix)") }
    }
  }
}
