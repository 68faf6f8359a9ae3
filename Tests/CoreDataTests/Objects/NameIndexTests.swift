import TestKit
import Testing

@testable import CoreData

/// Names found without hashing, and values kept by slot.
@Suite struct NameIndexTests {
  @Test func namesAreFound() {
    let names = ["title", "tests", "name", "", "Größe", "名", "aVeryLongNameOfAProperty", "aVeryLongNumbrOfAProperty"]
    let index = NameIndex(names)
    for (position, name) in names.enumerated() { #expect(index[name] == position) }
    // Another spelling of the same characters.
    #expect(index["Gro\u{308}ße"] == 4)
    for unknown in ["titles", "tixle", "nam", "n", "Große", "aVeryLongNameOfAnotherProperty"] {
      #expect(index[unknown] == nil)
    }
    #expect(NameIndex([])["title"] == nil)
  }

  @Test(arguments: [1, 2, 3]) func itAnswersAsATableDoes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func name() -> String {
      String((0..<Int.random(in: 0...6, using: &random)).map { _ in "abcß".randomElement(using: &random) ?? "a" })
    }
    let names = Array(Set((0..<200).map { _ in name() }))
    let table = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    let index = NameIndex(names)
    for name in names + (0..<500).map({ _ in name() }) { #expect(index[name] == table[name]) }
  }

  @Test(arguments: [0, 5, 63, 64, 200]) func keptValues(slot: Int) {
    var kept = KeptValues()
    #expect(!kept.contains(slot) && kept[slot] == nil)
    kept.keep(nil, slot)
    #expect(kept.contains(slot))
    if case .some(.none) = kept[slot] {} else { Issue.record("a slot that held nothing") }
    kept.forget(slot)
    #expect(!kept.contains(slot))
    kept.keep("a", slot)
    kept.keep("b", slot + 1)
    #expect(kept[slot] as? String == "a" && kept[slot + 1] as? String == "b")
    kept.forget(slot)
    #expect(!kept.contains(slot) && kept[slot + 1] as? String == "b")
  }
}
