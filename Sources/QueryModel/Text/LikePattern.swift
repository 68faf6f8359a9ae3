import Foundation

/// The `LIKE` of predicate formats: `*` is any run of characters, `?` any one, a backslash takes the next literally.
enum LikePattern {
  static func matches(_ text: TextMatching.Bytes, _ pattern: TextMatching.Bytes, _ options: TextOptions) -> Bool {
    let characters = folded(String(decoding: text, as: UTF8.self), options)
    return matches(characters, parsed(folded(String(decoding: pattern, as: UTF8.self), options)))
  }

  private enum Element {
    case literal(Character)
    case one, any
  }

  private static func folded(_ text: String, _ options: TextOptions) -> [Character] {
    let compare = options.compareOptions
    return Array(compare.isEmpty ? text : text.folding(options: compare, locale: nil))
  }

  private static func parsed(_ characters: [Character]) -> [Element] {
    var elements: [Element] = []
    var isEscaped = false
    for character in characters {
      switch character {
      case _ where isEscaped:
        elements.append(.literal(character))
        isEscaped = false
      case "\\": isEscaped = true
      case "*": elements.append(.any)
      case "?": elements.append(.one)
      default: elements.append(.literal(character))
      }
    }
    if isEscaped { elements.append(.literal("\\")) }
    return elements
  }

  /// Greedy with one point to fall back to: the last `*` seen.
  private static func matches(_ text: [Character], _ pattern: [Element]) -> Bool {
    var (position, element) = (0, 0)
    var fallback: (position: Int, element: Int)?
    while position < text.count {
      if element < pattern.count {
        switch pattern[element] {
        case .any:
          fallback = (position, element + 1)
          element += 1
          continue
        case .one:
          (position, element) = (position + 1, element + 1)
          continue
        case .literal(let character) where character == text[position]:
          (position, element) = (position + 1, element + 1)
          continue
        case .literal: break
        }
      }
      guard let last = fallback else { return false }
      fallback = (last.position + 1, last.element)
      (position, element) = (last.position + 1, last.element)
    }
    return pattern[element...].allSatisfy { if case .any = $0 { true } else { false } }
  }
}
