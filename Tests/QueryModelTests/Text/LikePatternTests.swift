import TestKit
import Testing

@testable import QueryModel

@Suite struct LikePatternTests {
  /// As the documentation of predicates defines wildcards, with no thought of speed.
  private static func matches(_ text: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    switch first {
    case "*":
      return matches(text, pattern.dropFirst()) || (!text.isEmpty && matches(text.dropFirst(), pattern))
    case "?": return !text.isEmpty && matches(text.dropFirst(), pattern.dropFirst())
    case "\\" where pattern.count > 1:
      let rest = pattern.dropFirst()
      return text.first == rest.first && matches(text.dropFirst(), rest.dropFirst())
    default: return text.first == first && matches(text.dropFirst(), pattern.dropFirst())
    }
  }

  private static let pieces = [
    "a", "b", "A", "*", "?", "\\", "\\*", "é", "e\u{301}", "e", "\u{301}", "\r\n", "\n", "K", "\u{212A}", "ß", "👨‍👩‍👧",
  ]

  @Test func randomPatternsMatchAsDefined() {
    var random = SeededGenerator(seed: 11)
    var matching = 0
    for _ in 0..<20_000 {
      func word(_ count: Int) -> String {
        (0..<Int.random(in: 0...count, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
          .joined()
      }
      let (text, pattern) = (word(5), word(5))
      let expected = Self.matches(Array(text)[...], Array(pattern)[...])
      #expect(
        TextMatching.matches(.like, text, pattern, []) == expected,
        "\(text.debugDescription) \(pattern.debugDescription)")
      if expected {
        matching += 1
        // What a match begins with is in its bytes.
        let prefix = TextMatching.likePrefix(pattern)
        #expect(text.utf8.starts(with: prefix.utf8), "\(text.debugDescription) \(pattern.debugDescription)")
      }
      let folded = Self.matches(Array(text.lowercased())[...], Array(pattern.lowercased())[...])
      if text.utf8.allSatisfy({ $0 < 0x80 }), pattern.utf8.allSatisfy({ $0 < 0x80 }) {
        #expect(TextMatching.matches(.like, text, pattern, .caseInsensitive) == folded)
      }
    }
    print("LIKE: \(matching) of 20000 random patterns match, all as defined.")
    #expect(matching > 500)
  }

  @Test(arguments: [
    ("abc*", "abc"), ("a?c", "a"), ("*a", ""), ("", ""), ("abc", "abc"), ("a\\*b*", "a*b"), ("a\\", "a"), ("Ka", ""),
    ("aK", "a"), ("a;b", "a"), ("a`", "a"), ("é", ""), ("ae\u{301}", "a"), ("a\nb", "a"), ("100%_x?", "100%_x"),
  ]) func theSureBeginningIsKnown(_ pattern: String, _ prefix: String) {
    #expect(TextMatching.likePrefix(pattern) == prefix)
  }

  /// A query asks one pattern of every row.
  @Test func aPatternIsReadOnce() {
    let recent = LikePattern.Recent()
    func ask(_ pattern: String, _ options: TextOptions, _ text: String) -> Bool {
      var (pattern, text) = (pattern, text)
      return pattern.withUTF8 { pattern in text.withUTF8 { recent.pattern(pattern, options).matches($0) } }
    }
    for number in 0..<1000 {
      #expect(ask("1*", [], "\(number)") == "\(number)".hasPrefix("1"))
      #expect(ask("*é?", .caseInsensitive, "É\(number % 10)"))
    }
    #expect(recent.readings == 2)
    #expect(!ask("1*", .caseInsensitive, "2") && recent.readings == 3)
    for number in 0..<20 { #expect(ask("\(number)*", [], "\(number)")) }
    #expect(ask("1*", [], "1") && recent.readings > 3)
  }
}
