import Foundation
import QueryModel
import Testing

/// Texts of Apple's `predicateFormat`, from assertions in published tests.
@Suite struct FormatPrintingTests {
  @Test(arguments: [
    ("isReal == false", "isReal == 0"), ("NOT (isReal == NO OR name == 'x')", "NOT (isReal == 0 OR name == \"x\")"),
    ("name == \"Foo\" && (age < 13 || age > 18)", "name == \"Foo\" AND (age < 13 OR age > 18)"),
    ("SUBQUERY(city.branches, $x1, $x1.nr == 52).@count > 0", "SUBQUERY(city.branches, $x1, $x1.nr == 52).@count > 0"),
    (
      "SUBQUERY(alliancesRaw, $a, ANY $a.teamsRaw.keyRaw IN {'frc7332'}).@count > 0",
      "SUBQUERY(alliancesRaw, $a, ANY $a.teamsRaw.keyRaw IN {\"frc7332\"}).@count > 0"
    ),
    (
      "ANY topTags.name IN {'Tag1', 'Tag2'} AND name != 'x'",
      "ANY topTags.name IN {\"Tag1\", \"Tag2\"} AND name != \"x\""
    ),
    ("!(extraInt BETWEEN {1, 3})", "NOT extraInt BETWEEN {1, 3}"), ("fleetMembers == {}", "fleetMembers == {}"),
    ("FUNCTION(a, \"pow:\", 3) == 8", "FUNCTION(a, \"pow:\" , 3) == 8"),
    ("FUNCTION('a', 'uppercase') == 'A'", "FUNCTION(\"a\", \"uppercase\") == \"A\""),
    ("SELF like[c] 'prefix' * 'suffix'", "SELF LIKE[c] \"prefix\" * \"suffix\""), ("a[FIRST] == 1", "a[FIRST] == 1"),
    (
      "CAST(-978250148.000000, 'NSDate') <= $x.departureTime", "CAST(-978250148.000000, \"NSDate\") <= $x.departureTime"
    ),
    ("modulus:by:(order, 2) == 0", "modulus:by:(order, 2) == 0"),
    ("a.firstName.length == 3", "a.firstName.length == 3"),
    ("weight >= 25.8", "weight >= 25.8"), ("x.@count == 3", "x.@count == 3"), ("TRUEPREDICATE", "TRUEPREDICATE"),
  ]) func spellsAsApple(_ format: String, _ printed: String) throws {
    #expect("\(try PredicateFormat.predicate(format))" == printed)
  }

  /// Where Apple's text would read back as something else.
  @Test func constantsKeepTheirMeaning() {
    let cases: [(FormatValue, String)] = [
      (.double(7), "7.0"), (.double(.nan), "CAST(\"nan\", \"NSNumber\")"),
      (.double(-.infinity), "CAST(\"-inf\", \"NSNumber\")"),
      (.decimal(7), "CAST(\"7\", \"NSDecimalNumber\")"), (.data(Data([1, 2])), "CAST(\"AQI=\", \"NSData\")"),
      (.url(URL(filePath: "/a")), "CAST(\"file:///a\", \"NSURL\")"),
      (.date(Date(timeIntervalSinceReferenceDate: 0.5)), "CAST(0.500000, \"NSDate\")"),
      (
        .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
        "CAST(\"00000000-0000-0000-0000-000000000001\", \"NSUUID\")"
      ),
    ]
    for (value, text) in cases { #expect("\(FormatExpression.constant(value))" == text) }
  }
}
