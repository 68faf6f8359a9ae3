import Foundation
import QueryModel
import Testing

/// Answers over dictionaries, by form.
@Suite struct FormatEvaluationTests {
  static func library() -> [String: Any] {
    let loans: [[String: Any]] = [
      ["reader": "Ann", "fee": 2, "note": Optional<String>.none as Any, "tags": ["red", "big"]],
      ["reader": "bob", "fee": 3.5, "note": "late", "tags": ["blue"]],
      ["reader": "Émile", "fee": Optional<Int>.none as Any, "note": "lost", "tags": [String]()],
    ]
    return [
      "title": "Émile et les Détectives", "pages": 173, "price": Decimal(string: "9.90") ?? 0, "rating": 4.5,
      "isLent": true, "isbn": UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
      "dueAt": Date(timeIntervalSinceReferenceDate: 1000), "shelf": Optional<Int>.none as Any, "loans": loans,
      "scores": [1, 2, 3, 4, 4, 5, 9, 11], "none": [Int](), "author": ["name": "Erich", "born": 1899] as [String: Any],
      "site": URL(string: "https://example.org/a.html") as Any,
    ]
  }

  static let truths = [
    // Comparisons.
    "pages == 173", "pages != 100", "pages > 100 AND pages < 200", "pages >= 173 AND pages <= 173", "173 == pages",
    "rating == 4.5", "price == 9.9", "price > 9", "isLent == YES", "isLent == 1", "isLent == TRUE", "isLent != NO",
    "dueAt == CAST(1000, 'NSDate')", "dueAt < now()", "dueAt > CAST('2001-01-01T00:00:00Z', 'NSDate')",
    "isbn == CAST('01020304-0506-0708-090A-0B0C0D0E0F10', 'NSUUID')",
    "site == CAST('https://example.org/a.html', 'NSURL')",
    "author.name == 'Erich'", "author.born + 74 == 1973", "SELF.pages == 173", "TRUEPREDICATE", "NOT FALSEPREDICATE",
    // Nil.
    "shelf == nil", "NOT shelf != nil", "shelf != 1", "NOT shelf == 1", "NOT shelf < 1", "NOT shelf > 1",
    "NOT shelf BETWEEN {0, 1}",
    "shelf.row == nil", "NOT shelf IN {1, 2}", "shelf IN {1, nil}", "NOT shelf CONTAINS 'x'", "NOT shelf LIKE '*'",
    "NOT shelf MATCHES '.*'", "shelf + 1 == nil", "shelf.@count == nil", "NOT ANY shelf.x == 1", "NOT ALL shelf.x == 1",
    "NONE shelf.x == 1",
    // Text.
    "title BEGINSWITH 'Émile'", "NOT title BEGINSWITH 'emile'", "title BEGINSWITH[cd] 'emile'",
    "title ENDSWITH 'tives'",
    "title CONTAINS 'les'", "title CONTAINS[c] 'LES'", "title CONTAINS[d] 'Detectives'", "title LIKE '*les*'",
    "title LIKE[cd] 'emile*'",
    "title LIKE '?mile*'", "NOT title LIKE 'mile'", "title MATCHES '.*les.*'", "NOT title MATCHES 'les'",
    "title MATCHES[c] '.*DÉTEC.*'",
    "title MATCHES[cd] 'EMILE.*'", "'a*b' LIKE 'a\\*b'", "NOT 'axb' LIKE 'a\\*b'", "'ab' MATCHES 'a|ab'",
    "'x\n' MATCHES 'x\n'", "NOT 'x\n' MATCHES 'x'",
    "'abc' ==[c] 'ABC'", "'é' ==[d] 'e'", "'É' ==[cd] 'e'", "'a' !=[c] 'b'", "'a' ==[n] 'a'", "'a' <[l] 'B'",
    "NOT 'a' < 'B'", "'a' <[c] 'B'",
    "'é' ==[l] 'é'", "'straße' ==[cl] 'STRASSE' OR TRUEPREDICATE", "'les' IN title", "'LES' IN[c] title", "'' IN title",
    // Collections.
    "1 IN scores", "scores CONTAINS 9", "NOT scores CONTAINS 7", "pages IN {1, 173}", "'X' IN[c] {'x'}",
    "pages BETWEEN {173, 174}",
    "NOT pages BETWEEN {174, 180}", "none == {}", "scores[FIRST] == 1", "scores[LAST] == 11", "scores[SIZE] == 8",
    "scores[2] == 3",
    "none[FIRST] == nil", "{1, 2} == {1, 2}", "loans[0].reader == 'Ann'", "loans.reader == {'Ann', 'bob', 'Émile'}",
    "author['name'] == 'Erich'",
    "{1, 2} UNION {2, 3} == {1, 2, 3}", "{1, 2} INTERSECT {2, 3} == {2}", "{1, 2} MINUS {2, 3} == {1}",
    // Quantifiers.
    "ANY loans.fee > 3", "NOT ANY loans.fee > 4", "ALL loans.reader != 'x'", "NOT ALL loans.fee > 1",
    "NONE loans.fee == 7", "SOME loans.note == 'late'",
    "ANY loans.note == nil", "ANY scores > 10", "NOT ANY none > 1", "ALL none > 1", "NONE none > 1",
    "ANY loans.reader IN {'bob'}",
    "ANY loans.reader BEGINSWITH[cd] 'em'", "ANY loans.tags == 'blue'", "ANY {1, 2} == 2",
    "ANY loans.fee BETWEEN {3, 4}",
    // Operators over collections.
    "loans.@count == 3", "loans.@sum.fee == 5.5", "loans.@min.fee == 2", "loans.@max.fee == 3.5",
    "scores.@avg.self == 4.875",
    "@sum.loans.fee == 5.5", "loans.@distinctUnionOfObjects.tags == {'red', 'big', 'blue'}", "none.@count == 0",
    "none.@sum.self == 0",
    "none.@avg.self == nil", "none.@max.self == nil", "loans.@avg.fee > 1.83 AND loans.@avg.fee < 1.84",
    // Functions.
    "sum(scores) == 39", "count(scores) == 8", "min(scores) == 1", "max(scores) == 11", "average(scores) == 4.875",
    "median(scores) == 4",
    "mode(scores) == {4}", "stddev(scores) > 3.2185 AND stddev(scores) < 3.2187", "sqrt(16) == 4", "log(100) == 2",
    "ln(1) == 0", "exp(0) == 1",
    "abs(-5) == 5", "abs(-2.5) == 2.5", "floor(2.7) == 2", "ceiling(2.1) == 3", "trunc(-2.7) == -2",
    "uppercase(author.name) == 'ERICH'",
    "lowercase('ÀB') == 'àb'", "canonical('ÀB') == 'ab'", "length('abc') == 3", "noindex(pages) == 173",
    "random() >= 0", "random(10) < 10",
    "distinct({1, 1, 2}) == {1, 2}", "sum(loans.fee) == 5.5", "max({'a', 'b'}) == 'b'", "sum({}) == 0",
    "max({}) == nil", "now() == now()",
    "FUNCTION('a', 'uppercase') == 'A'", "FUNCTION(dueAt, 'dateByAddingTimeInterval:', 10) == CAST(1010, 'NSDate')",
    "FUNCTION(author, 'name') == 'Erich'",
    "FUNCTION('ab', 'stringByAppendingString:', 'c') == 'abc'", "FUNCTION(shelf, 'length') == nil",
    "title.length == 23", "loans[1].reader.uppercaseString == 'BOB'",
    "FUNCTION(SELF, 'valueForKeyPath:', 'author.born') == 1899", "pages.stringValue == '173'",
    "site.host == 'example.org'",
    // Casts and choices.
    "CAST(dueAt, 'NSNumber') == 1000", "CAST('12', 'NSNumber') == 12", "CAST('1.5', 'NSNumber') == 1.5",
    "CAST(pages, 'NSString') == '173'", "CAST(nil, 'NSDate') == nil",
    "CAST(CAST(now(), 'NSNumber') - 10, 'NSDate') < now()", "TERNARY(pages > 100, 'long', 'short') == 'long'",
    "TERNARY(shelf == nil, 0, shelf) == 0",
    // Arithmetic.
    "1 + 2 * 3 == 7", "(1 + 2) * 3 == 9", "7 / 2 == 3", "7.0 / 2 == 3.5", "-7 / 2 == -3", "modulus:by:(7, 3) == 1",
    "7 %% 3 == 1", "-7 %% 3 == -1", "7.5 %% 2 == 1.5",
    "2 ** 10 == 1024", "2 ** 3 ** 2 == 512", "2 ** -1 == 0.5", "2 ** 0.5 > 1.41", "(-1) ** 3 == -1", "0 ** 0 == 1",
    "(-2) ** 63 == -9223372036854775808",
    "price * 2 == 19.8",
    "CAST('0.1', 'NSDecimalNumber') + CAST('0.2', 'NSDecimalNumber') == CAST('0.3', 'NSDecimalNumber')",
    "1 - 2 - 3 == -4",
    "5 & 3 == 1", "5 | 3 == 7", "5 ^ 3 == 6", "~0 == -1", "1 << 3 == 8", "8 >> 2 == 2", "1 | 2 ^ 3 & 1 == 3",
    "1 << 1 + 1 == 4", "-9223372036854775808 %% -1 == 0",
    // Subqueries.
    "SUBQUERY(loans, $l, $l.fee > 1).@count == 2", "SUBQUERY(loans, $l, $l.note == nil).@count == 1",
    "SUBQUERY(shelf, $x, TRUEPREDICATE).@count == 0",
    "SUBQUERY(loans, $l, $l.reader BEGINSWITH 'A' AND ANY $l.tags == 'red').@count > 0",
    "SUBQUERY(loans, $l, $l.fee > 3)[FIRST].reader == 'bob'",
    "SUBQUERY(scores, $s, $s > pages - 170).@count == 5",
    "count(SUBQUERY(loans, $l, SUBQUERY($l.tags, $t, $t == $l.reader).@count == 0)) == 3",
  ]

