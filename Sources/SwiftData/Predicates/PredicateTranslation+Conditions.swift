import Foundation
import QueryModel

extension PredicateTranslation.Run {
  mutating func condition(_ tree: PredicateTree) throws -> QueryPredicate {
    switch tree {
    case .and(let left, let right): return .and([try condition(left), try condition(right)])
    case .or(let left, let right): return .or([try condition(left), try condition(right)])
    case .not(let part): return .not(try condition(part))
    case .comparison(let operation, let left, let right): return try comparison(operation, left, right)
    case .text(let operation, let text, let other, let options):
      return .text(operation, try expression(text), try expression(other), options)
    case .quantified(let quantifier, let sequence, let variable, let test):
      return try quantified(quantifier, sequence, variable, test)
    case .membership(let sequence, let element): return try membership(sequence, element)
    case .inRange(let element, let range): return try inRange(element, range)
    case .conditional(let test, let yes, let no):
      let test = try condition(test)
      return .or([.and([test, try condition(yes)]), .and([.not(test), try condition(no)])])
    case .coalesce(.flatMap(let wrapped, let variable, let body), let other):
      let isThere = QueryPredicate.comparison(.notEqual, try expression(wrapped), .constant(.null))
      let inner = body.substituting(variable, by: wrapped)
      let result = inner.isCondition ? try condition(inner) : try condition(.coalesce(inner, other))
      return .or([.and([isThere, result]), .and([.not(isThere), try condition(other)])])
    case .value(let value):
      guard case .boolean(let answer) = try constant(value) else {
        throw unsupported("it is not a Boolean", "\(value ?? "nil")")
      }
      return .constant(answer)
    case .property(let base, let path) where KnownProperty(path) == .isEmpty: return try isEmpty(base, path)
    case .variable, .property, .arithmetic, .coalesce, .flatMap: return .truth(try expression(tree))
    case .filter: throw unsupported("a filtered relationship is no condition; use contains(where:)", "filter")
    case .caseInsensitiveOrder:
      throw unsupported("compare its result with .orderedSame", "caseInsensitiveCompare(_:)")
    case .range: throw unsupported("a range is no condition; use contains(_:)", "a range")
    case .unknown(let name): throw unsupported("this form cannot be fetched by", name)
    }
  }

  private mutating func comparison(
    _ operation: QueryPredicate.ComparisonOperator, _ left: PredicateTree, _ right: PredicateTree
  ) throws -> QueryPredicate {
    if case .caseInsensitiveOrder(let text, let other) = left, case .value(let result) = right,
      result as? ComparisonResult == .orderedSame, operation == .equal || operation == .notEqual
    {
      let same = QueryPredicate.text(.equal, try expression(text), try expression(other), .caseInsensitive)
      return operation == .equal ? same : .not(same)
    }
    // `x == nil` of a type that is not equatable: see `__PredicateNodes.IsNil`.
    if case .flatMap(let wrapped, _, .value(_?)) = left, case .value(nil) = right {
      return .comparison(operation, try expression(wrapped), .constant(.null))
    }
    // `x?.test(…) == true`: true only where there is an x.
    if operation == .equal || operation == .notEqual, case .flatMap(let wrapped, let variable, let body) = left,
      case .value(let value) = right, let answer = value as? Bool
    {
      let inner = body.substituting(variable, by: wrapped)
      if inner.isCondition {
        let isThere = QueryPredicate.comparison(.notEqual, try expression(wrapped), .constant(.null))
        let test = try condition(inner)
        let whole = QueryPredicate.and([isThere, answer ? test : .not(test)])
        return operation == .equal ? whole : .not(whole)
      }
    }
    return .comparison(operation, try expression(left), try expression(right))
  }

