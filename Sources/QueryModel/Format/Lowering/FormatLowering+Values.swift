import Foundation
import ModelDescription

extension FormatLowering {
  func value(_ expression: FormatExpression, _ scope: Scope) throws -> QueryExpression {
    if expression.isConstant { return .constant(try constantValue(expression)) }
    switch expression {
    case .evaluatedObject, .variable, .path: return try pathValue(expression, scope)
    case .element(let base, .size): return try count(base, scope, "\(expression)")
    case .function(let selector, let arguments): return try function(selector, arguments, scope, expression)
    case .call(let target, let name, let arguments):
      if arguments.isEmpty, QueryComputation.property(name).code != nil, try isText(target, scope) {
        return .computed(.property(name), [try value(target, scope)])
      }
      guard FormatFunction.problem(with: name, argumentCount: arguments.count + 1) == nil else { break }
      return try function(name, [target] + arguments, scope, expression)
    case .cast(let inner, let type): return try cast(inner, type, scope, expression)
    case .conditional(let condition, let yes, let no):
      return .conditional(try lowered(condition, scope), try value(yes, scope), try value(no, scope))
    default: break
    }
    throw unsupported("stores cannot compute it", "\(expression)")
  }

  // MARK: functions

  private func function(
    _ selector: String, _ arguments: [FormatExpression], _ scope: Scope, _ expression: FormatExpression
  ) throws -> QueryExpression {
    let text = "\(expression)"
    if selector == "count:", arguments.count == 1 { return try count(arguments[0], scope, text) }
    let aggregates: [String: QueryAggregate] = [
      "sum:": .sum, "average:": .average, "min:": .minimum, "max:": .maximum,
    ]
    if let aggregate = aggregates[selector], arguments.count == 1 {
      let result = try values(aggregate, arguments[0], scope, text, skipsNil: true)
      // The sum of nil is that of nothing.
      return aggregate == .sum ? .coalesce(result, .constant(.integer(0))) : result
    }
    if selector == "noindex:", arguments.count == 1 { return try value(arguments[0], scope) }
    guard QueryComputation.selector(selector).code != nil else { throw unsupported("stores cannot compute it", text) }
    return .computed(.selector(selector), try arguments.map { try value($0, scope) })
  }

  private func isText(_ expression: FormatExpression, _ scope: Scope) throws -> Bool {
    guard case .attribute(let attribute)? = try path(expression, scope)?.1.end else { return false }
    return attribute.type == .string
  }

  /// Casts whose result is the same whichever way the store keeps the value.
  private func cast(
    _ inner: FormatExpression, _ type: String, _ scope: Scope, _ expression: FormatExpression
  ) throws -> QueryExpression {
    let isKnown: Bool
    switch (try path(inner, scope)?.1.end, type) {
    case (.attribute(let attribute)?, "NSNumber"), (.attribute(let attribute)?, "NSDecimalNumber"):
      isKnown =
        attribute.type == .string || attribute.type.isPlainNumber || (attribute.type == .date && type == "NSNumber")
    case (.attribute(let attribute)?, "NSDate"):
      isKnown = attribute.type == .string || attribute.type.isPlainNumber || attribute.type == .date
    case (.attribute(let attribute)?, "NSString"):
      isKnown = attribute.type == .string || attribute.type == .uri || attribute.type.isPlainNumber
    case (nil, "NSNumber"), (nil, "NSDecimalNumber"), (nil, "NSString"):
      // What was computed: a number, or text.
      let computed = try value(inner, scope)
      switch computed {
      case .computed, .count: isKnown = type != "NSDecimalNumber"
      default: isKnown = false
      }
    default: isKnown = false
    }
    guard isKnown else { throw unsupported("stores cannot cast it", "\(expression)") }
    return .computed(.cast(type), [try value(inner, scope)])
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
    if let aggregate = try aggregate(expression, scope) { return aggregate }
    if let name = try entityName(expression, scope) { return name }
    guard let (variable, path) = try path(expression, scope) else {
      throw unsupported("stores follow keys from SELF and from variables of SUBQUERY only", "\(expression)")
    }
    guard path.hops.isEmpty else {
      throw unsupported("a path through a to-many needs ANY, ALL or @count", "\(expression)")
    }
    return .path(variable, path.rest)
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
    if try isEntityName(expression, scope) { return nil }
    return (start.variable, try ModelPath(keys(names), from: start.entity, in: model, text: "\(expression)"))
  }
}

extension FormatLowering {
  /// `SELF` inside a path stays where it is.
  func keys(_ names: [String]) -> [String] { names.filter { $0.lowercased() != "self" } }
}

extension AttributeType {
  /// Integers, Booleans and binary floating point: their text is the same in memory and in the store.
  fileprivate var isPlainNumber: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: true
    default: false
    }
  }
}

/// Constants have no objects to ask.
private struct NoLookup: FormatLookup {
  func value(of object: Any, forKey key: String) throws -> Any? {
    throw FormatError(.unknownKey, "the key \"\(key)\" of a constant object cannot be read", text: "")
  }
}