  @Test(arguments: truths) func holds(_ format: String) throws {
    let tree = try PredicateFormat.predicate(format)
    let evaluator = FormatEvaluator(Self.library(), lookup: DictionaryLookup())
    #expect(try evaluator.holds(tree))
    #expect(try evaluator.holds(.not(tree)) == false)
    // The printed form answers the same.
    #expect(try evaluator.holds(PredicateFormat.predicate("\(tree)")))
  }

  static let faults: [(String, FormatError.Code)] = [
    ("1 / 0 == 1", .arithmetic), ("1.0 / 0 == 1", .arithmetic), ("1 %% 0 == 1", .arithmetic),
    ("1.5 %% 0 == 1", .arithmetic),
    ("price / 0 == 1", .arithmetic), ("9223372036854775807 + 1 == 1", .arithmetic),
    ("-9223372036854775807 - 2 == 1", .arithmetic),
    ("9223372036854775807 * 2 == 1", .arithmetic), ("-9223372036854775808 / -1 == 1", .arithmetic),
    ("2 ** 63 == 1", .arithmetic),
    ("0 ** -1 == 1", .arithmetic), ("sqrt(-1) == 1", .arithmetic), ("ln(0) == 1", .arithmetic),
    ("log(-1) == 1", .arithmetic),
    ("(-1) ** 0.5 == 1", .arithmetic), ("1 << 64 == 1", .arithmetic), ("1 >> -1 == 1", .arithmetic),
    ("scores[8] == 1", .arithmetic),
    ("scores[-1] == 1", .arithmetic), ("abs(-9223372036854775808) == 1", .arithmetic), ("random(0) == 1", .arithmetic),
    ("sum({9223372036854775807, 1}) == 1", .arithmetic), ("average({9223372036854775807, 1}) == 1", .arithmetic),
    ("1.5 & 1 == 1", .mismatch), ("'a' + 1 == 1", .mismatch), ("pages CONTAINS 1", .mismatch),
    ("pages BEGINSWITH '1'", .mismatch),
    ("1 IN pages", .mismatch), ("pages BETWEEN 1", .mismatch), ("pages BETWEEN {1}", .mismatch),
    ("ANY pages == 1", .mismatch),
    ("scores['x'] == 1", .mismatch), ("pages[0] == 1", .mismatch), ("pages.@count == 1", .mismatch),
    ("SUBQUERY(pages, $x, $x == 1).@count == 0", .mismatch),
    ("title MATCHES '('", .mismatch), ("title MATCHES 'a)|(?:b'", .mismatch), ("CAST('x', 'NSNumber') == 1", .mismatch),
    ("CAST('x', 'NSDate') == nil", .mismatch), ("uppercase(1) == 'a'", .mismatch),
    ("pages UNION {1} == {1}", .mismatch), ("max({1, 'a'}) == 1", .mismatch), ("titel == 'x'", .unknownKey),
    ("author.nam == 'x'", .unknownKey),
    ("ANY loans.x == 1", .unknownKey), ("pages.x == 1", .unknownKey), ("$x == 1", .unboundVariable),
    ("CAST(1, 'NSThing') == 1", .unsupported),
    ("FUNCTION(title, 'explode') == 1", .unsupported), ("scores.@median.self == 1", .unsupported),
    ("ANYKEY == 'x'", .unsupported),
    ("FUNCTION(1, 'pow:', 2) == 1", .unsupported),
  ]

