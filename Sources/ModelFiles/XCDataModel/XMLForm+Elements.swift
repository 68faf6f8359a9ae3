import ModelDescription

/// Elements that a description does not hold one by one, as Xcode would write them.
extension XMLForm {
  /// Constraints or compound indexes: lists of elements with one attribute each.
  static func lists(_ lists: [[String]], _ outer: String) -> SourceElement {
    let (inner, entry) =
      outer == "compoundIndexes" ? ("compoundIndex", "index") : ("uniquenessConstraint", "constraint")
    return SourceElement(
      name: outer,
      children: lists.map { names in
        SourceElement(
          name: inner,
          children: names.map { SourceElement(name: entry, attributes: [SourceAttribute("value", $0)]) })
      })
  }

  static func member(_ entityName: String) -> SourceElement {
    SourceElement(name: "memberEntity", attributes: [SourceAttribute("name", entityName)])
  }

  static func userInfo(_ info: UserInfo, _ remainder: SourceRemainder) -> [SourceElement] {
    info.isEmpty && !remainder.hasEmptyUserInfo ? [] : [userInfo(info)]
  }

  static func userInfo(_ info: UserInfo) -> SourceElement {
    let entries = info.entries.sorted { left, right in
      let (a, b) = (left.key.lowercased(), right.key.lowercased())
      return a == b ? left.key.precedesLiterally(right.key) : a.precedesLiterally(b)
    }
    return SourceElement(
      name: "userInfo",
      children: entries.map {
        SourceElement(
          name: "entry", attributes: [SourceAttribute("key", $0.key), SourceAttribute("value", $0.value)])
      })
  }
}
