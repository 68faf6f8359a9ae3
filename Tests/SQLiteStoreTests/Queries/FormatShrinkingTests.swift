import QueryModel
import Testing

/// A difference is told by the smallest format that shows it.
@Suite struct FormatShrinkingTests {
  @Test(arguments: [
    "a == 1 AND (b == 2 OR NOT c == 7)", "NOT (NOT (c == 7))", "(c == 7 AND c == 7) OR a CONTAINS 'x'",
    "NOT (a IN {1, 2} OR (b LIKE 'x' AND (d == 4 OR c == 7)))",
  ]) func whatShowsIsLeft(_ format: String) throws {
    let tree = try PredicateFormat.predicate(format)
    #expect("\(FormatShrinking.smallest(tree) { "\($0)".contains("c == 7") })" == "c == 7")
  }

  @Test func valuesShrinkToo() throws {
    func smallest(_ format: String, _ part: String) throws -> String {
      let tree = try PredicateFormat.predicate(format)
      return "\(FormatShrinking.smallest(tree) { "\($0)".contains(part) })"
    }
    #expect(try smallest("abs(a + sqrt(b)) > 1 + c", "b") == "b > 1")
    #expect(try smallest("a IN {1, 2, 3} AND x == 1", "2") == "a IN {2}")
    #expect(try smallest("TERNARY(a > 1, b, c) == CAST(d, 'NSNumber')", "d") == "b == d")
    #expect(
      try smallest("SUBQUERY(m, $x, $x.a == 1 AND ($x.b == 2 OR $x.c == 3)).@count > 1", "$x.c == 3")
        == "SUBQUERY(m, $x, $x.c == 3).@count > 1")
  }
}
