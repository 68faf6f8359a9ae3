/// Predicates for a store that numbers its entities otherwise.
extension QueryPredicate {
  /// The same condition with other entity numbers in its constants.
  package func renumbered(_ number: (Int) -> Int) -> QueryPredicate {
    switch self {
    case .constant: self
    case .and(let parts): .and(parts.map { $0.renumbered(number) })
    case .or(let parts): .or(parts.map { $0.renumbered(number) })
    case .not(let part): .not(part.renumbered(number))
    case .comparison(let operation, let left, let right):
      .comparison(operation, left.renumbered(number), right.renumbered(number))
    case .text(let operation, let left, let right, let options):
      .text(operation, left.renumbered(number), right.renumbered(number), options)
    case .membership(let element, let values):
      .membership(element.renumbered(number), values.map { $0.renumbered(number) })
    case .quantified(let quantifier, let variable, let names, let binding, let body):
      .quantified(quantifier, variable, names, binding: binding, body.renumbered(number))
    case .truth(let expression): .truth(expression.renumbered(number))
    }
  }
}

extension QueryExpression {
  package func renumbered(_ number: (Int) -> Int) -> QueryExpression {
    switch self {
    case .constant(let constant): .constant(constant.renumbered(number))
    case .path, .count: self
    case .arithmetic(let operation, let left, let right):
      .arithmetic(operation, left.renumbered(number), right.renumbered(number))
    case .coalesce(let left, let right): .coalesce(left.renumbered(number), right.renumbered(number))
    case .conditional(let test, let yes, let no):
      .conditional(test.renumbered(number), yes.renumbered(number), no.renumbered(number))
    }
  }
}

extension QueryConstant {
  package func renumbered(_ number: (Int) -> Int) -> QueryConstant {
    switch self {
    case .object(let entity, let key): .object(entity: number(entity), key: key)
    case .collection(let values): .collection(values.map { $0.renumbered(number) })
    case .null, .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .uri: self
    }
  }
}
