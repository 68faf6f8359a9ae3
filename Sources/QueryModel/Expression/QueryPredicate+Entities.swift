/// Predicates for a store that numbers its entities, or the rows of them, otherwise.
extension QueryPredicate {
  /// The same condition with other entity numbers, and other keys of the objects that it names.
  package func renumbered(
    _ number: (Int) -> Int, key: (Int64) -> Int64 = { $0 }
  ) -> QueryPredicate {
    switch self {
    case .constant: self
    case .and(let parts): .and(parts.map { $0.renumbered(number, key: key) })
    case .or(let parts): .or(parts.map { $0.renumbered(number, key: key) })
    case .not(let part): .not(part.renumbered(number, key: key))
    case .comparison(let operation, let left, let right):
      .comparison(operation, left.renumbered(number, key: key), right.renumbered(number, key: key))
    case .text(let operation, let left, let right, let options):
      .text(operation, left.renumbered(number, key: key), right.renumbered(number, key: key), options)
    case .membership(let element, let values):
      .membership(element.renumbered(number, key: key), values.map { $0.renumbered(number, key: key) })
    case .quantified(let quantifier, let variable, let names, let binding, let body):
      .quantified(
        quantifier, variable.renumbered(number), names, binding: binding.renumbered(number),
        body.renumbered(number, key: key))
    case .quantifiedValues(let quantifier, let values, let binding, let body):
      .quantifiedValues(
        quantifier, values.renumbered(number, key: key), binding: binding.renumbered(number),
        body.renumbered(number, key: key))
    case .test(let test, let arguments): .test(test, arguments.map { $0.renumbered(number, key: key) })
    case .truth(let expression): .truth(expression.renumbered(number, key: key))
    }
  }
}

extension QueryExpression {
  package func renumbered(
    _ number: (Int) -> Int, key: (Int64) -> Int64 = { $0 }
  ) -> QueryExpression {
    switch self {
    case .constant(let constant): .constant(constant.renumbered(number, key: key))
    case .path(let variable, let names): .path(variable.renumbered(number), names)
    case .count(let variable, let names): .count(variable.renumbered(number), names)
    case .arithmetic(let operation, let left, let right):
      .arithmetic(operation, left.renumbered(number, key: key), right.renumbered(number, key: key))
    case .coalesce(let left, let right):
      .coalesce(left.renumbered(number, key: key), right.renumbered(number, key: key))
    case .conditional(let test, let yes, let no):
      .conditional(test.renumbered(number, key: key), yes.renumbered(number, key: key), no.renumbered(number, key: key))
    case .computed(let computation, let arguments):
      .computed(computation, arguments.map { $0.renumbered(number, key: key) })
    case .aggregate(let aggregate, let variable, let names, let binding, let condition, let value):
      .aggregate(
        aggregate, variable.renumbered(number), names, binding: binding.renumbered(number),
        where: condition.renumbered(number, key: key), of: value.renumbered(number, key: key))
    case .call(let function, let arguments): .call(function, arguments.map { $0.renumbered(number, key: key) })
    case .countWhere(let variable, let names, let binding, let condition):
      .countWhere(
        variable.renumbered(number), names, binding: binding.renumbered(number), condition.renumbered(number, key: key))
    case .selection(let values, let binding, let condition):
      .selection(
        values.renumbered(number, key: key), binding: binding.renumbered(number), condition.renumbered(number, key: key)
      )
    }
  }
}

extension QueryConstant {
  package func renumbered(
    _ number: (Int) -> Int, key: (Int64) -> Int64 = { $0 }
  ) -> QueryConstant {
    switch self {
    case .object(let entity, let own): .object(entity: number(entity), key: key(own))
    case .collection(let values): .collection(values.map { $0.renumbered(number, key: key) })
    case .dictionary(let entries):
      .dictionary(
        Dictionary(
          entries.map { ($0.key.renumbered(number, key: key), $0.value.renumbered(number, key: key)) },
          uniquingKeysWith: { first, _ in first }))
    case .null, .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .uri: self
    }
  }
}
