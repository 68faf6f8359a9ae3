import Foundation
import ModelDescription

extension FormatLowering {
  func value(_ expression: FormatExpression, _ scope: Scope) throws -> QueryExpression {
    if expression.isConstant { return .constant(try constantValue(expression)) }
    switch expression {
    case .evaluatedObject, .variable, .path: return try pathValue(expression, scope)
    case .element(let base, .size): return try count(base, scope, "\(expression)")
    case .function("count:", let arguments) where arguments.count == 1:
      return try count(arguments[0], scope, "\(expression)")
    case .function("noindex:", let arguments) where arguments.count == 1: return try value(arguments[0], scope)
    case .function(let selector, let arguments) where arguments.count == 2:
      let operations: [String: QueryExpression.ArithmeticOperator] = [
        "add:to:": .add, "from:subtract:": .subtract, "multiply:by:": .multiply, "divide:by:": .divide,
        "modulus:by:": .remainder,
      ]
      guard let operation = operations[selector] else { break }
      return .arithmetic(operation, try value(arguments[0], scope), try value(arguments[1], scope))
    case .conditional(let condition, let yes, let no):
      return .conditional(try lowered(condition, scope), try value(yes, scope), try value(no, scope))
    default: break
    }
    throw unsupported("stores cannot compute it", "\(expression)")
  }

  /// A part that depends on no row, computed once.
  func constantValue(_ expression: FormatExpression) throws -> QueryConstant {
    let value = try FormatEvaluator(nil, lookup: NoLookup(), now: now).value(expression)
    guard let constant = lowered(value) else {
      throw unsupported("the store knows no such value", "\(expression)")
    }
    return constant
  }

  private func lowered(_ value: FormatValue) -> QueryConstant? {
    switch value {
    case .object(let object): return constant(object.value) ?? value.constant
    case .collection(let values):
      let constants = values.compactMap(lowered)
      return constants.count == values.count ? .collection(constants) : nil
    default: return value.constant
    }
  }

  private func pathValue(_ expression: FormatExpression, _ scope: Scope) throws -> QueryExpression {
    if case .path(let base, let names) = expression, let last = names.last, last.hasPrefix("@") {
      guard last == "@count" else {
        throw unsupported("of collection operators stores know @count only", "\(expression)")
      }
      return try count(names.count == 1 ? base : .path(base, Array(names.dropLast())), scope, "\(expression)")
    }
    guard let (variable, path) = try path(expression, scope) else {
      throw unsupported("stores follow keys from SELF and from variables of SUBQUERY only", "\(expression)")
    }
    guard path.hops.isEmpty else {
      throw unsupported("a path through a to-many needs ANY, ALL or @count", "\(expression)")
    }
    return .path(variable, path.rest)
  }

  private func count(_ collection: FormatExpression, _ scope: Scope, _ text: String) throws -> QueryExpression {
    guard let (variable, path) = try path(collection, scope), path.hops.count == 1, path.rest.isEmpty else {
      throw unsupported("only a path that ends with its one to-many can be counted", text)
    }
    return .count(variable, path.hops[0].names)
  }

  /// The path that an expression is, from which object; nil for anything else.
  func path(_ expression: FormatExpression, _ scope: Scope) throws -> (QueryVariable, ModelPath)? {
    let (base, names): (FormatExpression, [String])
    switch expression {
    case .path(let start, let keys): (base, names) = (start, keys)
    default: (base, names) = (expression, [])
    }
    let start: (variable: QueryVariable, entity: ResolvedEntity)
    switch base {
    case .evaluatedObject: start = (.root, entity)
    case .variable(let name):
      guard let bound = scope.bound[name] else {
        throw FormatError(.unboundVariable, "give $\(name) a value as a substitution variable", text: "$\(name)")
      }
      start = bound
    default: return nil
    }
    if names.contains(where: { $0.hasPrefix("@") }) { return nil }
    let keys = names.filter { $0.lowercased() != "self" }
    return (start.variable, try ModelPath(keys, from: start.entity, in: model, text: "\(expression)"))
  }
}

/// Constants have no objects to ask.
private struct NoLookup: FormatLookup {
  func value(of object: Any, forKey key: String) throws -> Any? {
    throw FormatError(.unknownKey, "the key \"\(key)\" of a constant object cannot be read", text: "")
  }
}
