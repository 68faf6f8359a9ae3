package import ModelDescription
package import QueryModel

/// Turns fetch requests into SQL over the tables that a store's mapping names.
///
/// Conditions are two-valued as Foundation's `Predicate` evaluates them: nil equals nil, `!=` is its opposite, and every
/// ordering or text test with nil is false.
package struct QueryCompiler: Sendable {
  package let model: ResolvedModel
  /// By entity number minus one.
  package let mappings: [TableMapping]
  private let templates = StatementTemplates()

  /// - Parameter mappings: one for each entity, in the order of their numbers.
  package init(model: ResolvedModel, mappings: [TableMapping]) {
    self.model = model
    self.mappings = mappings
  }

  /// The statement that fetches key, entity number, version and every field of the entity, in order; then
  /// what its descendants add.
  ///
  /// - Throws: `QueryError` that quotes the part of the predicate or sort order that cannot be said.
  package func compile(_ request: FetchRequest) throws -> CompiledFetch {
    let (sql, bindings, columns) = try statement(request, isCount: false)
    let shape =
      columns
      ?? CompiledFetch.Shape(
        entity: request.entity, key: 0, entityNumber: 1, version: 2, fields: [], destinationEntities: [])
    return CompiledFetch(sql: sql, bindings: bindings, shape: shape)
  }

  /// The statement that counts what the request would fetch, limit and offset included.
  package func compileCount(_ request: FetchRequest) throws -> CompiledCount {
    let (sql, bindings, _) = try statement(request, isCount: true)
    return CompiledCount(sql: sql, bindings: bindings)
  }

  /// How many requests were lowered; the others had the shape of an earlier one.
  package var loweringCount: Int { templates.lowerings }

  private func statement(
    _ request: FetchRequest, isCount: Bool
  ) throws -> (sql: String, bindings: [SQLValue], columns: CompiledFetch.Shape?) {
    guard let (shape, constants) = FetchShape.of(request) else {
      let statement = try lower(request, isCount: isCount)
      return (statement.sql, statement.bindings.map(\.value), statement.columns)
    }
    let key = StatementTemplates.Key(shape: shape, isCount: isCount)
    if let template = templates[key] { return (template.sql, template.bindings(request, constants), template.columns) }
    let statement = try lower(request, isCount: isCount)
    templates.keep(StatementTemplate(statement, constants: constants), for: key)
    return (statement.sql, statement.bindings.map(\.value), statement.columns)
  }

  private func lower(_ request: FetchRequest, isCount: Bool) throws -> LoweredStatement {
    templates.noteLowering()
    let lowering = FetchLowering(compiler: self)
    return isCount ? try lowering.countStatement(request) : try lowering.fetchStatement(request)
  }
}
