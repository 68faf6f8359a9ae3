import Foundation
import QueryModel
import TestKit

/// Makes format trees at random, every kind of node among them.
struct FormatMaker {
  var random: SeededGenerator

  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[pick(elements.count)] }

  mutating func predicate(depth: Int) -> FormatPredicate {
    guard depth > 0 else { return comparison(depth: 0) }
    switch pick(9) {
    case 0: return .and(list(depth: depth, from: 1))
    case 1: return .or(list(depth: depth, from: 1))
    case 2: return .not(predicate(depth: depth - 1))
    case 3: return .constant(pick(2) == 0)
    default: return comparison(depth: depth - 1)
    }
  }

  private mutating func list(depth: Int, from least: Int) -> [FormatPredicate] {
    (0..<least + pick(3)).map { _ in predicate(depth: depth - 1) }
  }

  private mutating func comparison(depth: Int) -> FormatPredicate {
    .comparison(
      FormatComparison(
        expression(depth: depth), one(of: FormatOperator.allCases), expression(depth: depth),
        options: pick(3) == 0 ? FormatOptions(rawValue: pick(16)) : [],
        modifier: one(of: [.direct, .direct, .any, .all])))
  }

  mutating func expression(depth: Int) -> FormatExpression {
    guard depth > 0 else {
      switch pick(6) {
      case 0: return .evaluatedObject
      case 1: return .variable(one(of: ["x", "NAME", "größe"]))
      case 2: return .anyKey
      case 3: return .constant(value(depth: 1))
      default: return .path(.evaluatedObject, keys())
      }
    }
    switch pick(13) {
    case 0: return .path(expression(depth: depth - 1), keys())
    case 1, 2:
      let selector = one(of: FormatFunction.argumentCounts.keys.sorted())
      let count = FormatFunction.argumentCounts[selector] ?? nil
      return .function(selector, (0..<(count ?? 1 + pick(2))).map { _ in expression(depth: depth - 1) })
    case 3:
      return .call(
        expression(depth: depth - 1), one(of: ["length", "pow:", "a:b:"]),
        (0..<pick(3)).map { _ in expression(depth: depth - 1) })
    case 4: return .cast(expression(depth: depth - 1), one(of: ["NSDate", "NSNumber", "NSString", "Else"]))
    case 5: return .element(expression(depth: depth - 1), one(of: [.first, .last, .size]))
    case 6: return .element(expression(depth: depth - 1), .value(expression(depth: depth - 1)))
    case 7: return .subquery(expression(depth: depth - 1), variable: "y", predicate(depth: depth - 1))
    case 8:
      return .conditional(predicate(depth: depth - 1), expression(depth: depth - 1), expression(depth: depth - 1))
    case 9: return .aggregate((0..<pick(4)).map { _ in expression(depth: depth - 1) })
    case 10:
      return .combination(
        one(of: FormatSetOperator.allCases), expression(depth: depth - 1), expression(depth: depth - 1))
    case 11: return .constant(value(depth: 2))
    default: return expression(depth: 0)
    }
  }

  private mutating func keys() -> [String] {
    (0...pick(3)).map { _ in
      one(of: [
        "a", "b1", "in", "SELF", "self", "size", "any", "first name", "größe", "@count", "@sum", "cast", "_x", "null",
        "é\"'\\",
        "union", "a:b", "😀", "1st", "e\u{301}", "\u{301}",
      ])
    }
  }

  private mutating func value(depth: Int) -> FormatValue {
    switch pick(depth > 0 ? 13 : 11) {
    case 0: .null
    case 1: .boolean(pick(2) == 0)
    case 2: .integer(one(of: [0, 1, -1, 42, .max, .min]))
    case 3: .double(one(of: [0, 0.5, -1.25, 7, 1e300, .leastNonzeroMagnitude, -0.1, .infinity, 1e20]))
    case 4: .decimal(one(of: [0, 7, Decimal(string: "-12.345") ?? 1, Decimal(string: "12345678901234567890123") ?? 1]))
    case 5, 6: .string(text())
    case 7: .date(Date(timeIntervalSinceReferenceDate: one(of: [0, -978_250_148, 1e9 + 1e-7, 3.14, 1e15])))
    case 8: .data(Data((0..<pick(5)).map { _ in UInt8(pick(256)) }))
    case 9: .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(pick(256)))))
    case 10: .url(URL(filePath: "/tmp/\(pick(9))"))
    default: .collection((0..<pick(4)).map { _ in value(depth: depth - 1) })
    }
  }

  private mutating func text() -> String {
    let parts = [
      "a", "\"", "'", "\\", "\n", "\t", "\r", "\u{0}", "\u{7}", "%@", "$x", "é", "e\u{301}", "\u{301}", "İ", "ß", "😀",
      "*?", "u00e9", " ",
    ]
    return (0..<pick(6)).map { _ in one(of: parts) }.joined()
  }
}
