import ModelDescription
import QueryModel

/// Lowers one request: holds the scopes of its variables and hands out table aliases.
final class FetchLowering {
  let compiler: QueryCompiler
  private var aliases = 0
  private var scopes: [QueryVariable: (scope: QueryScope, owner: QueryScope)] = [:]

  init(compiler: QueryCompiler) { self.compiler = compiler }

  func root(_ number: Int) throws -> QueryScope {
    let scope = try makeScope(number, for: "entity \(number)")
    bind(.root, to: scope)
    return scope
  }

  func makeAlias() -> String {
    defer { aliases += 1 }
    return "t\(aliases)"
  }

  func makeScope(_ number: Int, for expression: String) throws -> QueryScope {
    guard let entity = compiler.model.entity(numbered: number), compiler.mappings.indices.contains(number - 1) else {
      throw QueryError(.unknownProperty, "the model has no entity of number \(number)", expression: expression)
    }
    let mapping = compiler.mappings[number - 1]
    guard mapping.columns.count == entity.fields.count else {
      throw QueryError(
        .unsupported, "the store maps \(mapping.columns.count) of its \(entity.fields.count) fields",
        expression: expression, entity: entity.name)
    }
    return QueryScope(entity: entity, mapping: mapping, alias: makeAlias())
  }

  func bind(_ variable: QueryVariable, to scope: QueryScope) { scopes[variable] = (scope, scope) }

  func unbind(_ variable: QueryVariable) { scopes[variable] = nil }

  /// The row that a variable stands for, and the FROM clause that collects what is followed from it.
  func bound(_ variable: QueryVariable, for expression: String) throws -> (scope: QueryScope, owner: QueryScope) {
    if let bound = scopes[variable] { return bound }
    guard let cast = variable.casts.last else {
      throw QueryError(.unsupported, "the variable $\(variable.number) is not bound here", expression: expression)
    }
    return try self.cast(variable.uncast, cast, for: expression)
  }

  /// ` WHERE …`, or nothing.
  func filter(_ request: FetchRequest, _ scope: QueryScope) throws -> SQLFragment {
    var parts: [SQLFragment] = []
    if let range = entityCondition(scope, includesSubentities: request.includesSubentities) { parts.append(range) }
    if let predicate = request.predicate, predicate != .constant(true) {
      parts.append(try condition(predicate, isStrict: false))
      if predicate.canFail, parts.count > 1 { parts[1] = stepByStep(parts, isAnd: true) }
    }
    return parts.isEmpty ? "" : " WHERE \(.joined(parts, separator: " AND "))"
  }

  /// Which rows of a family's table are meant; nothing when all are.
  func entityCondition(_ scope: QueryScope, includesSubentities: Bool) -> SQLFragment? {
    let entity = scope.entity
    let column = SQLFragment.column(scope.alias, scope.mapping.entityColumn)
    if !entity.hasSubentities || !includesSubentities {
      let isAlone = entity.isRoot && !entity.hasSubentities
      return isAlone ? nil : "\(column) = \(raw: "\(entity.number)")"
    }
    if entity.isRoot { return nil }
    let (first, last) = (entity.familyNumbers.lowerBound, entity.familyNumbers.upperBound)
    return "\(column) BETWEEN \(raw: "\(first)") AND \(raw: "\(last)")"
  }

  /// The sort keys, and the row's key last, so that every order is total.
  func order(_ sorts: [QuerySort], _ scope: QueryScope) throws -> SQLFragment {
    var terms: [SQLFragment] = []
    for sort in sorts {
      let operand = try operand(.path(.root, sort.path))
      if operand.kind == .opaque {
        throw QueryError(
          .unsupported, "values of this type have no order in the store",
          expression: QueryExpression.text(.root, sort.path), entity: scope.entity.name)
      }
      let isLocalized = sort.order == .localizedStandard && operand.kind == .text
      let key = isLocalized ? Self.localized(operand.sql) : operand.sql
      terms.append("\(key)\(raw: sort.isAscending ? "" : " DESC")")
    }
    terms.append(scope.key)
    return .joined(terms, separator: ", ")
  }

  private static func localized(_ text: SQLFragment) -> SQLFragment {
    TextCollator.shared == nil
      ? "\(text) COLLATE \(raw: TextFunction.localizedCollation)" : "\(raw: TextFunction.localizedKey)(\(text))"
  }
}
