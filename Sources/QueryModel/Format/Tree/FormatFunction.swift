/// The functions of `NSExpression(forFunction:arguments:)`, by Foundation's selector names.
package enum FormatFunction {
  /// Selectors and how many arguments each takes; `nil` for one collection or any number of values.
  package static let argumentCounts: [String: Int?] = {
    var counts: [String: Int?] = [:]
    for name in ["sum:", "count:", "min:", "max:", "average:", "median:", "mode:", "stddev:"] {
      counts[name] = .some(nil)
    }
    for name in ["now", "random"] { counts[name] = 0 }
    for name in [
      "sqrt:", "log:", "ln:", "exp:", "abs:", "floor:", "ceiling:", "trunc:", "randomn:", "random:", "uppercase:",
      "lowercase:", "canonical:", "length:", "noindex:", "distinct:", "onesComplement:",
    ] { counts[name] = 1 }
    for name in [
      "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:", "raise:toPower:", "bitwiseAnd:with:",
      "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
    ] { counts[name] = 2 }
    return counts
  }()

  /// The selector for a name as formats write it, with or without its colon: `sum` and `sum:`; `random` and `random:`
  /// are told apart by their arguments.
  static func selector(named name: String, argumentCount: Int) -> String? {
    if argumentCounts[name] != nil, argumentCount == 0 || argumentCounts[name + ":"] == nil { return name }
    return argumentCounts[name + ":"] == nil ? nil : name + ":"
  }

  /// `nil` when that many arguments fit, else what is wrong.
  package static func problem(with selector: String, argumentCount count: Int) -> String? {
    guard let wanted = argumentCounts[selector] else {
      return "there is no function \"\(selector)\"; the functions are "
        + argumentCounts.keys.sorted().joined(separator: ", ")
    }
    if let wanted, wanted != count { return "\(selector) takes \(wanted) arguments, not \(count)" }
    return count == 0 && wanted == nil ? "\(selector) takes a collection" : nil
  }

  struct Infix {
    let symbol: String
    let strength: Int
  }

  /// Functions that have an operator, and how tightly it binds.
  static let infix: [String: Infix] = [
    "bitwiseOr:with:": Infix(symbol: "|", strength: 2),
    "bitwiseXor:with:": Infix(symbol: "^", strength: 3),
    "bitwiseAnd:with:": Infix(symbol: "&", strength: 4),
    "leftshift:by:": Infix(symbol: "<<", strength: 5),
    "rightshift:by:": Infix(symbol: ">>", strength: 5),
    "add:to:": Infix(symbol: "+", strength: 6),
    "from:subtract:": Infix(symbol: "-", strength: 6),
    "multiply:by:": Infix(symbol: "*", strength: 7),
    "divide:by:": Infix(symbol: "/", strength: 7),
    "raise:toPower:": Infix(symbol: "**", strength: powerStrength),
  ]

  /// The one operator that groups to the right.
  static let powerStrength = 8
  /// `UNION` and its like bind least of all operators that make values.
  static let setStrength = 1
}
