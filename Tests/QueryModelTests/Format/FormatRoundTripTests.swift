import QueryModel
import TestKit
import Testing

/// What is printed reads back to the same.
@Suite struct FormatRoundTripTests {
  @Test func randomTreesReadBackEqual() throws {
    let cases = FullRun.isOn ? 50_000 : 5_000
    var equal = 0
    for seed in 0..<cases {
      var maker = FormatMaker(random: SeededGenerator(seed: UInt64(seed)))
      let tree = maker.predicate(depth: 4)
      let printed = "\(tree)"
      do {
        let read = try PredicateFormat.predicate(printed)
        if read.canonical == tree.canonical {
          equal += 1
          #expect("\(read)" == "\(tree.canonical)", "seed \(seed)")
        } else {
          Issue.record("seed \(seed): \(printed) reads as \(read)")
        }
      } catch {
        Issue.record("seed \(seed): \(printed): \(error)")
      }
      if equal < seed - 3 { break }
    }
    print("Formats printed and read back equal: \(equal) of \(cases).")
    #expect(equal == cases)
  }

  /// Damaged formats give an error or a tree, and the tree's text reads back.
  @Test func mutatedFormatsNeverTrap() throws {
    let cases = FullRun.isOn ? 20_000 : 2_000
    var random = SeededGenerator(seed: 3)
    let seeds = FormatReadingTests.conditions.map(\.format) + FormatErrorTests.mistakes.map(\.format)
    let pieces = [
      "(", ")", "{", "}", "[", "]", "'", "\"", "%@", "%K", "%d", "%%", "$x", ".", ",", "==", "AND", "NOT ", "ANY ",
      "IN", "#", "@", "-", "~",
      "**", "SELF", "nil", "CAST(", "SUBQUERY(", "e\u{301}", "\u{301}", "\\", "\u{0}", "1", "a", " ", "[cd]", "[FIRST]",
      "@count", ":=", "0x",
    ]
    let object: [String: Any] = ["a": [1, 2, 3], "b": "text", "c": 4.5]
    var read = 0
    for number in 0..<cases {
      var scalars = Array((seeds.randomElement(using: &random) ?? "").unicodeScalars)
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let place = Int.random(in: 0...scalars.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where place < scalars.count: scalars.remove(at: place)
        case 1 where place < scalars.count:
          let end = Int.random(in: place...scalars.count, using: &random)
          scalars += scalars[place..<end]
        case 2: scalars.removeSubrange(place...)
        default: scalars.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").unicodeScalars, at: place)
        }
      }
      let format = String(String.UnicodeScalarView(scalars))
      let arguments = [FormatArgument.value(.string("a")), .value(.integer(1))]
      for count in 0...2 {
        guard let tree = try? PredicateFormat.predicate(format, arguments: Array(arguments.prefix(count))) else {
          continue
        }
        read += 1
        #expect(
          try PredicateFormat.predicate("\(tree)").canonical == tree.canonical, "mutation \(number): \(format)")
        _ = try? FormatEvaluator(object, variables: ["x": .integer(1)], lookup: DictionaryLookup()).holds(tree)
      }
    }
    print("Formats damaged: \(cases), of which \(read) could still be read.")
    #expect(read > cases / 20)
  }
}
