public import Foundation
import QueryModel

extension __FactoryMade where Self: __Deprecated.Expression {
  var tree: FormatExpression { FormatObjects.tree(of: self) }

  public var expressionType: __Deprecated.ExpressionKind { tree.foundationKind }

  public var constantValue: Any? {
    guard case .constant(let value) = tree else { missing("constantValue") }
    return value.any
  }

  public var keyPath: String {
    guard case .path(.evaluatedObject, let names) = tree else { missing("keyPath") }
    return names.joined(separator: ".")
  }

  /// The selector of a function, also of those that formats spell otherwise: elements, casts, keys of a value.
  public var function: String {
    switch tree {
    case .function(let name, _), .call(_, let name, _): return name
    case .cast: return "castObject:toType:"
    case .element: return "objectFrom:withIndex:"
    case .path(let base, _) where base != .evaluatedObject: return "valueForKeyPath:"
    default: missing("function")
    }
  }

  public var variable: String {
    switch tree {
    case .variable(let name), .subquery(_, let name, _): return name
    default: missing("variable")
    }
  }

  public var operand: __Deprecated.Expression {
    switch tree {
    case .call(let target, _, _), .path(let target, _): return FormatObjects.object(target)
    default: missing("operand")
    }
  }

  public var arguments: [__Deprecated.Expression]? {
    let arguments: [FormatExpression]
    switch tree {
    case .function(_, let list), .call(_, _, let list), .closure(_, let list): arguments = list
    case .cast(let value, let type): arguments = [value, .constant(.string(type))]
    case .element(let base, .value(let index)): arguments = [base, index]
    case .element(let base, .first): arguments = [base, .constant(.string("FIRST"))]
    case .element(let base, .last): arguments = [base, .constant(.string("LAST"))]
    case .element(let base, .size): arguments = [base, .constant(.string("SIZE"))]
    case .path(_, let names): arguments = [.constant(.string(names.joined(separator: ".")))]
    default: return nil
    }
    return arguments.map { FormatObjects.object($0) }
  }

  /// The expressions of an aggregate, or the collection of a subquery.
  public var collection: Any {
    switch tree {
    case .aggregate(let elements): return elements.map { FormatObjects.object($0) }
    case .subquery(let base, _, _): return FormatObjects.object(base)
    default: missing("collection")
    }
  }

  public var predicate: NSPredicate {
    switch tree {
    case .subquery(_, _, let condition), .conditional(let condition, _, _): return NSPredicate.object(condition)
    default: missing("predicate")
    }
  }

  public var left: __Deprecated.Expression {
    guard case .combination(_, let left, _) = tree else { missing("left") }
    return FormatObjects.object(left)
  }

  public var right: __Deprecated.Expression {
    guard case .combination(_, _, let right) = tree else { missing("right") }
    return FormatObjects.object(right)
  }

  public var `true`: __Deprecated.Expression {
    guard case .conditional(_, let yes, _) = tree else { missing("true") }
    return FormatObjects.object(yes)
  }

  public var `false`: __Deprecated.Expression {
    guard case .conditional(_, _, let no) = tree else { missing("false") }
    return FormatObjects.object(no)
  }

  /// The value for an object; nil also where there is none, which `value(with:variables:)` tells apart.
  public func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    var variables: [String: Any] = [:]
    for (key, value) in context ?? [:] { if let name = key as? String { variables[name] = value } }
    return try? value(with: object, variables: variables)
  }

  /// The value for an object.
  ///
  /// - Throws: `PredicateFormatError` that quotes the part without an answer.
  public func value(with object: Any?, variables: [String: Any] = [:]) throws -> Any? {
    try PredicateFormatError.translated {
      try FormatEvaluator(object, variables: variables.mapValues { FormatValue($0) }, lookup: ObjectLookup())
        .value(tree).any
    }
  }

  /// Does nothing: expressions are never archived here, so none needs to be allowed.
  public func allowEvaluation() {}

  /// Apple's classes raise an exception for a part that an expression does not have.
  private func missing(_ part: String) -> Never {
    fatalError("The expression \(tree) has no \(part); ask its expressionType first.")
  }
}

extension FormatExpression {
  /// In the order of Foundation's cases on Linux, whose numbers are not Apple's.
  fileprivate var foundationKind: __Deprecated.ExpressionKind {
    let number: UInt =
      switch self {
      case .constant: 0
      case .evaluatedObject: 1
      case .variable: 2
      case .path(.evaluatedObject, _): 3
      case .function, .call, .cast, .element, .path: 4
      case .combination(.union, _, _): 5
      case .combination(.intersect, _, _): 6
      case .combination(.minus, _, _): 7
      case .subquery: 8
      case .aggregate: 9
      case .anyKey: 10
      case .closure: 11
      case .conditional: 12
      }
    guard let kind = __Deprecated.ExpressionKind(rawValue: number) else {
      fatalError("Foundation has no expression type \(number).")
    }
    return kind
  }
}
