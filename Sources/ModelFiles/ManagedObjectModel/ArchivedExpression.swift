/// Archived expressions and predicates, as the text that `predicateFormat` gives.
///
/// Operator and expression numbers are those of the public `NSComparisonPredicate.Operator` and
/// `NSExpression.ExpressionType`; fields as the archives of CoreDataPlus and LoopKit stores hold them.
struct ArchivedExpression {
  private let archive: KeyedArchive
  private let budget = Budget()

  /// Expressions still to be printed: one that lists itself twice would otherwise double at every level.
  private final class Budget {
    var left = 10_000
  }

  init(_ archive: KeyedArchive) { self.archive = archive }

  func text(of object: KeyedArchive.Object) -> String { text(of: object, depth: 0) }

  private func text(of object: KeyedArchive.Object?, depth: Int) -> String {
    budget.left -= 1
    guard let object, depth < 64, budget.left > 0 else { return "" }
    func inner(_ key: String) -> String { text(of: archive.object(key, of: object), depth: depth + 1) }
    func arguments() -> [String] {
      archive.elements("NSArguments", of: object).map { text(of: archive.object($0), depth: depth + 1) }
    }
    switch object.className {
    case "NSComparisonPredicate":
      return "\(inner("NSLeftExpression")) \(comparison(object)) \(inner("NSRightExpression"))"
    case "NSCompoundPredicate":
      let parts = archive.elements("NSSubpredicates", of: object).map { text(of: archive.object($0), depth: depth + 1) }
      switch archive.integer("NSCompoundPredicateType", of: object) {
      case 0: return "NOT (\(parts.first ?? ""))"
      case 1: return parts.map { "(\($0))" }.joined(separator: " AND ")
      default: return parts.map { "(\($0))" }.joined(separator: " OR ")
      }
    case "NSTruePredicate": return "TRUEPREDICATE"
    case "NSFalsePredicate": return "FALSEPREDICATE"
    case "NSSelfExpression": return "SELF"
    case "NSConstantValueExpression": return constant(object)
    case "NSVariableExpression": return "$" + (archive.string("NSVariable", of: object) ?? "")
    case "NSKeyPathSpecifierExpression": return archive.string("NSKeyPath", of: object) ?? ""
    case "NSKeyPathExpression":
      let path = arguments().joined(separator: ".")
      let operand = archive.object("NSOperand", of: object)
      return operand?.className == "NSSelfExpression" ? path : "\(inner("NSOperand")).\(path)"
    case "NSFunctionExpression":
      let selector = archive.string("NSSelectorName", of: object) ?? ""
      if selector == "valueForKeyPath:" || selector == "valueForKey:" {
        return "\(inner("NSOperand")).\(arguments().joined(separator: "."))"
      }
      return selector.hasSuffix(":") ? "\(selector)(\(arguments().joined(separator: ", ")))" : "\(selector)()"
    default: return "<\(object.className)>"
    }
  }

  private func constant(_ object: KeyedArchive.Object) -> String {
    switch archive.scalar("NSConstantValue", of: object) {
    case .text(let text)?:
      "\"\(text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined())\""
    case .integer(let value)?: String(value)
    case .real(let value)?: value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    case .date(let seconds)?: "CAST(\(seconds), \"NSDate\")"
    case .data?, nil: "nil"
    }
  }

  private func comparison(_ object: KeyedArchive.Object) -> String {
    guard let comparison = archive.object("NSPredicateOperator", of: object) else { return "==" }
    let options = archive.integer("NSOptions", of: comparison) ?? 0
    let suffix =
      switch options & 3 {
      case 1: "[c]"
      case 2: "[d]"
      case 3: "[cd]"
      default: ""
      }
    let names = [
      0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH", 9: "ENDSWITH",
      10: "IN", 99: "CONTAINS", 100: "BETWEEN",
    ]
    return (names[archive.integer("NSOperatorType", of: comparison) ?? 4] ?? "==") + suffix
  }
}
