import ModelDescription
import QueryModel

/// Following property names through the model, joining to-ones on the way.
extension FetchLowering {
  enum PathEnd {
    case object(QueryScope)
    case field(QueryScope, Int)
    case toMany(QueryScope, ResolvedRelationship, ToManyMapping, isThroughToOne: Bool)
  }

  func follow(_ variable: QueryVariable, _ names: [String]) throws -> PathEnd {
    let text = QueryExpression.text(variable, names)
    var (scope, owner) = try bound(variable, for: text)
    return try follow(names, from: &scope, owner: owner, text)
  }

  private func follow(
    _ names: [String], from scope: inout QueryScope, owner: QueryScope, _ text: String
  ) throws -> PathEnd {
    var rest = names[...]
    while let name = rest.first {
      if let relationship = scope.entity.toMany(named: name) {
        guard rest.count == 1 else {
          throw QueryError(
            .unsupported, "\"\(name)\" is a to-many, which only contains(where:), allSatisfy and count can follow",
            expression: text, entity: scope.entity.name)
        }
        guard let mapping = scope.mapping.toManys[name] else {
          throw QueryError(
            .unsupported, "the store does not map the relationship \"\(name)\"", expression: text,
            entity: scope.entity.name)
        }
        return .toMany(
          scope, relationship, mapping, isThroughToOne: names.count > 1 || scope.condition != nil)
      }
      guard let field = scope.entity.fieldNumber(of: name), rest.count > 1 else {
        guard let field = scope.entity.fieldNumber(ofPath: Array(rest)) else {
          throw QueryError(
            .unknownProperty, "\"\(rest.joined(separator: "."))\" is not a stored property", expression: text,
            entity: scope.entity.name)
        }
        return .field(scope, field)
      }
      guard let relationship = scope.entity.fields[field].toOne else {
        throw QueryError(
          .unknownProperty, "\"\(name)\" is an attribute, so nothing can follow it", expression: text,
          entity: scope.entity.name)
      }
      scope = try owner.destination(of: scope, field: field) {
        try makeScope(relationship.destinationNumber, for: text)
      }
      rest = rest.dropFirst()
    }
    return .object(scope)
  }

  func root(of number: Int) -> Int { compiler.model.entity(numbered: number)?.rootNumber ?? number }

  func pathOperand(_ variable: QueryVariable, _ names: [String]) throws -> SQLOperand {
    switch try follow(variable, names) {
    case .object(let scope):
      return SQLOperand(scope.key, .object(root: scope.entity.rootNumber))
    case .field(let scope, let number):
      let column = scope.column(number)
      switch scope.entity.fields[number].content {
      case .attribute(let attribute):
        var operand = SQLOperand(column, SQLOperand.kind(of: attribute))
        operand.isWholeStored = attribute.type == .date
        return operand
      case .toOne(let relationship):
        return SQLOperand(column, .object(root: root(of: relationship.destinationNumber)))
      }
    case .toMany:
      throw QueryError(
        .unsupported, "a to-many has no value; use contains(where:), allSatisfy, isEmpty or count",
        expression: QueryExpression.text(variable, names))
    }
  }

  func quantified(
    _ quantifier: QueryPredicate.Quantifier, _ variable: QueryVariable, _ names: [String], binding: QueryVariable,
    _ body: QueryPredicate
  ) throws -> SQLFragment {
    let text = QueryExpression.text(variable, names)
    guard case .toMany(let scope, let relationship, let mapping, let isThroughToOne) = try follow(variable, names)
    else { throw QueryError(.unsupported, "only a to-many can be searched", expression: text) }
    let element = try makeScope(relationship.destinationNumber, for: text)
    bind(binding, to: element)
    defer { unbind(binding) }
    let condition =
      switch quantifier {
      case .any: try condition(body, isStrict: false)
      case .all: "NOT \(try condition(body, isStrict: true))" as SQLFragment
      }
    let found = members(of: scope, mapping, element, (condition, body.canFail))
    // A count asks every member, as the evaluator does where a test may fail; EXISTS stops at the first.
    let exists: SQLFragment =
      body.canFail ? "((SELECT count(*) FROM \(found)) > 0)" : "EXISTS (SELECT 1 FROM \(found))"
    switch quantifier {
    case .any: return exists
    // Behind a to-one that is nil there are no elements to satisfy anything: the whole is nil, which is not true.
    case .all: return isThroughToOne ? "(\(scope.key) IS NOT NULL AND NOT \(exists))" : "NOT \(exists)"
    }
  }

  /// What follows FROM: the rows at the end of a to-many that satisfy a condition.
  func members(
    of scope: QueryScope, _ mapping: ToManyMapping, _ element: QueryScope, _ test: (sql: SQLFragment, canFail: Bool)
  ) -> SQLFragment {
    func filter(_ link: SQLFragment) -> SQLFragment {
      if test.sql == "1" { return link }
      // SQLite tests the parts of AND in an order of its own.
      return "\(link) AND \(test.canFail ? stepByStep([link, test.sql], isAnd: true) : test.sql)"
    }
    switch mapping {
    case .foreignKey(_, let column, _):
      return "\(element.source()) WHERE \(filter("\(.column(element.alias, column)) = \(scope.key)"))"
    case .joinTable(let table, let ownerColumn, let destinationColumn, _):
      let link = makeAlias()
      return """
        \(identifier: table) AS \(raw: link) JOIN \(identifier: element.mapping.table) AS \(raw: element.alias) \
        ON \(element.key) = \(.column(link, destinationColumn))\(element.joinClauses()) \
        WHERE \(filter("\(.column(link, ownerColumn)) = \(scope.key)"))
        """
    }
  }
}
