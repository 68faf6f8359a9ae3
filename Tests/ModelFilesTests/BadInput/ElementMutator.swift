import ModelDescription
import TestKit

/// Damages a model's XML as a tree, so that the text stays well-formed and readers get past its syntax.
struct ElementMutator {
  private var generator: SeededGenerator
  private var texts: [String] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// One to six faults in a copy of the tree.
  mutating func mutated(_ root: SourceElement) -> SourceElement {
    if texts.isEmpty {
      texts = Self.texts(of: root) + ["", "YES", "-1", "1e999", "nan", "9223372036854775808", "PK", "A\u{301}", "x y"]
    }
    var root = root
    for _ in 0..<Int.random(in: 1...6, using: &generator) { damage(&root, depth: 0) }
    return root
  }

  private static func texts(of element: SourceElement) -> [String] {
    element.attributes.map(\.text) + element.children.flatMap(texts)
  }

  private mutating func damage(_ element: inout SourceElement, depth: Int) {
    let descends = depth < 2 || Int.random(in: 0..<3, using: &generator) > 0
    if descends, let position = element.children.indices.randomElement(using: &generator) {
      return damage(&element.children[position], depth: depth + 1)
    }
    let text = texts.randomElement(using: &generator) ?? ""
    let position = element.attributes.indices.randomElement(using: &generator)
    switch (Int.random(in: 0..<6, using: &generator), position) {
    case (0, let position?): element.attributes.remove(at: position)
    case (1, let position?): element.attributes[position].name = "novelty"
    case (2, _): element.children += element.children.suffix(1)
    case (3, _): element.children.removeAll()
    case (4, _):
      element.name = ["entity", "attribute", "relationship", "userInfo"].randomElement(using: &generator) ?? ""
    case (_, let position?): element.attributes[position].text = text
    default: break
    }
  }
}
