/// Archived expressions and predicates, read as trees.
///
/// Operator and expression numbers are those of the public `NSComparisonPredicate.Operator` and
/// `NSExpression.ExpressionType`; fields as the archives of CoreDataPlus and LoopKit stores hold them.
struct ArchivedExpression {
  private let archive: KeyedArchive
  private let budget = Budget()

  /// Expressions still to be read in the whole archive: one that lists itself twice would double at every level.
  private final class Budget {
    var left = 100_000
    var isTooDeep = false
  }

  init(_ archive: KeyedArchive) { self.archive = archive }

  /// The text that `predicateFormat` gives.
  func text(of object: KeyedArchive.Object) -> String { tree(of: object).format }

  /// - Throws: when some expression was not read to its end; texts are not to be used then.
  func check() throws {
    if budget.isTooDeep { throw BinaryPlistReader.Failure(description: "a predicate is nested too deeply") }
    if budget.left < 0 { throw BinaryPlistReader.Failure(description: "its predicates repeat each other too often") }
  }

  func tree(of object: KeyedArchive.Object) -> PredicateTree { tree(of: object, depth: 0) }

  private func tree(of object: KeyedArchive.Object?, depth: Int) -> PredicateTree {
    budget.left -= 1
    if depth > 64 { budget.isTooDeep = true }
    guard let object, !budget.isTooDeep, budget.left >= 0 else { return .opaque("") }
    func inner(_ key: String) -> PredicateTree { tree(of: archive.object(key, of: object), depth: depth + 1) }
    func all(_ key: String) -> [PredicateTree] {
      archive.elements(key, of: object).map { tree(of: archive.object($0), depth: depth + 1) }
    }
    switch object.className {
    case "NSComparisonPredicate":
      return .comparison(inner("NSLeftExpression"), comparison(object), inner("NSRightExpression"))
    case "NSCompoundPredicate":
      let parts = all("NSSubpredicates")
      switch archive.integer("NSCompoundPredicateType", of: object) {
      case 0: return .not(parts.first ?? .opaque(""))
      case 1: return .all(parts)
      default: return .any(parts)
      }
    case "NSTruePredicate": return .truth(true)
    case "NSFalsePredicate": return .truth(false)
    case "NSSelfExpression": return .itself
    case "NSConstantValueExpression": return constant(object)
    case "NSVariableExpression": return .variable(archive.string("NSVariable", of: object) ?? "")
    case "NSKeyPathSpecifierExpression":
      return .keyPath(of: nil, archive.string("NSKeyPath", of: object) ?? "")
    case "NSKeyPathExpression", "NSFunctionExpression":
      let selector = archive.string("NSSelectorName", of: object) ?? ""
      let arguments = all("NSArguments")
      if object.className == "NSKeyPathExpression" || selector == "valueForKeyPath:" || selector == "valueForKey:" {
        let operand = inner("NSOperand")
        let path = arguments.map(\.format).joined(separator: ".")
        return .keyPath(of: operand == .itself ? nil : operand, path)
      }
      if let target = archive.object("NSOperand", of: object),
        archive.string("NSConstantValueClassName", of: target) == nil
      {
        return .call(inner("NSOperand"), selector, arguments)
      }
      return .function(selector, arguments)
    default: return .opaque("<\(object.className)>")
    }
  }

  private func constant(_ object: KeyedArchive.Object) -> PredicateTree {
    switch archive.scalar("NSConstantValue", of: object) {
    case .text(let text)?: .text(text)
    case .integer(let value)?: .integer(value)
    case .real(let value)?: .real(value)
    case .date(let seconds)?: .date(seconds)
    case .data?, nil: .null
    }
  }

  private func comparison(_ object: KeyedArchive.Object) -> PredicateTree.Comparison {
    guard let comparison = archive.object("NSPredicateOperator", of: object) else { return .init(type: 4) }
    // The operators of IN and CONTAINS keep the options under the second key.
    let options =
      archive.integer("NSOptions", of: comparison) ?? archive.integer("NSFlags", of: comparison) ?? 0
    return .init(type: archive.integer("NSOperatorType", of: comparison) ?? 4, options: options)
  }
}
