import QueryModel
import Testing

/// What is no predicate says where, and what was expected.
@Suite struct FormatErrorTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    let format: String
    let position: Int
    let message: String
    let code: FormatError.Code
    var testDescription: String { format }

    init(_ format: String, _ position: Int, _ message: String, _ code: FormatError.Code = .syntax) {
      (self.format, self.position, self.message, self.code) = (format, position, message, code)
    }
  }

  static let mistakes: [Mistake] = [
    Mistake("", 0, "expected a value, found the end"),
    Mistake("a", 1, "expected a comparison such as =="), Mistake("1", 1, "expected a comparison"),
    Mistake("TRUE", 4, "expected a comparison"), Mistake("0 || 1", 2, "expected a comparison"),
    Mistake("a ==", 4, "expected a value, found the end"), Mistake("== 1", 0, "expected a value, found \"==\""),
    Mistake("a == 1 AND", 10, "expected a value"),
    Mistake("a == 1 b == 2", 7, "expected AND, OR or the end, found \"b\""),
    Mistake("a == 1)", 6, "expected AND, OR or the end"), Mistake("(a == 1", 7, "expected \")\""),
    Mistake("a == 'x", 5, "at the end of the text that starts here"), Mistake("a == \"x", 5, "at the end of the text"),
    Mistake("a == 'x\\", 5, "at the end of the text"), Mistake("a == '\\ud800'", 6, "is no character"),
    Mistake("a == b == c", 7, "expected AND, OR or the end"),
    Mistake("(a == 1) == b", 9, "a condition cannot be compared"),
    Mistake("a == (b == 1)", 5, "found a condition"), Mistake("a ? b", 2, "no part of a predicate"),
    Mistake("a ==[x] 'y'", 5, "expected c, d, n or l"), Mistake("a ==[] 'y'", 5, "expected c, d, n or l"),
    Mistake("a ==[c 'y'", 7, "expected \"]\""), Mistake("a NOT IN {1}", 2, "write NOT (a IN b)"),
    Mistake("AND == 1", 0, "is written #AND"), Mistake("a == in", 5, "is written #in"),
    Mistake("ANY a.b", 7, "expected a comparison behind ANY"), Mistake("a IN {1, 2", 10, "expected \"}\""),
    Mistake("a IN {1 2}", 8, "expected \"}\" or \",\""), Mistake("a. == 1", 3, "expected a key behind \".\""),
    Mistake("a..b == 1", 2, "expected a key"), Mistake(".a == 1", 0, "expected a value"),
    Mistake("a[0 == 1", 4, "expected \"]\""),
    Mistake("$ == 1", 0, "expected a variable's name"), Mistake("# == 1", 0, "expected a key behind"),
    Mistake("@ == 1", 0, "expected a collection operator"), Mistake("a.1 == 1", 1, "expected a comparison"),
    Mistake("1a == 1", 0, "neither a number nor a key"), Mistake("0xZZ == 1", 0, "no number of 64 bits"),
    Mistake("a %k b", 2, "starts no known specifier"), Mistake("a == %", 5, "starts no known specifier"),
    Mistake("a == %1$@", 5, "starts no known specifier"),
    Mistake("foo(1) == 1", 0, "there is no function \"foo\"", .unsupported),
    Mistake("sqrt(1, 2) == 1", 0, "takes 1 arguments, not 2"), Mistake("sum() == 1", 0, "takes a collection"),
    Mistake("now(1) == a", 0, "takes 0 arguments"),
    Mistake("SUBQUERY(a, x, x == 1).@count > 0", 12, "expected a variable such as $x"),
    Mistake("SUBQUERY(a, $x).@count > 0", 14, "expected \",\" behind the variable"),
    Mistake("SUBQUERY(a, $x, $x.b).@count > 0", 20, "expected a comparison"),
    Mistake("CAST(a) == 1", 6, "expected \",\" behind the value of CAST"),
    Mistake("CAST(a, b) == 1", 8, "a type's name in quotes"),
    Mistake("FUNCTION(a) == 1", 10, "behind the target of FUNCTION"),
    Mistake("FUNCTION(a, b) == 1", 12, "a selector's name in quotes"),
    Mistake("TERNARY(a, 1, 2) == 1", 9, "expected a comparison"),
    Mistake("TERNARY(a == 1, 1) == 1", 17, "between the values of TERNARY"),
    Mistake("FETCH(a, b, NO) == 1", 0, "FETCH is not supported", .unsupported),
    Mistake("SELF isKindOfClass: a", 5, "an Objective-C method", .unsupported),
    Mistake("a UTI-CONFORMS-TO 'x'", 2, "UTI comparisons are not supported", .unsupported),
    Mistake("$a.$b > 1", 3, "expected a key behind \".\""),
    Mistake("(a == 1) + 1 == 2", 0, "expected a value, found a condition"),
    Mistake("{a == 1} == b", 3, "expected \"}\" or \",\""),
    Mistake("a == 'é' é", 9, "expected AND, OR or the end"),
    Mistake("'e\u{301}' == 1 x", 9, "expected AND, OR or the end"),
  ]

  @Test(arguments: mistakes) func saysWhereAndWhat(_ mistake: Mistake) throws {
    let error = try #require(throws: FormatError.self) { try PredicateFormat.predicate(mistake.format) }
    #expect(error.message.contains(mistake.message), "\(error)")
    #expect(error.position == mistake.position, "\(error)")
    #expect(error.code == mistake.code)
    #expect(error.description.contains("character \(mistake.position)"))
  }

  @Test(arguments: [
    ("a == %@", 0, "needs argument 1, but 0 were given"),
    ("a == 1", 1, "1 arguments were given, but the format takes 0"),
    ("a == %@ AND b == %@", 1, "needs argument 2, but 1 were given"),
    ("a == '%@'", 1, "1 arguments were given, but the format takes 0"),
  ]) func countsArguments(_ format: String, _ count: Int, _ message: String) throws {
    let arguments = Array(repeating: FormatArgument.value(.integer(1)), count: count)
    let error = try #require(throws: FormatError.self) { try PredicateFormat.predicate(format, arguments: arguments) }
    #expect(error.code == .arguments)
    #expect(error.message.contains(message), "\(error)")
  }

  @Test func checksArguments() throws {
    let cases: [(String, FormatValue, String)] = [
      ("a == %d", .string("x"), "%d needs an integer, but argument 1 is text"),
      ("a == %d", .double(1.5), "is a floating-point number"), ("a == %d", .null, "is nil"),
      ("a == %f", .string("1"), "%f needs a number"),
      ("%K == 1", .null, "%K needs a key path as text, but argument 1 is nil"),
      ("%K == 1", .integer(1), "is an integer"), ("%K == 1", .string(""), "a key is empty"),
      ("%K == 1", .string("a..b"), "a key is empty"),
    ]
    for (format, value, message) in cases {
      let error = try #require(throws: FormatError.self) {
        try PredicateFormat.predicate(format, arguments: [.value(value)])
      }
      #expect(error.code == .arguments && error.message.contains(message), "\(error)")
    }
    #expect(throws: FormatError.self) {
      try PredicateFormat.expression("a + %@", arguments: [.predicate(.constant(true))])
    }
  }

  /// Nesting and chains of any length give an error or an answer.
  @Test func depthIsLimited() throws {
    let many = 10_000
    let deep: [String] = [
      String(repeating: "(", count: many) + "a == 1" + String(repeating: ")", count: many),
      String(repeating: "(", count: many), String(repeating: "NOT ", count: many) + "a == 1",
      String(repeating: "!", count: many) + "a == 1", String(repeating: "-", count: many) + "1 == 1",
      String(repeating: "~", count: many) + "1 == 1", "a" + String(repeating: " + a", count: many) + " == 1",
      "a" + String(repeating: " ** a", count: many) + " == 1", "a" + String(repeating: "[0]", count: many) + " == 1",
      "a == " + String(repeating: "{", count: many), String(repeating: "a[", count: many),
      String(repeating: "TERNARY(", count: many), String(repeating: "SUBQUERY(a, $x, ", count: many),
      String(repeating: "CAST(", count: many), String(repeating: "sqrt(", count: many),
      String(repeating: "FUNCTION(", count: many), String(repeating: "a == 1 OR NOT (", count: many),
    ]
    for format in deep {
      let error = try #require(throws: FormatError.self) { try PredicateFormat.predicate(format) }
      #expect(error.code == .unsupported || error.code == .syntax, "\(error)")
      #expect(error.description.count < 500)
    }
    // What only is long is read.
    let wide = [
      "a == 1" + String(repeating: " AND a == 1", count: many), "a == 1" + String(repeating: " OR a == 1", count: many),
      "a" + String(repeating: ".a", count: many) + " == 1",
      "a IN {1" + String(repeating: ", 1", count: many) + "}",
      String(repeating: "(", count: 150) + "a == 1" + String(repeating: ")", count: 150),
    ]
    for format in wide { #expect("\(try PredicateFormat.predicate(format))".count > 5) }
  }
}
