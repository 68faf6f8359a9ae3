package import ModelDescription

extension FetchRequest {
  /// Whether predicate and order look at nothing but the fetched object's own values and the keys of its to-ones.
  ///
  /// Then an object that did not change answers as its row does, whatever happened to other objects.
  package func isLocal(to entity: ResolvedEntity) -> Bool {
    (predicate?.isLocal(to: entity) ?? true) && sorts.allSatisfy { entity.fieldNumber(ofPath: $0.path) != nil }
  }
}

extension QueryPredicate {
  fileprivate func isLocal(to entity: ResolvedEntity) -> Bool {
    switch self {
    case .constant: true
    case .and(let parts), .or(let parts): parts.allSatisfy { $0.isLocal(to: entity) }
    case .not(let part): part.isLocal(to: entity)
    case .comparison(_, let left, let right), .text(_, let left, let right, _):
      left.isLocal(to: entity) && right.isLocal(to: entity)
    case .membership(let element, _): element.isLocal(to: entity)
    case .truth(let expression): expression.isLocal(to: entity)
    case .test(_, let arguments): arguments.allSatisfy { $0.isLocal(to: entity) }
    case .quantified, .quantifiedValues: false
    }
  }
}

extension QueryExpression {
  fileprivate func isLocal(to entity: ResolvedEntity) -> Bool {
    switch self {
    case .constant: true
    case .path(let variable, let names):
      variable == .root && (names.isEmpty || entity.fieldNumber(ofPath: names) != nil)
    case .count, .countWhere, .selection, .aggregate: false
    case .computed(_, let arguments): !canFail && arguments.allSatisfy { $0.isLocal(to: entity) }
    // What can fail must not be asked of rows that are out of date.
    case .arithmetic: false
    case .call(let function, let arguments):
      function != .element && function != .slice && arguments.allSatisfy { $0.isLocal(to: entity) }
    case .coalesce(let left, let right):
      left.isLocal(to: entity) && right.isLocal(to: entity)
    case .conditional(let test, let yes, let no):
      test.isLocal(to: entity) && yes.isLocal(to: entity) && no.isLocal(to: entity)
    }
  }
}
