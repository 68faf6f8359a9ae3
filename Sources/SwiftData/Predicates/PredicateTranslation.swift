package import Foundation
package import QueryModel
import SchemaTypes

/// Turns `Foundation.Predicate` trees into the store-neutral query tree.
package struct PredicateTranslation {
  /// The property names that a model's key path stands for; `nil` when it is no stored property.
  package var resolve: (AnyKeyPath) -> [String]?
  /// The identity of a saved model; `nil` for values that are no models.
  package var object: (Any) -> QueryConstant?
  /// The numbers of a model's entity and its subentities.
  package var family: (any Any.Type) -> ClosedRange<Int>?

  package init(
    resolve: @escaping (AnyKeyPath) -> [String]?, object: @escaping (Any) -> QueryConstant? = { _ in nil },
    family: @escaping (any Any.Type) -> ClosedRange<Int>? = { _ in nil }
  ) {
    self.resolve = resolve
    self.object = object
    self.family = family
  }

  /// - Throws: `QueryError` that names the form or key path that cannot be fetched by.
  package func translate<Model>(_ predicate: Foundation.Predicate<Model>) throws -> QueryPredicate {
    var run = Run(rules: self)
    for variable in predicate.inputs { run.bound[variable] = .root }
    return try run.condition(predicate.tree)
  }

  /// One predicate's translation: which query variable each of its variables is.
  struct Run {
    let rules: PredicateTranslation
    var bound: [PredicateTree.Variable: QueryVariable] = [:]
    private var lastVariable = 0

    init(rules: PredicateTranslation) { self.rules = rules }

    mutating func makeVariable(for variable: PredicateTree.Variable? = nil) -> QueryVariable {
      lastVariable += 1
      let made = QueryVariable(lastVariable)
      if let variable { bound[variable] = made }
      return made
    }

    func unsupported(_ message: String, _ expression: String) -> QueryError {
      QueryError(.unsupported, message, expression: expression)
    }

    func constant(_ value: Any?) throws -> QueryConstant {
      // `as?` tries for long what an identifier could be made before it says that it is none of them.
      if let value, PersistentIdentifier.isIdentifier(type(of: value)), let identifier = value as? PersistentIdentifier,
        let known = rules.object(identifier)
      {
        return known
      }
      return try QueryConstant(of: value, object: rules.object)
    }
  }
}

extension PersistentIdentifier {
  fileprivate static func isIdentifier(_ type: any Any.Type) -> Bool {
    type == PersistentIdentifier.self || type == PersistentIdentifier?.self
  }
}