  @Test(arguments: faults) func throwsWhereThereIsNoAnswer(_ format: String, _ code: FormatError.Code) throws {
    let tree = try PredicateFormat.predicate(format)
    let evaluator = FormatEvaluator(Self.library(), lookup: DictionaryLookup())
    let error = try #require(throws: FormatError.self) { try evaluator.holds(tree) }
    #expect(error.code == code, "\(error)")
    #expect(!error.text.isEmpty && error.position == nil, "\(error)")
  }

  /// A pattern that would backtrack for years is stopped.
  @Test func regularExpressionsAreTimeLimited() throws {
    let tree = try PredicateFormat.predicate("SELF MATCHES '(a+)+b'")
    let text = String(repeating: "a", count: 60)
    let start = ContinuousClock.now
    let error = try #require(throws: FormatError.self) {
      let answer = try FormatEvaluator(text, lookup: DictionaryLookup()).holds(tree)
      Issue.record("answered \(answer) after \(ContinuousClock.now - start)")
    }
    #expect(error.code == .timeout && error.message.contains("takes too many steps"), "\(error)")
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  /// For a query such a pattern is a fault of its data, as an overflow is; what is no pattern is a form that cannot be asked.
  @Test func aQuerysPatternThatTakesTooLongIsAFault() throws {
    let text = String(repeating: "a", count: 60)
    let slow = try #require(throws: QueryError.self) { try TextRegex.matches(text, "(a+)+b", []) }
    #expect(slow.code == .fault && "\(slow)".contains("takes too many steps"), "\(slow)")
    let none = try #require(throws: QueryError.self) { try TextRegex.matches(text, "(", []) }
    #expect(none.code == .unsupported, "\(none)")
  }

