public import Foundation
import QueryModel

extension __FactoryMade where Self: __Deprecated.Expression {
  /// An expression read from a format, as Apple's initializer: a format with a mistake stops the program.
  public init(format expressionFormat: String, _ arguments: Any?...) {
    self.init(read: expressionFormat, arguments)
  }

  public init(format expressionFormat: String, argumentArray arguments: [Any]) {
    self.init(read: expressionFormat, arguments)
  }

  public init(format expressionFormat: String, arguments argList: CVaListPointer) {
    self.init(read: expressionFormat, VariadicArguments.values(for: expressionFormat, argList))
  }

  /// An expression read from a format.
  ///
  /// - Throws: `PredicateFormatError` that says at which character, and what was expected.
  public static func parse(_ format: String, arguments: [Any?] = []) throws -> Self {
    try PredicateFormatError.translated {
      Self(tree: try PredicateFormat.expression(format, arguments: arguments.map { FormatArgument($0) }))
    }
  }

  private init(read format: String, _ arguments: [Any?]) {
    let made: Self
    do {
      made = try Self.parse(format, arguments: arguments)
    } catch {
      fatalError("\(error)")
    }
    self.init(made: made)
  }

  init(tree: FormatExpression) {
    let object = FormatObjects.object(tree)
    guard let made = object as? Self else {
      fatalError("An expression is a \(type(of: object)), not a \(Self.self).")
    }
    self.init(made: made)
  }

  public init(forConstantValue obj: Any?) { self.init(tree: .constant(FormatValue(obj))) }
  public init(forVariable string: String) { self.init(tree: .variable(string)) }

  public init(forKeyPath keyPath: String) {
    self.init(
      tree: FormatExpression(keys: keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)))
  }

  /// A function by its selector, such as `"add:to:"`; an unknown one throws when it is evaluated.
  public init(forFunction name: String, arguments parameters: [Any]) {
    let arguments = parameters.map { FormatExpression(argument: $0) }
    self.init(tree: FormatExpression(selector: name, arguments: arguments))
  }

  public init(forFunction target: __Deprecated.Expression, selectorName name: String, arguments parameters: [Any]?) {
    self.init(
      tree: .call(FormatObjects.tree(of: target), name, (parameters ?? []).map { FormatExpression(argument: $0) }))
  }

  public init(forAggregate subexpressions: [__Deprecated.Expression]) {
    self.init(tree: .aggregate(subexpressions.map { FormatObjects.tree(of: $0) }))
  }

  public init(forUnionSet left: __Deprecated.Expression, with right: __Deprecated.Expression) {
    self.init(tree: .combination(.union, FormatObjects.tree(of: left), FormatObjects.tree(of: right)))
  }

  public init(forIntersectSet left: __Deprecated.Expression, with right: __Deprecated.Expression) {
    self.init(tree: .combination(.intersect, FormatObjects.tree(of: left), FormatObjects.tree(of: right)))
  }

  public init(forMinusSet left: __Deprecated.Expression, with right: __Deprecated.Expression) {
    self.init(tree: .combination(.minus, FormatObjects.tree(of: left), FormatObjects.tree(of: right)))
  }

  public init(
    forSubquery expression: __Deprecated.Expression, usingIteratorVariable variable: String, predicate: NSPredicate
  ) {
    self.init(
      tree: .subquery(FormatObjects.tree(of: expression), variable: variable, predicate.formatTree))
  }

  public init(
    forConditional predicate: NSPredicate, trueExpression: __Deprecated.Expression,
    falseExpression: __Deprecated.Expression
  ) {
    self.init(
      tree: .conditional(
        predicate.formatTree, FormatObjects.tree(of: trueExpression), FormatObjects.tree(of: falseExpression)))
  }

  /// An expression that a closure computes from the object, the arguments and the variables in force.
  public init(
    block: @escaping (Any?, [__Deprecated.Expression], NSMutableDictionary?) -> Any,
    arguments: [__Deprecated.Expression]?
  ) {
    let closure = FormatClosure { object, arguments, variables in
      let context = NSMutableDictionary()
      for (name, value) in variables { context[name] = value.any ?? NSNull() }
      return block(object, arguments.map { FormatObjects.object($0) }, context)
    }
    self.init(tree: .closure(closure, (arguments ?? []).map { FormatObjects.tree(of: $0) }))
  }

  public static func expressionForEvaluatedObject() -> __Deprecated.Expression {
    FormatObjects.object(.evaluatedObject)
  }
  public static func expressionForAnyKey() -> __Deprecated.Expression { FormatObjects.object(.anyKey) }
}

extension FormatExpression {
  fileprivate init(argument: Any) {
    if let expression = FormatObjects.expression(argument) {
      self = FormatObjects.tree(of: expression)
    } else {
      self = .constant(FormatValue(argument))
    }
  }

  /// A function by its selector; those that formats write otherwise become what formats mean by them.
  fileprivate init(selector: String, arguments: [FormatExpression]) {
    switch (selector, arguments.count) {
    case ("castObject:toType:", 2):
      if case .constant(.string(let type)) = arguments[1] {
        self = .cast(arguments[0], type)
        return
      }
    case ("objectFrom:withIndex:", 2):
      self = .element(arguments[0], .value(arguments[1]))
      return
    case ("valueForKeyPath:", 2), ("valueForKey:", 2):
      if case .constant(.string(let path)) = arguments[1] {
        self = .path(arguments[0], path.split(separator: ".").map(String.init))
        return
      }
    default: break
    }
    self = .function(selector, arguments)
  }
}
