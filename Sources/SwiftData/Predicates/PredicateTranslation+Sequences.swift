import Foundation
import QueryModel

/// Relationships, captured collections, and collections of values inside a model.
extension PredicateTranslation.Run {
  mutating func quantified(
    _ quantifier: QueryPredicate.Quantifier, _ sequence: PredicateTree, _ variable: PredicateTree.Variable,
    _ test: PredicateTree
  ) throws -> QueryPredicate {
    switch sequence {
    case .filter(let inner, let own, let filter):
      let filter = filter.substituting(own, by: .variable(variable))
      let both: PredicateTree = quantifier == .any ? .and(filter, test) : .or(.not(filter), test)
      return try quantified(quantifier, inner, variable, both)
    // `x.kids ?? []`: a relationship of none is as good as no relationship.
    case .coalesce(let inner, .value(let other)) where isEmptyCollection(other):
      let result = try quantified(quantifier, inner, variable, test)
      if quantifier == .any { return result }
      let isThere = try presence(inner)
      return isThere == .constant(true) ? result : .or([.not(isThere), result])
    case .value(let value?):
      guard let values = value as? any Collection else { break }
      let tests = try values.map { try condition(test.substituting(variable, by: .value($0))) }
      return quantifier == .any ? .or(tests) : .and(tests)
    default: break
    }
    let whole = try expression(sequence)
    if sequence.isModels {
      guard case .path(let base, let names) = whole else {
        throw unsupported("only a relationship or a captured collection can be searched", "contains(where:)")
      }
      let element = makeVariable(for: variable)
      return .quantified(quantifier, base, names, binding: element, try condition(test))
    }
    let element = makeVariable(for: variable)
    return .quantifiedValues(quantifier, whole, binding: element, try condition(test))
  }

  private func isEmptyCollection(_ value: Any?) -> Bool {
    (value as? any Collection)?.isEmpty ?? false
  }

  mutating func membership(_ sequence: PredicateTree, _ element: PredicateTree) throws -> QueryPredicate {
    if case .value(let value) = sequence {
      guard case .collection(let values) = try constant(value) else {
        throw unsupported("it is not a collection", "contains(_:)")
      }
      return .membership(try expression(element), values.filter { !$0.isNaN })
    }
    if case .coalesce(let inner, .value(let other)) = sequence, isEmptyCollection(other) {
      return try membership(inner, element)
    }
    if case .property(let base, let path) = sequence, type(of: path).valueType is any DictionaryKeys.Type {
      return .comparison(
        .notEqual, .call(.entry, [try expression(base), try expression(element)]), .constant(.null))
    }
    if sequence.isModels {
      if case .filter(let inner, let variable, let filter) = sequence {
        return try quantified(.any, inner, variable, .and(filter, .comparison(.equal, .variable(variable), element)))
      }
      guard case .path(let base, let names) = try expression(sequence) else {
        throw unsupported("only a relationship or a captured collection can be searched", "contains(_:)")
      }
      let wanted = try expression(element)
      let member = makeVariable()
      return .quantified(.any, base, names, binding: member, .comparison(.equal, .path(member, []), wanted))
    }
    return .test(.containsElement, [try expression(sequence), try expression(element)])
  }

  mutating func isEmpty(_ base: PredicateTree, _ path: AnyKeyPath) throws -> QueryPredicate {
    if case .filter(let sequence, let variable, let test) = base {
      return .not(try quantified(.any, sequence, variable, test))
    }
    if case .coalesce(let inner, .value(let other)) = base, isEmptyCollection(other) {
      let isThere = try presence(inner)
      let result = try isEmpty(inner, path)
      return isThere == .constant(true) ? result : .or([.not(isThere), result])
    }
    if type(of: path).rootType == String.self {
      return .comparison(.equal, try expression(base), .constant(.string("")))
    }
    return .comparison(.equal, try count(base), .constant(.integer(0)))
  }

  /// Number of elements or characters.
  mutating func count(_ base: PredicateTree) throws -> QueryExpression {
    if case .filter(let sequence, let variable, let test) = base, sequence.isModels {
      // Filters of filters are one.
      if case .filter(let inner, let own, let filter) = sequence {
        return try count(.filter(inner, variable, .and(filter.substituting(own, by: .variable(variable)), test)))
      }
      guard case .path(let root, let names) = try expression(sequence) else {
        throw unsupported("only the members of a relationship can be counted", "count")
      }
      let element = makeVariable(for: variable)
      return .countWhere(root, names, binding: element, try condition(test))
    }
    if case .coalesce(let inner, .value(let other)) = base, isEmptyCollection(other) {
      return .coalesce(try count(inner), .constant(.integer(0)))
    }
    let whole = try expression(base)
    if base.isModels {
      guard case .path(let variable, let names) = whole else {
        throw unsupported("only the members of a relationship can be counted", "count")
      }
      return .count(variable, names)
    }
    return .call(.size, [whole])
  }
}

/// The keys of any dictionary.
private protocol DictionaryKeys {}
extension Dictionary.Keys: DictionaryKeys {}