  @Test func variablesAreBoundAndSubstituted() throws {
    let tree = try PredicateFormat.predicate("pages == $n AND SUBQUERY(loans, $n, $n.fee == 2).@count == 1")
    let evaluator = FormatEvaluator(Self.library(), variables: ["n": .integer(173)], lookup: DictionaryLookup())
    #expect(try evaluator.holds(tree))
    let fixed = tree.substituting(["n": .integer(173)])
    #expect("\(fixed)" == "pages == 173 AND SUBQUERY(loans, $n, $n.fee == 2).@count == 1")
    #expect(try FormatEvaluator(Self.library(), lookup: DictionaryLookup()).holds(fixed))
  }

  @Test func valuesOfTheLanguageComeIn() {
    enum Kind: String { case book }
    let cases: [(Any?, FormatValue)] = [
      (nil, .null), (Optional<Int>.none as Any, .null), (NSNull(), .null), (true, .boolean(true)),
      (Int8(-3), .integer(-3)),
      (UInt64.max, .decimal(Decimal(UInt64.max))), (Float(1.5), .double(1.5)), (1.5, .double(1.5)), ("x", .string("x")),
      ("x" as NSString, .string("x")),
      (NSNumber(value: 5), .integer(5)), (NSNumber(value: 1.5), .double(1.5)), (NSNumber(value: true), .boolean(true)),
      (NSDecimalNumber(string: "1.5"), .decimal(1.5)), (Kind.book, .string("book")),
      ([1, 2], .collection([.integer(1), .integer(2)])),
      (Set([7]), .collection([.integer(7)])), (NSArray(array: [1]), .collection([.integer(1)])),
      (NSOrderedSet(array: [3]), .collection([.integer(3)])),
      (Optional(Optional(3)) as Any, .integer(3)), (Substring("ab"), .string("ab")), (Character("c"), .string("c")),
      ([Int?]([1, nil]), .collection([.integer(1), .null])),
    ]
    for (value, expected) in cases { #expect(FormatValue(value) == expected, "\(String(describing: value))") }
  }
}
