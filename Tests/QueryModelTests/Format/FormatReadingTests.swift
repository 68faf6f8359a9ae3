import Foundation
import QueryModel
import Testing

/// Every form of the grammar, and how it prints.
@Suite struct FormatReadingTests {
  struct Form: CustomTestStringConvertible, Sendable {
    let format: String
    let printed: String
    var testDescription: String { format }

    init(_ format: String, _ printed: String) { (self.format, self.printed) = (format, printed) }
  }

  static let conditions: [Form] = [
    // Comparisons in every spelling.
    Form("a = 1", "a == 1"), Form("a == 1", "a == 1"), Form("a==1", "a == 1"), Form("a != 1", "a != 1"),
    Form("a <> 1", "a != 1"), Form("a < 1", "a < 1"), Form("a <= 1", "a <= 1"), Form("a =< 1", "a <= 1"),
    Form("a > 1", "a > 1"), Form("a >= 1", "a >= 1"), Form("a => 1", "a >= 1"),
    Form("a =[c] 'x'", "a ==[c] \"x\""), Form("a ==[cd] 'x'", "a ==[cd] \"x\""), Form("a !=[d] 'x'", "a !=[d] \"x\""),
    Form("a <>[dc] 'x'", "a !=[cd] \"x\""), Form("a <[l] 'x'", "a <[l] \"x\""), Form("a ==[n] 'x'", "a ==[n] \"x\""),
    Form("a IN[c] {'x', 'y'}", "a IN[c] {\"x\", \"y\"}"), Form("a in {1, 2}", "a IN {1, 2}"),
    Form("a IN (1, 2)", "a IN {1, 2}"), Form("a IN {}", "a IN {}"), Form("'x' IN tags", "\"x\" IN tags"),
    Form("a BETWEEN {1, 10}", "a BETWEEN {1, 10}"), Form("a between {$low, $high}", "a BETWEEN {$low, $high}"),
    Form("a CONTAINS 'x'", "a CONTAINS \"x\""), Form("a contains[cd] 'x'", "a CONTAINS[cd] \"x\""),
    Form("a BEGINSWITH 'x'", "a BEGINSWITH \"x\""), Form("a endswith [c] 'x'", "a ENDSWITH[c] \"x\""),
    Form("a LIKE 'x*?'", "a LIKE \"x*?\""), Form("a like[cdnl] 'x'", "a LIKE[cdnl] \"x\""),
    Form("a MATCHES '[a-z]+'", "a MATCHES \"[a-z]+\""), Form("a matches[c] '\\d'", "a MATCHES[c] \"\\\\d\""),
    // Quantifiers.
    Form("ANY a.b == 1", "ANY a.b == 1"), Form("SOME a.b == 1", "ANY a.b == 1"), Form("all a.b > 1", "ALL a.b > 1"),
    Form("NONE a.b == 1", "NOT ANY a.b == 1"), Form("ANY a.b IN {1, 2}", "ANY a.b IN {1, 2}"),
    Form("ANY a.b CONTAINS[c] 'x'", "ANY a.b CONTAINS[c] \"x\""), Form("ANY $x.b == 1", "ANY $x.b == 1"),
    Form("any == 1", "#any == 1"),
    // Compounds.
    Form("a == 1 AND b == 2", "a == 1 AND b == 2"), Form("a == 1 && b == 2", "a == 1 AND b == 2"),
    Form("a == 1 OR b == 2", "a == 1 OR b == 2"), Form("a == 1 || b == 2 or c == 3", "a == 1 OR b == 2 OR c == 3"),
    Form("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
    Form("(a == 1 OR b == 2) AND c == 3", "(a == 1 OR b == 2) AND c == 3"),
    Form("(a == 1 AND b == 2) AND c == 3", "(a == 1 AND b == 2) AND c == 3"),
    Form("((a == 1))", "a == 1"), Form("NOT a == 1", "NOT a == 1"), Form("!a == 1", "NOT a == 1"),
    Form("!(a == 1)", "NOT a == 1"), Form("NOT (a == 1 OR b == 2)", "NOT (a == 1 OR b == 2)"),
    Form("NOT a == 1 AND b == 2", "(NOT a == 1) AND b == 2"), Form("NOT NOT a == 1", "NOT (NOT a == 1)"),
    Form("TRUEPREDICATE", "TRUEPREDICATE"), Form("falsepredicate", "FALSEPREDICATE"),
    Form("TRUEPREDICATE AND a == 1", "TRUEPREDICATE AND a == 1"),
    // Keys.
    Form("a.b.c == 1", "a.b.c == 1"), Form("SELF == 1", "SELF == 1"), Form("self.a == 1", "a == 1"),
    Form("#size == 1", "#size == 1"), Form("a.#in == 1", "a.in == 1"), Form("a.size == 1", "a.size == 1"),
    Form("#'first name' == 1", "#\"first name\" == 1"), Form("größe == 1", "größe == 1"),
    Form("first == 1", "#first == 1"), Form("$VARIABLE == 1", "$VARIABLE == 1"), Form("$x.a.b == 1", "$x.a.b == 1"),
    Form("ANYKEY == 'x'", "ANYKEY == \"x\""), Form("_a1 == 1", "_a1 == 1"),
    // Collection operators.
    Form("a.@count == 0", "a.@count == 0"), Form("a.@sum.b > 1", "a.@sum.b > 1"), Form("a.@avg.b > 1", "a.@avg.b > 1"),
    Form("a.@min.b > 1", "a.@min.b > 1"), Form("a.@max.b > 1", "a.@max.b > 1"),
    Form("@sum.items.price < 1000", "@sum.items.price < 1000"),
    Form("a.@distinctUnionOfObjects.b CONTAINS 1", "a.@distinctUnionOfObjects.b CONTAINS 1"),
    // Elements.
    Form("a[0] == 1", "a[0] == 1"), Form("a[first] == 1", "a[FIRST] == 1"), Form("a[LAST] == 1", "a[LAST] == 1"),
    Form("a[SIZE] == 1", "a[SIZE] == 1"), Form("a[b + 1].c == 1", "a[b + 1].c == 1"),
    Form("a.b[0].c == 1", "a.b[0].c == 1"), Form("(a.d)[0] == 1", "a.d[0] == 1"),
    Form("a[#first] == 1", "a[#first] == 1"),
    // Literals.
    Form("a == nil", "a == nil"), Form("a == NULL", "a == nil"), Form("a == YES", "a == 1"), Form("a == no", "a == 0"),
    Form("a == TRUE", "a == 1"), Form("a == false", "a == 0"), Form("a == 1.5", "a == 1.5"),
    Form("a == .5", "a == 0.5"),
    Form("a == 7.0", "a == 7.0"), Form("a == 1e3", "a == 1000.0"), Form("a == 0x1F", "a == 31"),
    Form("a == 0b101", "a == 5"), Form("a == 0o17", "a == 15"), Form("a == -5", "a == -5"), Form("a == +5", "a == 5"),
    Form("a == -9223372036854775808", "a == -9223372036854775808"),
    Form("a == 9223372036854775808", "a == CAST(\"9223372036854775808\", \"NSDecimalNumber\")"),
    Form("a == 'x'", "a == \"x\""), Form("a == \"x\"", "a == \"x\""), Form("a == 'it\\'s'", "a == \"it's\""),
    Form("a == 'say \"x\"'", "a == \"say \\\"x\\\"\""), Form("a == '\\n\\t\\\\'", "a == \"\\n\\t\\\\\""),
    Form("a == '\\u00e9'", "a == \"é\""), Form("a == ''", "a == \"\""), Form("a == '%@ %K $x'", "a == \"%@ %K $x\""),
    Form("a == {1, 'x', nil, b}", "a == {1, \"x\", nil, b}"), Form("a == {{1}, {}}", "a == {{1}, {}}"),
    // Arithmetic.
    Form("a + 1 == 2", "a + 1 == 2"), Form("(a + 1) * 2 > 8", "(a + 1) * 2 > 8"),
    Form("a + 1 * 2 > 8", "a + 1 * 2 > 8"),
    Form("a - (b - c) == 0", "a - (b - c) == 0"), Form("a - b - c == 0", "a - b - c == 0"),
    Form("a / b == 1", "a / b == 1"), Form("a ** b ** c == 1", "a ** b ** c == 1"),
    Form("(a ** b) ** c == 1", "(a ** b) ** c == 1"), Form("modulus:by:(a, 2) == 0", "modulus:by:(a, 2) == 0"),
    Form("a %% 2 == 0", "modulus:by:(a, 2) == 0"), Form("-a == 1", "0 - a == 1"), Form("a - -1 == 1", "a - -1 == 1"),
    Form("a & 1 == 0", "a & 1 == 0"), Form("a | 1 == 3", "a | 1 == 3"), Form("a ^ 1 == 3", "a ^ 1 == 3"),
    Form("~a == 1", "~a == 1"), Form("1 << 3 == 8", "1 << 3 == 8"), Form("8 >> 2 == 2", "8 >> 2 == 2"),
    Form("(a | b) & c == 1", "(a | b) & c == 1"), Form("~(a + 1) == 1", "~(a + 1) == 1"),
    // Functions.
    Form("sum(a.b) > 1", "sum:(a.b) > 1"), Form("sum:({1, 2}) > 1", "sum:({1, 2}) > 1"), Form("now() > a", "now() > a"),
    Form("sqrt(4) == 2", "sqrt:(4) == 2"), Form("add:to:(1, 2) == 3", "1 + 2 == 3"),
    Form("bitwiseAnd:with:(5, 3) == 1", "5 & 3 == 1"), Form("canonical:(name) == 'x'", "canonical:(name) == \"x\""),
    Form("FUNCTION(a, 'pow:', 3) == 8", "FUNCTION(a, \"pow:\" , 3) == 8"),
    Form("FUNCTION('a', 'uppercase') == 'A'", "FUNCTION(\"a\", \"uppercase\") == \"A\""),
    Form("function(a, 'x:y:', 1, b) == 1", "FUNCTION(a, \"x:y:\" , 1, b) == 1"),
    Form("CAST(a, 'NSDate') > b", "CAST(a, \"NSDate\") > b"),
    Form("a > CAST(-978250148.000000, \"NSDate\")", "a > CAST(-978250148.000000, \"NSDate\")"),
    Form(
      "a > CAST(CAST(now(), \"NSNumber\") - 7257600, \"NSDate\")",
      "a > CAST(CAST(now(), \"NSNumber\") - 7257600, \"NSDate\")"),
    Form("TERNARY(a == nil, 1, b) > 1", "TERNARY(a == nil, 1, b) > 1"),
    Form("TERNARY(a == 1 OR b == 2, c, d.e) == 1", "TERNARY(a == 1 OR b == 2, c, d.e) == 1"),
    Form(
      "SUBQUERY(a.b, $x, $x.c == 1 AND $x.d == 2).@count > 0",
      "SUBQUERY(a.b, $x, $x.c == 1 AND $x.d == 2).@count > 0"),
    Form(
      "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y.c == $x.d).@count > 0).@count == 0",
      "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y.c == $x.d).@count > 0).@count == 0"),
    Form("a UNION b CONTAINS 1", "a UNION b CONTAINS 1"),
    Form("a MINUS (b INTERSECT c) == {}", "a MINUS (b INTERSECT c) == {}"),
  ]

  @Test(arguments: conditions) func readsAndPrints(_ form: Form) throws {
    let tree = try PredicateFormat.predicate(form.format)
    #expect("\(tree)" == form.printed)
    #expect(try PredicateFormat.predicate(form.printed).canonical == tree.canonical)
  }

  /// Words of another case are the same words.
  @Test(arguments: conditions.filter { !$0.format.contains("'") && !$0.format.contains("\"") })
  func keywordsHaveNoCase(_ form: Form) throws {
    let words = [
      "AND", "OR", "NOT", "IN", "BETWEEN", "ANY", "ALL", "SOME", "NONE", "TRUEPREDICATE", "NULL", "YES", "SUBQUERY",
      "TERNARY", "UNION", "SIZE", "LAST",
    ]
    var format = form.format
    for word in words {
      format = format.replacingOccurrences(of: "\\b\(word)\\b", with: word.lowercased(), options: .regularExpression)
    }
    #expect("\(try PredicateFormat.predicate(format))" == form.printed)
  }

  @Test func everyOperatorIsCovered() {
    for operation in FormatOperator.allCases {
      #expect(Self.conditions.contains { $0.printed.contains(" \(operation.rawValue)") }, "\(operation)")
    }
  }

  @Test(arguments: [
    Form("a", "a"), Form("1 + 2", "1 + 2"), Form("{1, 2}", "{1, 2}"), Form("sum({1, 2}) / 3", "sum:({1, 2}) / 3"),
    Form("loans.@count", "loans.@count"), Form("canonical:(name)", "canonical:(name)"), Form("now()", "now()"),
    Form("(a.d)[0] + 1", "a.d[0] + 1"), Form("'A'", "\"A\""), Form("nil", "nil"),
  ]) func readsValues(_ form: Form) throws {
    let tree = try PredicateFormat.expression(form.format)
    #expect("\(tree)" == form.printed)
    #expect(try PredicateFormat.expression(form.printed).canonical == tree.canonical)
  }

  @Test func takesArguments() throws {
    let predicate = try PredicateFormat.predicate(
      "%K == %@ AND %K.%K > %d AND ANY %K < %lf AND b IN %@ AND %@ != nil AND c == %llu",
      arguments: [
        .value(.string("a.b")), .value(.string("it's \"x\"")), .value(.string("in")), .value(.string("size")),
        .value(.integer(7)), .value(.string("list.item")), .value(.integer(3)),
        .value(.collection([.integer(1), .null])), .value(.boolean(true)), .value(.decimal(12)),
      ])
    #expect(
      "\(predicate)"
        == "a.b == \"it's \\\"x\\\"\" AND #in.size > 7 AND ANY list.item < 3.0 AND b IN {1, nil} AND 1 != nil AND c == 12"
    )
  }

