import QueryModel

/// Whole statements.
extension FetchLowering {
  func fetchStatement(_ request: FetchRequest) throws -> LoweredStatement {
    let scope = try root(request.entity)
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
    let filter = try filter(request, scope)
    let order = try order(request.sorts, scope)
    let shown = SQLFragment.joined(list, separator: ", ")
    let (sql, bindings) =
      ("SELECT \(shown) FROM \(scope.source())\(filter) ORDER BY \(order)\(Self.window(request))" as SQLFragment)
      .rendered()
    return LoweredStatement(sql: sql, bindings: bindings, columns: shape)
  }

  func countStatement(_ request: FetchRequest) throws -> LoweredStatement {
    let scope = try root(request.entity)
    let filter = try filter(request, scope)
    let statement: SQLFragment
    if request.limit == nil, request.offset == nil {
      statement = "SELECT count(*) FROM \(scope.source())\(filter)"
    } else {
      statement = "SELECT count(*) FROM (SELECT 1 FROM \(scope.source())\(filter)\(Self.window(request)))"
    }
    let (sql, bindings) = statement.rendered()
    return LoweredStatement(sql: sql, bindings: bindings, columns: nil)
  }

  /// At most so many rows; -1 for all.
  static func rows(_ request: FetchRequest) -> Int64 { request.limit.map { Int64(max(0, $0)) } ?? -1 }

  static func skipped(_ request: FetchRequest) -> Int64 { Int64(max(0, request.offset ?? 0)) }

  private static func window(_ request: FetchRequest) -> SQLFragment {
    let (rows, skipped) = (rows(request), skipped(request))
    if skipped > 0 {
      return " LIMIT \(binding: .integer(rows), .limit) OFFSET \(binding: .integer(skipped), .offset)"
    }
    return request.limit == nil ? "" : " LIMIT \(binding: .integer(rows), .limit)"
  }
}
