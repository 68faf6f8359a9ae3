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
    let lowering = FetchLowering(compiler: self)
    let scope = try lowering.root(request.entity)
    let mapping = scope.mapping
    var columns = [mapping.keyColumn, mapping.entityColumn, mapping.versionColumn]
    var shape = CompiledFetch.Shape(
      entity: request.entity, key: 0, entityNumber: 1, version: 2, fields: [], destinationEntities: [])
    var list = columns.map { SQLFragment.column(scope.alias, $0) }
    for (field, column) in mapping.columns.enumerated() {
      let isShown = request.fields?.contains(field) ?? true
      list.append(isShown ? .column(scope.alias, column.name) : "NULL")
      if let entityColumn = column.entityColumn {
        list.append(isShown ? .column(scope.alias, entityColumn) : "NULL")
      }
      shape.fields.append(columns.count)
      columns.append(column.name)
      shape.destinationEntities.append(column.entityColumn == nil ? nil : columns.count)
      if let entityColumn = column.entityColumn { columns.append(entityColumn) }
    }
    // What a request leaves out, descendants' fields included, is not read from the row.
    list += mapping.familyColumns.map { request.fields == nil ? .column(scope.alias, $0) : "NULL" }
    let filter = try lowering.filter(request, scope)
    let order = try lowering.order(request.sorts, scope)
    let shown = SQLFragment.joined(list, separator: ", ")
    let (sql, bindings) =
      ("SELECT \(shown) FROM \(scope.source())\(filter) ORDER BY \(order)\(Self.window(request))" as SQLFragment)
      .rendered()
    return CompiledFetch(sql: sql, bindings: bindings, shape: shape)
  }

  /// The statement that counts what the request would fetch, limit and offset included.
  package func compileCount(_ request: FetchRequest) throws -> CompiledCount {
    let lowering = FetchLowering(compiler: self)
    let scope = try lowering.root(request.entity)
    let filter = try lowering.filter(request, scope)
    let statement: SQLFragment
    if request.limit == nil, request.offset == nil {
      statement = "SELECT count(*) FROM \(scope.source())\(filter)"
    } else {
      statement = "SELECT count(*) FROM (SELECT 1 FROM \(scope.source())\(filter)\(Self.window(request)))"
    }
    let (sql, bindings) = statement.rendered()
    return CompiledCount(sql: sql, bindings: bindings)
  }

  private static func window(_ request: FetchRequest) -> SQLFragment {
    let offset = request.offset.map { max(0, $0) } ?? 0
    switch (request.limit, offset) {
    case (nil, 0): return ""
    case (let limit?, 0): return " LIMIT \(binding: .integer(Int64(max(0, limit))))"
    case (let limit, _):
      let rows = limit.map { Int64(max(0, $0)) } ?? -1
      return " LIMIT \(binding: .integer(rows)) OFFSET \(binding: .integer(Int64(offset)))"
    }
  }
}
