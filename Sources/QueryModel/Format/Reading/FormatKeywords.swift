/// The words with a meaning of their own, in any case; a key of that name is written with `#` before it.
enum FormatKeywords {
  /// From Apple's "Predicate Format String Syntax", reserved words.
  static let reserved: Set<String> = [
    "AND", "OR", "IN", "NOT", "ALL", "ANY", "SOME", "NONE", "LIKE", "CASEINSENSITIVE", "CI", "MATCHES", "CONTAINS",
    "BEGINSWITH", "ENDSWITH", "BETWEEN", "NULL", "NIL", "SELF", "TRUE", "YES", "FALSE", "NO", "FIRST", "LAST", "SIZE",
    "ANYKEY", "SUBQUERY", "FETCH", "CAST", "TRUEPREDICATE", "FALSEPREDICATE", "FUNCTION", "TERNARY", "UNION",
    "INTERSECT", "MINUS",
  ]

  /// Words that can never start a value: a key of that name must be escaped.
  static let operators: Set<String> = [
    "AND", "OR", "IN", "NOT", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH", "BETWEEN",
  ]

  static func modifier(_ word: String) -> FormatModifier? {
    switch word.uppercased() {
    case "ANY", "SOME", "NONE": .any
    case "ALL": .all
    default: nil
    }
  }

  static let comparisons: [FormatSymbol: FormatOperator] = [
    .equal: .equal, .equals: .equal, .notEqual: .notEqual, .unequal: .notEqual, .less: .less,
    .lessOrEqual: .lessOrEqual, .equalOrLess: .lessOrEqual, .greater: .greater, .greaterOrEqual: .greaterOrEqual,
    .equalOrGreater: .greaterOrEqual,
  ]

  /// Operators that make values, with their function and how tightly they bind.
  static let arithmetic: [FormatSymbol: (selector: String, strength: Int)] = {
    let symbols = Dictionary(uniqueKeysWithValues: FormatSymbol.allCases.map { ($0.rawValue, $0) })
    var result: [FormatSymbol: (selector: String, strength: Int)] = [:]
    for (selector, infix) in FormatFunction.infix {
      if let symbol = symbols[infix.symbol] { result[symbol] = (selector, infix.strength) }
    }
    result[.remainder] = ("modulus:by:", 7)
    return result
  }()
}
