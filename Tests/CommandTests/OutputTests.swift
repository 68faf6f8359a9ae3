import Foundation
import Testing
import causeway

@Suite struct OutputTests {
  @Test func printsJSON() {
    let value: JSONValue = [
      "b": [1, 2], "a": .number(0.5), "é": "line\nbreak \"\\\u{1}", "Z": nil, "e": [], "o": [:], "t": true,
    ]
    #expect(
      value.text == #"""
        {
          "Z": null,
          "a": 0.5,
          "b": [
            1,
            2
          ],
          "e": [],
          "o": {},
          "t": true,
          "é": "line\nbreak \"\\\u0001"
        }
        """#)
    #expect(JSONValue.decimal(Decimal(sign: .minus, exponent: -2, significand: 1999)) == "-19.99")
    #expect(JSONValue.number(.infinity).text == "\"inf\"")
  }

  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00Z"), (0.25, "2001-01-01T00:00:00.250Z"), (-0.5, "2000-12-31T23:59:59.500Z"),
    (-978_307_200, "1970-01-01T00:00:00Z"), (Date.distantPast.timeIntervalSinceReferenceDate, "0001-01-01T00:00:00Z"),
    (Date.distantPast.timeIntervalSinceReferenceDate - 1, "0000-12-31T23:59:59Z"),
    (-211_845_067_200, "-4712-01-01T12:00:00Z"), (-211_845_067_201, "-211845067201.0 s since 2001-01-01T00:00:00Z"),
    (252_423_993_600, "+10000-01-01T00:00:00Z"), (15_927_175_497_599, "+506713-02-06T23:59:59Z"),
    (1.6e13, "16000000000000.0 s since 2001-01-01T00:00:00Z"),
  ])
  func printsDates(_ seconds: Double, _ text: String) {
    #expect(DateText.iso8601(Date(timeIntervalSinceReferenceDate: seconds)) == text)
  }

  @Test func keepsErrorsOnOneLine() {
    #expect(CommandError.line(for: CommandError("a\nb\u{1B}[0m  c")) == "a b [0m c")
  }
}
