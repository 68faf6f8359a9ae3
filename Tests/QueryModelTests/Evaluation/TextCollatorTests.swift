import Foundation
import QueryModel
import TestKit
import Testing

/// The order of lists: its keys, its comparison, and Foundation's.
struct TextCollatorTests {
  private static let pools: [(name: String, characters: [Character])] = [
    ("letters", Array("abcABC")), ("numbers", Array("ab019 ")), ("punctuation", Array("ab -_.,'\"!/")),
    ("marks", Array("aäAÄeéßzZ")), ("emoji", Array("👍😀a1")),
  ]

  private func key(_ collator: TextCollator, _ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { collator.key($0) }
  }

  private func texts(_ characters: [Character], _ random: inout SeededGenerator) -> String {
    String((0..<Int.random(in: 0...6, using: &random)).map { _ in characters.randomElement(using: &random) ?? "a" })
  }

  @Test func keysStandAsTheTextsDo() throws {
    let collator = try #require(TextCollator.shared)
    var random = SeededGenerator(seed: 5)
    var (good, all) = (0, 0)
    let wild: [Character] = ["a", "ａ", "é", "e\u{301}", "ﬁ", "f", "1", "１", "\0", "İ", "漢", "あ", "👨‍👩‍👧", "\u{200D}"]
    for (name, characters) in Self.pools + [("wild", wild)] {
      for _ in 0..<1000 {
        let (left, right) = (texts(characters, &random), texts(characters, &random))
        let (a, b) = (key(collator, left), key(collator, right))
        let keys = a.lexicographicallyPrecedes(b) ? -1 : b.lexicographicallyPrecedes(a) ? 1 : 0
        let order = TextMatching.localizedOrder(left, right)
        all += 1
        let isSame = left.utf8.elementsEqual(right.utf8)
        if keys == order, (order == 0) == isSame {
          good += 1
        } else {
          Issue.record("\(name): \(left.debugDescription) \(right.debugDescription): keys \(keys), order \(order)")
        }
      }
    }
    print("Keys of texts as their order: \(good) of \(all).")
  }

  @Test func plainTextsStandAsInFoundation() throws {
    var random = SeededGenerator(seed: 6)
    var (good, all) = (0, 0)
    for (name, characters) in Self.pools {
      for _ in 0..<1000 {
        let (left, right) = (texts(characters, &random), texts(characters, &random))
        let expected = left.compare(
          right, options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering], range: nil,
          locale: Locale(identifier: "en_001"))
        all += 1
        if TextMatching.localizedOrder(left, right) == expected.rawValue {
          good += 1
        } else {
          Issue.record("\(name): \(left.debugDescription) \(right.debugDescription)")
        }
      }
    }
    print("Orders of texts as Foundation's: \(good) of \(all).")
  }

  @Test func longTextsHaveKeys() throws {
    let collator = try #require(TextCollator.shared)
    let long = String(repeating: "한글 ẞ 12 ", count: 2000)
    #expect(key(collator, long).lexicographicallyPrecedes(key(collator, long + "a")))
    #expect(key(collator, "").lexicographicallyPrecedes(key(collator, "a")))
  }
}
