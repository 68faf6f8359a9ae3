import ModelDescription

/// `entity.name`: the name of an object's own entity, which for stores is a choice by its entity number.
extension FormatLowering {
  /// Whether an expression ends so, and no property of the model is meant.
  func isEntityName(_ expression: FormatExpression, _ scope: Scope) throws -> Bool {
    try entityNameOwner(expression, scope) != nil
  }

  /// The name as a value; nil behind a to-one that is nil, and `nil` for any other expression.
  func entityName(_ expression: FormatExpression, _ scope: Scope) throws -> QueryExpression? {
    guard let (variable, owner) = try entityNameOwner(expression, scope) else { return nil }
    guard owner.hops.isEmpty else {
      throw unsupported("a path through a to-many needs ANY, ALL or @count", "\(expression)")
    }
    var name = QueryExpression.constant(.string(owner.entity.name))
    // Descendants have the higher numbers, so that they are asked before their ancestors.
    for number in owner.entity.familyNumbers.dropFirst() {
      guard let entity = model.entity(numbered: number) else { continue }
      let seen = QueryExpression.path(variable.cast(owner.rest, to: entity.familyNumbers, name: entity.name), [])
      name = .conditional(
        .comparison(.notEqual, seen, .constant(.null)), .constant(.string(entity.name)), name)
    }
    if owner.rest.isEmpty { return name }
    return .conditional(
      .comparison(.notEqual, .path(variable, owner.rest), .constant(.null)), name, .constant(.null))
  }

  private func entityNameOwner(
    _ expression: FormatExpression, _ scope: Scope
  ) throws -> (variable: QueryVariable, path: ModelPath)? {
    guard case .path(let base, let names) = expression, names.suffix(2) == ["entity", "name"],
      let owner = try path(.path(base, names.dropLast(2)), scope), case .object = owner.1.end,
      !owner.1.entity.fields.contains(where: { $0.path.first == "entity" }),
      owner.1.entity.toMany(named: "entity") == nil
    else { return nil }
    return owner
  }
}