  private mutating func quantified(
    _ quantifier: QueryPredicate.Quantifier, _ sequence: PredicateTree, _ variable: PredicateTree.Variable,
    _ test: PredicateTree
  ) throws -> QueryPredicate {
    switch sequence {
    case .filter(let inner, let own, let filter):
      let filter = filter.substituting(own, by: .variable(variable))
      let both: PredicateTree = quantifier == .any ? .and(filter, test) : .or(.not(filter), test)
      return try quantified(quantifier, inner, variable, both)
    // `x.kids ?? []`: a relationship of none is as good as no relationship.
    case .coalesce(let inner, .value(let other)):
      guard case .collection(let values) = try constant(other), values.isEmpty else { break }
      return try quantified(quantifier, inner, variable, test)
    case .value(let value?):
      guard let values = value as? any Collection else { break }
      let tests = try values.map { try condition(test.substituting(variable, by: .value($0))) }
      return quantifier == .any ? .or(tests) : .and(tests)
    default: break
    }
    guard case .path(let base, let names) = try expression(sequence) else {
      throw unsupported("only a relationship or a captured collection can be searched", "contains(where:)")
    }
    let element = makeVariable(for: variable)
    return .quantified(quantifier, base, names, binding: element, try condition(test))
  }

  private mutating func membership(_ sequence: PredicateTree, _ element: PredicateTree) throws -> QueryPredicate {
    if case .value(let value) = sequence {
      guard case .collection(let values) = try constant(value) else {
        throw unsupported("it is not a collection", "contains(_:)")
      }
      return .membership(try expression(element), values)
    }
    if case .coalesce(let inner, .value(let other)) = sequence, case .collection(let values) = try constant(other),
      values.isEmpty
    {
      return try membership(inner, element)
    }
    guard case .path(let base, let names) = try expression(sequence) else {
      throw unsupported("only a relationship or a captured collection can be searched", "contains(_:)")
    }
    let wanted = try expression(element)
    let member = makeVariable(for: PredicateNode.Variable<Bool>().key)
    return .quantified(.any, base, names, binding: member, .comparison(.equal, .path(member, []), wanted))
  }

  private mutating func inRange(_ element: PredicateTree, _ range: PredicateTree) throws -> QueryPredicate {
    let value = try expression(element)
    if case .range(let lower, let upper, let isClosed) = range {
      return .and([
        .comparison(.greaterOrEqual, value, try expression(lower)),
        .comparison(isClosed ? .lessOrEqual : .less, value, try expression(upper)),
      ])
    }
    guard case .value(let constantRange?) = range, let bounds = constantRange as? any BoundedRange else {
      throw unsupported("this range cannot be fetched by", "contains(_:)")
    }
    var parts: [QueryPredicate] = []
    if let lower = bounds.lower {
      parts.append(.comparison(.greaterOrEqual, value, .constant(try constant(lower))))
    }
    if let upper = bounds.upper {
      parts.append(.comparison(bounds.isClosed ? .lessOrEqual : .less, value, .constant(try constant(upper))))
    }
    return .and(parts)
  }
}

extension PredicateTree {
  /// Whether it is a Boolean by its form and hence never nil.
  fileprivate var isCondition: Bool {
    switch self {
    case .and, .or, .not, .comparison, .text, .quantified, .membership, .inRange: true
    case .property(_, let path): KnownProperty(path) == .isEmpty
    default: false
    }
  }
}

/// The bounds of a range of any kind.
private protocol BoundedRange {
  var lower: Any? { get }
  var upper: Any? { get }
  var isClosed: Bool { get }
}

extension Range: BoundedRange {
  fileprivate var lower: Any? { lowerBound }
  fileprivate var upper: Any? { upperBound }
  fileprivate var isClosed: Bool { false }
}
extension ClosedRange: BoundedRange {
  fileprivate var lower: Any? { lowerBound }
  fileprivate var upper: Any? { upperBound }
  fileprivate var isClosed: Bool { true }
}
extension PartialRangeFrom: BoundedRange {
  fileprivate var lower: Any? { lowerBound }
  fileprivate var upper: Any? { nil }
  fileprivate var isClosed: Bool { false }
}
extension PartialRangeUpTo: BoundedRange {
  fileprivate var lower: Any? { nil }
  fileprivate var upper: Any? { upperBound }
  fileprivate var isClosed: Bool { false }
}
extension PartialRangeThrough: BoundedRange {
  fileprivate var lower: Any? { nil }
  fileprivate var upper: Any? { upperBound }
  fileprivate var isClosed: Bool { true }
}
