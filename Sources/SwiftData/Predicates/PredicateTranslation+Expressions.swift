import Foundation
import QueryModel
import SchemaTypes

extension PredicateTranslation.Run {
  mutating func expression(_ tree: PredicateTree) throws -> QueryExpression {
    switch tree {
    case .variable(let variable):
      guard let bound = bound[variable] else { throw unsupported("the variable is not bound here", "a variable") }
      return .path(bound, [])
    case .value(let value): return .constant(try constant(value))
    case .property(let base, let path): return try property(base, path)
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, try expression(left), try expression(right))
    case .coalesce(let left, let right): return .coalesce(try expression(left), try expression(right))
    case .conditional(let test, let yes, let no):
      return .conditional(try condition(test), try expression(yes), try expression(no))
    case .flatMap(let wrapped, let variable, let body):
      let result = try expression(body.substituting(variable, by: wrapped))
      // Paths are nil behind a nil by themselves; anything else is guarded.
      if case .path(let base, let names) = try expression(wrapped), result.continues(base, names) { return result }
      if case .value(let value) = wrapped {
        return try constant(value) == .null ? .constant(.null) : result
      }
      return .conditional(.comparison(.notEqual, try expression(wrapped), .constant(.null)), result, .constant(.null))
    default:
      return .conditional(try condition(tree), .constant(.boolean(true)), .constant(.boolean(false)))
    }
  }

  private mutating func property(_ base: PredicateTree, _ path: AnyKeyPath) throws -> QueryExpression {
    if let known = KnownProperty(path) {
      switch (known, base) {
      // Enums are stored by their raw values.
      case (.rawValue, _): return try expression(base)
      case (.count, _):
        if case .path(let variable, let names) = try expression(base) { return .count(variable, names) }
        throw unsupported("only the members of a relationship can be counted", "count")
      case (.isEmpty, _):
        return .conditional(try isEmpty(base, path), .constant(.boolean(true)), .constant(.boolean(false)))
      }
    }
    guard case .path(let variable, let names) = try expression(base) else {
      throw unsupported("only the properties of a model can be followed", "\(path)")
    }
    guard let next = rules.resolve(path) else {
      // A model's identifier stands for the model itself.
      if type(of: path).valueType == PersistentIdentifier.self { return .path(variable, names) }
      throw QueryError(
        .unknownProperty, "it is not a stored property, so the store knows nothing of it", expression: "\(path)")
    }
    return .path(variable, names + next)
  }

  mutating func isEmpty(_ base: PredicateTree, _ path: AnyKeyPath) throws -> QueryPredicate {
    if case .filter(let sequence, let variable, let test) = base {
      return .not(try condition(.quantified(.any, sequence, variable, test)))
    }
    let whole = try expression(base)
    if type(of: path).rootType == String.self { return .comparison(.equal, whole, .constant(.string(""))) }
    guard case .path(let variable, let names) = whole else {
      throw unsupported("only text and the members of a relationship can be empty", "\(path)")
    }
    return .comparison(.equal, .count(variable, names), .constant(.integer(0)))
  }

  // MARK: constants

  func constant(_ value: Any?) throws -> QueryConstant {
    guard let value else { return .null }
    switch value {
    case let optional as any OptionalValue: return try constant(optional.wrappedValue)
    case let bool as Bool: return .boolean(bool)
    case let text as String: return .string(text)
    case let text as Substring: return .string(String(text))
    case let character as Character: return .string(String(character))
    case let number as Double: return .double(number)
    case let number as Float: return .double(Double(number))
    case let number as Decimal: return .decimal(number)
    case let number as any BinaryInteger:
      guard let integer = Int64(exactly: number) else {
        throw unsupported("the number does not fit 64 bits with a sign", "\(number)")
      }
      return .integer(integer)
    case let date as Date: return .date(date)
    case let id as UUID: return .uuid(id)
    case let url as URL: return .uri(url.absoluteString)
    case let data as Data: return .data(data)
    default: break
    }
    if let object = rules.object(value) { return object }
    if let raw = value as? any RawRepresentable { return try constant(raw.rawValue) }
    if let values = value as? any Collection { return .collection(try values.map { try constant($0) }) }
    throw unsupported("a value of type \(type(of: value)) has no stored form", "\(value)")
  }
}

/// Any optional, whatever it wraps.
private protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrappedValue: Any? { self }
}

extension QueryExpression {
  /// Whether it is a path that goes on from this one.
  fileprivate func continues(_ variable: QueryVariable, _ names: [String]) -> Bool {
    switch self {
    case .path(let own, let path), .count(let own, let path): own == variable && path.starts(with: names)
    default: false
    }
  }
}
