import Foundation

/// Prints conditions and values as Apple's `predicateFormat` spells them.
///
/// Spellings are known from assertions over `predicateFormat` in published tests: `name == "Foo" AND (age < 13 OR age >
/// 18)`, `NOT (isReal == 0 OR …)`, `ANY a.b IN {"x"}`, `SUBQUERY(a, $x, $x.b == 52).@count > 0`, `FUNCTION(a, "pow:" , 3)`,
/// `SELF LIKE[c] "p*s"`, `isMale == 1` for YES, `CAST(-978250148.000000, "NSDate")`, `modulus:by:(a, 2)`, `fleet == {}`.
/// Where Apple's text does not read back to the same meaning, ours differs: a whole double keeps its `.0` (`7.0 / 2` is
/// not `7 / 2`), and decimals, UUIDs, URLs, data, NaN and infinities are casts of texts.
struct FormatPrinter {
  static func text(_ predicate: FormatPredicate) -> String {
    switch predicate {
    case .constant(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .closure: return "BLOCKPREDICATE"
    case .comparison(let comparison): return text(comparison)
    case .and(let parts): return compound(parts, "AND", empty: "TRUEPREDICATE")
    case .or(let parts): return compound(parts, "OR", empty: "FALSEPREDICATE")
    case .not(let part): return "NOT " + inner(part)
    }
  }

  private static func compound(_ parts: [FormatPredicate], _ word: String, empty: String) -> String {
    switch parts.count {
    case 0: empty
    case 1: text(parts[0])
    default: parts.map(inner).joined(separator: " \(word) ")
    }
  }

  /// Compounds inside compounds stand in parentheses.
  private static func inner(_ part: FormatPredicate) -> String {
    switch part {
    case .and(let parts) where parts.count == 1, .or(let parts) where parts.count == 1: inner(parts[0])
    case .and(let parts) where !parts.isEmpty, .or(let parts) where !parts.isEmpty: "(\(text(part)))"
    case .not: "(\(text(part)))"
    default: text(part)
    }
  }

  private static func text(_ comparison: FormatComparison) -> String {
    let modifier =
      switch comparison.modifier {
      case .direct: ""
      case .any: "ANY "
      case .all: "ALL "
      }
    let operation = comparison.operation.rawValue + text(comparison.options)
    return "\(modifier)\(text(comparison.left)) \(operation) \(text(comparison.right))"
  }

  private static func text(_ options: FormatOptions) -> String {
    let letters =
      (options.contains(.caseInsensitive) ? "c" : "") + (options.contains(.diacriticInsensitive) ? "d" : "")
      + (options.contains(.normalized) ? "n" : "") + (options.contains(.localeSensitive) ? "l" : "")
    return letters.isEmpty ? "" : "[\(letters)]"
  }

  static func text(_ expression: FormatExpression) -> String {
    switch expression {
    case .constant(let value): return text(value)
    case .evaluatedObject: return "SELF"
    case .variable(let name): return "$\(name)"
    case .anyKey: return "ANYKEY"
    case .path(let base, let names) where names.isEmpty: return text(base)
    case .path(.evaluatedObject, let names): return keys(names, isFirst: true)
    case .path(let base, let names): return "\(operand(base)).\(keys(names, isFirst: false))"
    case .function(let selector, let arguments): return function(selector, arguments)
    case .call(let target, let selector, let arguments):
      // The space before the comma is Apple's.
      let rest = arguments.isEmpty ? "" : " , \(list(arguments))"
      return "FUNCTION(\(text(target)), \(quoted(selector))\(rest))"
    case .cast(let value, let type): return "CAST(\(text(value)), \(quoted(type)))"
    case .element(let base, let index): return "\(operand(base))[\(text(index))]"
    case .subquery(let base, let variable, let condition):
      return "SUBQUERY(\(text(base)), $\(variable), \(text(condition)))"
    case .conditional(let condition, let yes, let no):
      return "TERNARY(\(text(condition)), \(text(yes)), \(text(no)))"
    case .aggregate(let elements): return "{\(list(elements))}"
    case .combination(let operation, let left, let right):
      return
        "\(side(left, above: FormatFunction.setStrength - 1)) \(operation.rawValue) \(side(right, above: FormatFunction.setStrength))"
    case .closure(_, let arguments): return "BLOCK(\(list(arguments)))"
    }
  }

  private static func list(_ expressions: [FormatExpression]) -> String {
    expressions.map(text).joined(separator: ", ")
  }

  private static func text(_ index: FormatIndex) -> String {
    switch index {
    case .first: "FIRST"
    case .last: "LAST"
    case .size: "SIZE"
    case .value(let value): text(value)
    }
  }

  private static func function(_ selector: String, _ arguments: [FormatExpression]) -> String {
    if let infix = FormatFunction.infix[selector], arguments.count == 2 {
      let groupsRight = infix.strength == FormatFunction.powerStrength
      let left = side(arguments[0], above: groupsRight ? infix.strength : infix.strength - 1)
      let right = side(arguments[1], above: groupsRight ? infix.strength - 1 : infix.strength)
      return "\(left) \(infix.symbol) \(right)"
    }
    if selector == "onesComplement:", arguments.count == 1 { return "~" + operand(arguments[0]) }
    return "\(selector)(\(list(arguments)))"
  }

  /// An operand, in parentheses when its own operator binds no tighter than that.
  private static func side(_ expression: FormatExpression, above strength: Int) -> String {
    self.strength(of: expression) > strength ? text(expression) : "(\(text(expression)))"
  }

  /// What keys, brackets and `~` can stand beside without parentheses.
  private static func operand(_ expression: FormatExpression) -> String {
    let isNegative = text(expression).hasPrefix("-")
    return strength(of: expression) == .max && !isNegative ? text(expression) : "(\(text(expression)))"
  }

  private static func strength(of expression: FormatExpression) -> Int {
    switch expression {
    case .function("onesComplement:", _): FormatFunction.powerStrength + 1
    case .function(let selector, let arguments) where arguments.count == 2:
      FormatFunction.infix[selector]?.strength ?? .max
    case .combination: FormatFunction.setStrength
    case .path(let base, let names) where names.isEmpty: strength(of: base)
    default: .max
    }
  }
}
