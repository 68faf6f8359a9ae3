import Foundation
import Synchronization

/// The `LIKE` of predicate formats: `*` is any run of characters, `?` any one, a backslash takes the next literally.
///
/// A pattern is read once, also where it is asked of many texts one by one.
struct LikePattern: Sendable {
  private let characters: [Element<Character>]
  /// The same over bytes, where the pattern is plain: a byte is then a character of every plain text.
  private let bytes: [Element<UInt8>]?
  private let options: TextOptions

  private enum Element<Unit: Equatable & Sendable>: Equatable, Sendable {
    case literal(Unit)
    case one, any
  }

  static func matches(_ text: TextMatching.Bytes, _ pattern: TextMatching.Bytes, _ options: TextOptions) -> Bool {
    recent.pattern(pattern, options).matches(text)
  }

  private init(_ pattern: TextMatching.Bytes, _ options: TextOptions) {
    let text = String(decoding: pattern, as: UTF8.self)
    self.options = options
    characters = Self.parsed(Self.folded(text, options))
    let plain = Self.parsed(Array(text))
    bytes =
      Self.isPlain(pattern)
      ? plain.map { element in
        switch element {
        case .literal(let character): .literal(Self.folded(character.asciiValue ?? 0, options))
        case .one: .one
        case .any: .any
        }
      } : nil
  }

  func matches(_ text: TextMatching.Bytes) -> Bool {
    if let bytes, Self.isPlain(text) {
      let foldsCase = options.foldsCase
      return Self.matches(text.count, bytes) { foldsCase ? TextMatching.lowercased(text[$0]) : text[$0] }
    }
    let characters = Self.folded(String(decoding: text, as: UTF8.self), options)
    return Self.matches(characters.count, self.characters) { characters[$0] }
  }

  /// Whether each byte is a character: ASCII without the line's end of two.
  private static func isPlain(_ bytes: TextMatching.Bytes) -> Bool {
    TextMatching.isASCII(bytes) && !bytes.contains(0x0D)
  }

  private static func folded(_ text: String, _ options: TextOptions) -> [Character] {
    let compare = options.compareOptions
    return Array(compare.isEmpty ? text : text.folding(options: compare, locale: nil))
  }

  private static func folded(_ byte: UInt8, _ options: TextOptions) -> UInt8 {
    options.foldsCase ? TextMatching.lowercased(byte) : byte
  }

  private static func parsed(_ characters: [Character]) -> [Element<Character>] {
    var elements: [Element<Character>] = []
    var isEscaped = false
    for character in characters {
      switch character {
      case _ where isEscaped:
        elements.append(.literal(character))
        isEscaped = false
      case "\\": isEscaped = true
      case "*": if elements.last != .any { elements.append(.any) }
      case "?": elements.append(.one)
      default: elements.append(.literal(character))
      }
    }
    if isEscaped { elements.append(.literal("\\")) }
    return elements
  }

  /// Greedy with one point to fall back to: the last `*` seen.
  @inline(__always) private static func matches<Unit>(
    _ count: Int, _ pattern: [Element<Unit>], _ unit: (Int) -> Unit
  ) -> Bool {
    var (position, element) = (0, 0)
    var fallback: (position: Int, element: Int)?
    while position < count {
      if element < pattern.count {
        switch pattern[element] {
        case .any:
          fallback = (position, element + 1)
          element += 1
          continue
        case .one:
          (position, element) = (position + 1, element + 1)
          continue
        case .literal(let literal) where literal == unit(position):
          (position, element) = (position + 1, element + 1)
          continue
        case .literal: break
        }
      }
      guard let last = fallback else { return false }
      fallback = (last.position + 1, last.element)
      (position, element) = (last.position + 1, last.element)
    }
    return pattern[element...].allSatisfy { $0 == .any }
  }

  // MARK: reading once

  private static let recent = Recent()

  /// The patterns that were asked last; a query has few, each asked of every row.
  final class Recent: Sendable {
    private struct Entry {
      let source: [UInt8]
      let pattern: LikePattern
    }

    private let content = Mutex<(entries: [Entry], readings: Int)>(([], 0))

    /// How many patterns were read.
    var readings: Int { content.withLock { $0.readings } }

    func pattern(_ source: TextMatching.Bytes, _ options: TextOptions) -> LikePattern {
      content.withLock { content in
        if let known = content.entries.first(where: {
          $0.pattern.options == options && $0.source.count == source.count && $0.source.elementsEqual(source)
        }) {
          return known.pattern
        }
        let made = LikePattern(source, options)
        content.readings += 1
        if content.entries.count >= 8 { content.entries.removeFirst() }
        content.entries.append(Entry(source: Array(source), pattern: made))
        return made
      }
    }
  }
}

extension LikePattern {
  /// What every text begins with, byte by byte, that a pattern matches without options; empty where nothing is sure.
  ///
  /// Characters are compared by canonical equivalence, so only those count that are equal to no others: `K`, `;` and the
  /// grave accent are not among them (U+212A, U+037E and U+1FEF are the same characters).
  static func prefix(of pattern: String) -> String {
    var prefix = ""
    var isEscaped = false
    for character in pattern {
      if !isEscaped {
        if character == "\\" {
          isEscaped = true
          continue
        }
        if character == "*" || character == "?" { break }
      }
      isEscaped = false
      guard let byte = character.asciiValue, (0x20..<0x7F).contains(byte), !"K;`".contains(character),
        character.utf8.count == 1
      else { break }
      prefix.append(character)
    }
    return prefix
  }
}
