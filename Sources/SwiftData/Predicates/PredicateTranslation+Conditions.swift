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
    case .test(let test, let arguments): return .test(test, try arguments.map { try expression($0) })
    case .conditional(let test, let yes, let no):
      let test = try condition(test)
      return .or([.and([test, try condition(yes)]), .and([.not(test), try condition(no)])])
    case .coalesce(.flatMap(let wrapped, let variable, let body), let other):
      let inner = body.substituting(variable, by: wrapped)
      let result = inner.isCondition ? try condition(inner) : try condition(.coalesce(inner, other))
      let isThere = try presence(wrapped)
      if isThere == .constant(true) { return result }
      if wrapped.isNil { return try condition(other) }
      switch try condition(other) {
      case .constant(false): return .and([isThere, result])
      case .constant(true): return .or([try absence(wrapped), result])
      case let other: return .or([.and([isThere, result]), .and([try absence(wrapped), other])])
      }
    case .coalesce(let inner, _) where inner.isCondition: return try condition(inner)
    case .value(let value):
      guard case .boolean(let answer) = try constant(value) else {
        throw unsupported("it is not a Boolean", "\(value ?? "nil")")
      }
      return .constant(answer)
    case .property(let base, let path) where KnownProperty(path) == .isEmpty: return try isEmpty(base, path)
    case .variable, .property, .arithmetic, .coalesce, .flatMap, .function: return .truth(try expression(tree))
    case .filter: throw unsupported("a filtered relationship is no condition; use contains(where:)", "filter")
    case .cast(_, let type): throw unsupported("a model is no condition; use 'is'", "as? \(type)")
    case .range: throw unsupported("a range is no condition; use contains(_:)", "a range")
    case .unknown(let name): throw unsupported("this form cannot be fetched by", name)
    }
  }

  /// That something is not nil.
  mutating func presence(_ tree: PredicateTree) throws -> QueryPredicate {
    if case .value = tree { return .constant(!tree.isNil) }
    if tree.isModels {
      guard case .path(let variable, let names) = try expression(tree) else {
        return .comparison(.notEqual, try expression(tree), .constant(.null))
      }
      // A store knows no difference between a relationship to nothing and none.
      if names.count == 1, variable.casts.isEmpty { return .constant(true) }
      return .comparison(.notEqual, .path(variable, names.dropLast()), .constant(.null))
    }
    if let leaves = try leaves(of: tree) {
      return .or(leaves.map { .comparison(.notEqual, $0, .constant(.null)) })
    }
    if tree.isCondition { return .constant(true) }
    return .comparison(.notEqual, try expression(tree), .constant(.null))
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
