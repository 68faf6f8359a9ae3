import Testing

@testable import ModelFiles

@Suite struct PredicateParserTests {
  /// Text, and the format of its tree.
  @Test(arguments: [
    ("name == $NAME", "name == $NAME"),
    ("name ==[cd] $NAME", "name ==[cd] $NAME"),
    ("a = 1 || b <> 2 && !c >= 3", "(a == 1) OR ((b != 2) AND (NOT (c >= 3)))"),
    ("(a < 1) AND (b > 2.5)", "(a < 1) AND (b > 2.5)"),
    ("boolean == YES", "boolean == 1"),
    ("x IN $LIST", "x IN $LIST"),
    ("title CONTAINS[c] \"say \\\"hi\\\"\"", "title CONTAINS[c] \"say \\\"hi\\\"\""),
    ("owner.name == $FETCH_SOURCE.title", "owner.name == $FETCH_SOURCE.title"),
    ("date > CAST(12.5, \"NSDate\")", "date > CAST(12.5, \"NSDate\")"),
    ("(length >= 3) AND (length <= 50)", "(length >= 3) AND (length <= 50)"),
  ])
  func predicatesAreRead(text: String, format: String) {
    #expect(PredicateParser.predicate(text)?.format == format)
  }

  @Test(arguments: [("now()", "now()"), ("count:(loans)", "count:(loans)"), ("category.name", "category.name")])
  func expressionsAreRead(text: String, format: String) {
    #expect(PredicateParser.expression(text)?.format == format)
  }

  /// Not understood is `nil`, never a guess.
  @Test(arguments: [
    "", "a", "a ==", "a == b c", "ANY items.x == 1", "SUBQUERY(a, $x, $x.b == 1).@count > 0", "a == {1, 2}",
    "a == b + 1",
    "a == \"open", "a ==[q] 1", "items.@count > 2", "a == 'x\\n'", "(a == 1", "a..b == 1", "#a == 1",
  ])
  func otherFormsAreNotGuessed(text: String) {
    #expect(PredicateParser.predicate(text) == nil)
  }

  @Test func deepNestingIsNotFollowed() {
    let deep = String(repeating: "(", count: 5_000) + "a == 1" + String(repeating: ")", count: 5_000)
    #expect(PredicateParser.predicate(deep) == nil)
    #expect(PredicateParser.predicate(String(repeating: "NOT ", count: 5_000) + "a == 1") == nil)
    #expect(PredicateParser.expression(String(repeating: "f:(", count: 5_000)) == nil)
  }
}
