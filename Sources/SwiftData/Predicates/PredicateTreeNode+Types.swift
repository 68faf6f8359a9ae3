import Foundation
import ObjectGraph
import QueryModel
import SchemaTypes

extension PredicateNode.TypeCheck: PredicateTreeNode {
  func tree() -> PredicateTree {
    guard let cast = PredicateTree.cast(input, to: Desired.self) else { return .unknown("is \(Desired.self)") }
    return .comparison(.notEqual, cast, .value(nil))
  }
}
extension PredicateNode.ConditionalCast: PredicateTreeNode {
  func tree() -> PredicateTree { PredicateTree.cast(input, to: Desired.self) ?? .unknown("as? \(Desired.self)") }
}
extension PredicateNode.ForceCast: PredicateTreeNode {
  func tree() -> PredicateTree { PredicateTree.cast(input, to: Desired.self) ?? .unknown("as! \(Desired.self)") }
}

extension PredicateTree {
  /// Between models, or from a type to itself.
  fileprivate static func cast<E: PredicateExpression>(_ input: E, to desired: any Any.Type) -> PredicateTree? {
    if E.Output.self == desired || (E.Output.self as? any OptionalType.Type)?.wrappedType == desired {
      return PredicateTree(input)
    }
    return desired is any PersistentModel.Type ? .cast(PredicateTree(input), desired) : nil
  }
}
