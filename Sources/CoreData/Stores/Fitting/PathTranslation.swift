import ModelDescription
import QueryModel

/// Predicates and orders in the names of a store that calls properties otherwise than the coordinator's model does.
struct PathTranslation {
  let model: ResolvedModel
  /// By entity number of the model.
  let names: [FittedNames?]
  /// The entities of the objects that variables stand for.
  private var entities: [Int: Int]

  init(_ model: ResolvedModel, _ names: [FittedNames?], root entity: Int) {
    self.model = model
    self.names = names
    entities = [QueryVariable.root.number: entity]
  }

  private func names(of entity: ResolvedEntity) -> FittedNames? {
    names.indices.contains(entity.number) ? names[entity.number] : nil
  }

  // MARK: paths

  func sort(_ sort: QuerySort) -> QuerySort {
    var result = sort
    result.path = follow(sort.path, from: entities[QueryVariable.root.number]).path
    return result
  }

  /// The store's path, and the entity at its end.
  private func follow(_ path: [String], from start: Int?) -> (path: [String], end: Int?) {
    var (own, rest, current) = ([String](), path[...], start)
    while let first = rest.first {
      guard let entity = current.flatMap({ model.entity(numbered: $0) }) else { break }
      if let toMany = entity.toMany(named: first) {
        own.append(names(of: entity)?.toManys[first] ?? first)
        current = toMany.destinationNumber
      } else if let toOne = entity.fieldNumber(of: first).flatMap({ entity.fields[$0].toOne }) {
        own += names(of: entity)?.path([first]) ?? [first]
        current = toOne.destinationNumber
      } else {
        // An attribute, or a composite with what is asked of it.
        return (own + (names(of: entity)?.path(Array(rest)) ?? Array(rest)), nil)
      }
      rest.removeFirst()
    }
    return (own + rest, current)
  }

  private func end(of variable: QueryVariable) -> Int? {
    variable.casts.reduce(entities[variable.number]) { _, cast in cast.entities.lowerBound }
  }

  private func variable(_ variable: QueryVariable) -> QueryVariable {
    guard !variable.casts.isEmpty else { return variable }
    var (result, entity) = (QueryVariable(variable.number), entities[variable.number])
    for cast in variable.casts {
      result = result.cast(follow(cast.path, from: entity).path, to: cast.entities, name: cast.name)
      entity = cast.entities.lowerBound
    }
    return result
  }

  private func path(_ variable: QueryVariable, _ path: [String]) -> [String] {
    follow(path, from: end(of: variable)).path
  }

  /// For what is said of the objects at the end of a path.
  private func binding(_ binding: QueryVariable, to variable: QueryVariable, _ path: [String]) -> PathTranslation {
    var inner = self
    inner.entities[binding.number] = follow(path, from: end(of: variable)).end
    return inner
  }

  // MARK: trees

  func predicate(_ predicate: QueryPredicate) -> QueryPredicate {
    switch predicate {
    case .constant: predicate
    case .and(let parts): .and(parts.map { self.predicate($0) })
    case .or(let parts): .or(parts.map { self.predicate($0) })
    case .not(let part): .not(self.predicate(part))
    case .comparison(let operation, let left, let right): .comparison(operation, expression(left), expression(right))
    case .text(let operation, let left, let right, let options):
      .text(operation, expression(left), expression(right), options)
    case .membership(let element, let values): .membership(expression(element), values)
    case .quantified(let quantifier, let variable, let names, let binding, let body):
      .quantified(
        quantifier, self.variable(variable), path(variable, names), binding: binding,
        self.binding(binding, to: variable, names).predicate(body))
    case .quantifiedValues(let quantifier, let values, let binding, let body):
      .quantifiedValues(quantifier, expression(values), binding: binding, self.predicate(body))
    case .test(let test, let arguments): .test(test, arguments.map { expression($0) })
    case .truth(let value): .truth(expression(value))
    }
  }

  func expression(_ expression: QueryExpression) -> QueryExpression {
    switch expression {
    case .constant: expression
    case .path(let variable, let names): .path(self.variable(variable), path(variable, names))
    case .count(let variable, let names): .count(self.variable(variable), path(variable, names))
    case .arithmetic(let operation, let left, let right):
      .arithmetic(operation, self.expression(left), self.expression(right))
    case .coalesce(let left, let right): .coalesce(self.expression(left), self.expression(right))
    case .conditional(let test, let yes, let no):
      .conditional(predicate(test), self.expression(yes), self.expression(no))
    case .computed(let computation, let arguments): .computed(computation, arguments.map { self.expression($0) })
    case .aggregate(let aggregate, let variable, let names, let binding, let condition, let value):
      aggregated(aggregate, variable, names, binding, condition, value)
    case .call(let function, let arguments): .call(function, arguments.map { self.expression($0) })
    case .countWhere(let variable, let names, let binding, let condition):
      .countWhere(
        self.variable(variable), path(variable, names), binding: binding,
        self.binding(binding, to: variable, names).predicate(condition))
    case .selection(let values, let binding, let condition):
      .selection(self.expression(values), binding: binding, predicate(condition))
    }
  }

  private func aggregated(
    _ aggregate: QueryAggregate, _ variable: QueryVariable, _ names: [String], _ binding: QueryVariable,
    _ condition: QueryPredicate, _ value: QueryExpression
  ) -> QueryExpression {
    let inner = self.binding(binding, to: variable, names)
    return .aggregate(
      aggregate, self.variable(variable), path(variable, names), binding: binding, where: inner.predicate(condition),
      of: inner.expression(value))
  }
}
