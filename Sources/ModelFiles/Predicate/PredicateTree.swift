/// A predicate or expression of a model, as far as archives are known to hold them.
indirect enum PredicateTree: Hashable {
  case truth(Bool)
  case not(PredicateTree)
  case all([PredicateTree])
  case any([PredicateTree])
  case comparison(PredicateTree, Comparison, PredicateTree)
  case itself
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Seconds since 2001-01-01 UTC.
  case date(Double)
  case variable(String)
  /// A path from the object itself, or from another expression.
  case keyPath(of: PredicateTree?, String)
  /// A function by its selector (`count:`, `now`).
  case function(String, [PredicateTree])
  /// A message to a value: `FUNCTION($manager, "selector:", …)`.
  case call(PredicateTree, String, [PredicateTree])
  /// An archived object of a class that is not known, by the text that stands for it.
  case opaque(String)

  /// Numbers are those of the public `NSComparisonPredicate.Operator` and `.Options`.
  struct Comparison: Hashable {
    var type: Int
    var options = 0

    static let names = [
      0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH", 9: "ENDSWITH",
      10: "IN", 99: "CONTAINS", 100: "BETWEEN",
    ]
  }
}

extension PredicateTree {
  /// The text that `predicateFormat` gives.
  var format: String {
    switch self {
    case .truth(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .not(let part): "NOT (\(part.format))"
    case .all(let parts): parts.map { "(\($0.format))" }.joined(separator: " AND ")
    case .any(let parts): parts.map { "(\($0.format))" }.joined(separator: " OR ")
    case .comparison(let left, let comparison, let right): "\(left.format) \(comparison.format) \(right.format)"
    case .itself: "SELF"
    case .null: "nil"
    case .boolean(let value): value ? "1" : "0"
    case .integer(let value): String(value)
    case .real(let value): value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    case .text(let text): "\"\(text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined())\""
    case .date(let seconds): "CAST(\(seconds), \"NSDate\")"
    case .variable(let name): "$\(name)"
    case .keyPath(let owner, let path): owner.map { "\($0.format).\(path)" } ?? path
    case .function(let selector, let arguments):
      selector.hasSuffix(":")
        ? "\(selector)(\(arguments.map(\.format).joined(separator: ", ")))" : "\(selector)()"
    case .call(let target, let selector, let arguments):
      "FUNCTION(\(([target, .text(selector)] + arguments).map(\.format).joined(separator: ", ")))"
    case .opaque(let text): text
    }
  }
}

extension PredicateTree.Comparison {
  var format: String {
    let suffix =
      switch options & 3 {
      case 1: "[c]"
      case 2: "[d]"
      case 3: "[cd]"
      default: ""
      }
    return (Self.names[type] ?? "==") + suffix
  }
}
