import Foundation
import ObjectGraph
import QueryModel

extension PredicateTranslation.Run {
  mutating func comparison(
    _ operation: QueryPredicate.ComparisonOperator, _ left: PredicateTree, _ right: PredicateTree
  ) throws -> QueryPredicate {
    guard operation == .equal || operation == .notEqual else {
      return .comparison(operation, try expression(left), try expression(right))
    }
    if let same = try equality(left, right) ?? equality(right, left) {
      return operation == .equal ? same : .not(same)
    }
    return .comparison(operation, try expression(left), try expression(right))
  }

  /// Equality where it is more than a comparison of two values; `nil` elsewhere.
  private mutating func equality(_ left: PredicateTree, _ right: PredicateTree) throws -> QueryPredicate? {
    if case .function(.order(.caseInsensitive), let texts) = left, case .value(let result) = right,
      result as? ComparisonResult == .orderedSame
    {
      return .text(.equal, try expression(texts[0]), try expression(texts[1]), .caseInsensitive)
    }
    if right.isNaN { return .constant(false) }
    // A computed number that is none equals nothing; rows and constants know it as nil.
    if left.isReal, !right.isNil {
      let value = try expression(left)
      return .and([
        .comparison(.equal, value, try expression(right)), .comparison(.notEqual, value, .constant(.null)),
      ])
    }
    if right.isNil {
      // `x == nil` of a type that is not equatable: see `__PredicateNodes.IsNil`.
      if case .flatMap(let wrapped, _, .value(_?)) = left { return try absence(wrapped) }
      return left.isModels || left.compositeShape != nil ? try absence(left) : nil
    }
    // `x?.test(…) == true`: true only where there is an x.
    if case .flatMap(let wrapped, let variable, let body) = left, case .value(let value) = right,
      let answer = value as? Bool
    {
      let inner = body.substituting(variable, by: wrapped)
      guard inner.isCondition else { return nil }
      let test = try condition(inner)
      let result = answer ? test : .not(test)
      let isThere = try presence(wrapped)
      return isThere == .constant(true) ? result : .and([isThere, result])
    }
    if let shape = left.compositeShape { return try equality(left, right, shape) }
    return nil
  }

  mutating func absence(_ tree: PredicateTree) throws -> QueryPredicate {
    switch try presence(tree) {
    case .constant(let isThere): .constant(!isThere)
    case .comparison(.notEqual, let value, .constant(.null)): .comparison(.equal, value, .constant(.null))
    case let isThere: .not(isThere)
    }
  }

  // MARK: values of several columns

  /// The columns of a struct, or of an enum without raw values; `nil` for anything else.
  mutating func leaves(of tree: PredicateTree) throws -> [QueryExpression]? {
    guard let shape = tree.compositeShape, case .path(let variable, let names) = try expression(tree) else {
      return nil
    }
    return shape.paths(below: [names.last ?? ""]).map { .path(variable, names.dropLast() + $0) }
  }

  private mutating func equality(
    _ tree: PredicateTree, _ other: PredicateTree, _ shape: ValueShape
  ) throws -> QueryPredicate? {
    guard let columns = try leaves(of: tree) else { return nil }
    if case .value(let value?) = other {
      let constants = try Self.constants(of: value, shape, rules)
      guard constants.count == columns.count else { return nil }
      return .and(zip(columns, constants).map { .comparison(.equal, $0, .constant($1)) })
    }
    guard let others = try leaves(of: other), others.count == columns.count else { return nil }
    return .and(zip(columns, others).map { .comparison(.equal, $0, $1) })
  }

  /// What the columns of a value hold (StoreFormat.md section 7).
  private static func constants(
    of value: Any, _ shape: ValueShape, _ rules: PredicateTranslation
  ) throws -> [QueryConstant] {
    if let optional = value as? any OptionalType {
      guard let wrapped = optional.wrappedValue else { return Array(repeating: .null, count: shape.fieldCount) }
      return try constants(of: wrapped, shape, rules)
    }
    switch shape {
    case .plain, .raw: return [try QueryConstant(of: value, object: rules.object)]
    case .cases(let names):
      let chosen = Self.caseName(of: value, names)
      return names.map { $0 == chosen ? .string($0) : .null }
    case .structure(let elements):
      let parts = Mirror(reflecting: value).children
      return try elements.flatMap { element in
        guard let part = parts.first(where: { $0.label == element.name })?.value else {
          throw QueryError(.unsupported, "its property \(element.name) cannot be read", expression: "\(value)")
        }
        return try constants(of: part, element.shape, rules)
      }
    case .collection, .coded:
      throw QueryError(
        .unsupported, "a value that is stored as JSON cannot be compared; compare the struct's other parts",
        expression: "\(value)")
    }
  }

  private static func caseName(of value: Any, _ names: [String]) -> String? {
    func open<T>(_ value: T) -> String? { ValueShape.caseName(of: value, in: names) }
    return open(value)
  }
}
