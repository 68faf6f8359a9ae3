/// A piece of the closure on its way into the expansion.
enum LoweredTerm {
  /// The name of a bound node, or of a variable.
  case node(String)
  /// The user's own source, free of the predicate's variables: evaluated once, when the predicate is made.
  case constant(String)
  case null

  /// As a node of its own.
  var node: String {
    switch self {
    case .node(let name): name
    case .constant(let source): "Foundation.PredicateExpressions.build_Arg(\(source))"
    case .null: "Foundation.PredicateExpressions.build_NilLiteral()"
    }
  }

  /// As an argument of a builder, whose label says what it is, so that a constant takes the other side's type.
  var argument: String {
    switch self {
    case .node(let name): name
    case .constant(let source): "value: \(source)"
    case .null: "null: ()"
    }
  }
}
