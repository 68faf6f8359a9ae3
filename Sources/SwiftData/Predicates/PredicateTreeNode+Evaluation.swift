import Foundation
import QueryModel

extension PredicateNode.ExpressionEvaluate: PredicateTreeNode {
  func tree() -> PredicateTree {
    var arguments: [PredicateTree] = []
    repeat arguments.append(PredicateTree(each input))
    switch PredicateTree(expression) {
    case .property(.value(let held?), _), .value(let held?):
      return PredicateTree.inlined(held, arguments) ?? .unknown("evaluate(_:)")
    default: return .unknown("evaluate(_:) of an expression that is not captured")
    }
  }
}

extension PredicateTree {
  /// A captured predicate or expression with its variables replaced.
  static func inlined(_ value: Any, _ arguments: [PredicateTree]) -> PredicateTree? {
    guard let captured = value as? any CapturedTree, captured.inputs.count == arguments.count else { return nil }
    return zip(captured.inputs, arguments).reduce(captured.tree) { $0.substituting($1.0, by: $1.1) }
  }
}

/// Something that a predicate may evaluate.
protocol CapturedTree {
  var tree: PredicateTree { get }
  var inputs: [PredicateTree.Variable] { get }
}

extension Foundation.Predicate: CapturedTree {}

extension Foundation.Expression: CapturedTree {
  var tree: PredicateTree { PredicateTree(expression) }

  /// One for each input.
  var inputs: [PredicateTree.Variable] {
    var keys: [PredicateTree.Variable] = []
    repeat keys.append((each variable).key)
    return keys
  }
}