  @Test(arguments: ["%d", "%i", "%u", "%ld", "%lld", "%lu", "%llu", "%zd", "%hhd", "%qu", "%x"])
  func wholeNumberSpecifiers(_ specifier: String) throws {
    let predicate = try PredicateFormat.predicate("a == \(specifier)", arguments: [.value(.integer(5))])
    #expect(predicate == .comparison(FormatComparison(.key("a"), .equal, .constant(.integer(5)))))
  }

  @Test(arguments: ["%f", "%lf", "%g", "%e", "%Lf"]) func realNumberSpecifiers(_ specifier: String) throws {
    let predicate = try PredicateFormat.predicate("a == \(specifier)", arguments: [.value(.double(2.5))])
    #expect(predicate == .comparison(FormatComparison(.key("a"), .equal, .constant(.double(2.5)))))
  }

  /// An argument is a value wherever it stands: nothing in it is read.
  @Test(arguments: ["' OR 1 == 1", "\"; DROP TABLE x", "%@", "$x", "\u{0}", "_%*?", "#", "\\"])
  func argumentsAreNeverRead(_ text: String) throws {
    let predicate = try PredicateFormat.predicate("a == %@", arguments: [.value(.string(text))])
    #expect(predicate == .comparison(FormatComparison(.key("a"), .equal, .constant(.string(text)))))
    #expect(try PredicateFormat.predicate("\(predicate)") == predicate)
    let key = try PredicateFormat.predicate("%K == 1", arguments: [.value(.string(text))])
    #expect(try PredicateFormat.predicate("\(key)") == key)
  }

  @Test func predicatesAndExpressionsAreArguments() throws {
    let inner = try PredicateFormat.predicate("b == 1 OR c == 2")
    let value = try PredicateFormat.expression("d + 1")
    let predicate = try PredicateFormat.predicate(
      "a == 1 AND %@ AND %@ > 2", arguments: [.predicate(inner), .expression(value)])
    #expect("\(predicate)" == "a == 1 AND (b == 1 OR c == 2) AND d + 1 > 2")
  }
}
