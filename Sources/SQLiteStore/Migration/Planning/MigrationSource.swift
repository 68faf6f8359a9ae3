internal import ModelDescription
internal import ModelEvolution
internal import ModelFiles
internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

/// What a migration has to know of the file that it starts from, read once.
struct MigrationSource: Sendable {
  let path: String
  let model: ResolvedModel
  let layout: StoreLayout
  let metadata: StoreMetadata
  /// The model in the file names the configuration of all entities, as SwiftData's do.
  let namesDefaultConfiguration: Bool
  /// Rows by entity number.
  let rowCounts: [Int: Int64]
  /// Numbers of entities of which no row lacks what its model demands, as far as the mapping would fill it.
  let completeEntities: Set<Int>
  /// The highest key in use or handed out, by number of the root entity.
  let highestKeys: [Int: Int64]
  let schema: FileSchema
  let objects: [Connection.SchemaObject]
  /// Declared types of columns, by table and column in capitals.
  let columnTypes: [String: [String: String]]

  /// - Parameter mapping: what is to become of the rows; `nil` where nothing is.
  /// - Throws: `StoreError` for a file that does not follow the model; `MigrationError` for rows of no entity.
  init(_ connection: Connection, model: ResolvedModel, for mapping: ModelMapping?) throws {
    path = connection.path
    self.model = model
    let file = try StoreFile(connection, path: path)
    metadata = try StoreMetadata(rows: file.metadataRows(), path: path)
    schema = try file.schema()
    layout = try file.layout(of: model, schema: schema)
    objects = try connection.schema()
    if case .readable(let cached) = try file.cachedModel() {
      namesDefaultConfiguration = cached.description.configurations.contains { $0.name == "default" }
    } else {
      namesDefaultConfiguration = false
    }
    var types: [String: [String: String]] = [:]
    for table in schema.tables.keys {
      types[table.uppercased()] = Dictionary(
        try connection.columnTypes(ofTable: table).map { ($0.name.uppercased(), $0.type) },
        uniquingKeysWith: { first, _ in first })
    }
    columnTypes = types
    var counts: [Int: Int64] = [:]
    var keys: [Int: Int64] = [:]
    for table in layout.tables {
      try Self.count(table, model, in: connection, &counts)
      keys[table.rootNumber] =
        try connection.integer(OwnTables.highestKeyQuery(ofTable: table.name, root: table.rootNumber)) ?? 0
    }
    rowCounts = counts
    highestKeys = keys
    var complete: Set<Int> = []
    for pair in mapping?.entities ?? [] {
      guard let source = pair.source else { continue }
      let isEmpty = (counts[source.number] ?? 0) == 0
      if try isEmpty || Self.isComplete(source, pair, layout, connection) { complete.insert(source.number) }
    }
    completeEntities = complete
  }

  /// What a model demands may still be missing, in a file that was changed by other means.
  ///
  /// Reads every row, so that only what a default would mend is asked for.
  private static func isComplete(
    _ entity: ResolvedEntity, _ pair: EntityMapping, _ layout: StoreLayout, _ connection: Connection
  ) throws -> Bool {
    guard let place = layout.mapping(ofEntity: entity.number) else { return true }
    let mended = pair.fields.compactMap { field -> Int? in
      guard let mapping = field.attribute, mapping.fill != .null, mapping.fill != .derived else { return nil }
      return mapping.sourceField
    }
    let lacks = mended.filter { entity.fields[$0].attribute.map { !$0.isOptional } ?? false }
      .map { "\(place.columns[$0].name.quoted) IS NULL" }
    guard !lacks.isEmpty else { return true }
    return try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM \(place.table.quoted) WHERE \(place.entityColumn.quoted) = \(entity.number) AND"
        + " (\(lacks.joined(separator: " OR "))))") == 0
  }

  private static func count(
    _ table: TableLayout, _ model: ResolvedModel, in connection: Connection, _ counts: inout [Int: Int64]
  ) throws {
    let family = model.entity(numbered: table.rootNumber)?.familyNumbers ?? 0...0
    try connection.withStatement(OwnTables.rowCountQuery(ofTable: table.name)) { statement in
      while try statement.step() {
        let number = Int(truncatingIfNeeded: statement.integer(0))
        guard !statement.isNull(0), family.contains(number) else {
          throw MigrationError(
            .damaged,
            "The store \(connection.path) has \(statement.integer(1).counted("row")) in \(table.name) of no entity of its"
              + " model: their number is \(statement.optionalText(0) ?? "NULL").",
            advice: "Mend it with \"causeway doctor\" first.", path: connection.path)
        }
        counts[number] = statement.integer(1)
      }
    }
  }

  var keepsHistory: Bool {
    schema.columns(of: HistoryTable.change.name) != nil && schema.columns(of: HistoryTable.transaction.name) != nil
  }

  /// Rows of an entity, without those of its descendants.
  func rows(_ entity: ResolvedEntity) -> Int64 { rowCounts[entity.number] ?? 0 }

  func entity(_ number: Int) -> ResolvedEntity? { model.entity(numbered: number) }

  /// Tables that are neither the model's nor the store's own nor those of history: mirroring, or what others keep here.
  var foreignTables: [Connection.SchemaObject] {
    let known = Set(
      (layout.tables.map(\.name) + layout.joinTables.map(\.name) + OwnTables.all + HistoryTable.allCases.map(\.name))
        .map { $0.uppercased() })
    return objects.filter {
      $0.type == "table" && !known.contains($0.name.uppercased()) && !$0.name.hasPrefix("sqlite_")
    }
  }

  /// Indexes that others made on the model's tables, and triggers that others made anywhere: a copy goes without.
  ///
  /// The frameworks' own begin with a Z, also those of other years.
  var foreignAdditions: [Connection.SchemaObject] {
    let tables = Set((layout.tables.map(\.name) + layout.joinTables.map(\.name)).map { $0.uppercased() })
    return objects.filter { object in
      guard object.sql != nil, !object.name.uppercased().hasPrefix("Z") else { return false }
      return object.type == "trigger" || object.type == "index" && tables.contains(object.tableName.uppercased())
    }
  }

  /// Columns of a family's table that the model knows nothing of, as the file spells them.
  func foreignColumns(of table: TableLayout) -> [(name: String, type: String)] {
    let known = LayoutName.fixedColumns.union(table.columns.map { $0.name.uppercased() })
    let types = columnTypes[table.name.uppercased()] ?? [:]
    let spelled = schema.tables.first { $0.key.uppercased() == table.name.uppercased() }?.value ?? []
    return spelled.filter { !known.contains($0.uppercased()) }.map { ($0, types[$0.uppercased()] ?? "") }
  }
}

extension OwnTables {
  /// Every table that a store keeps about itself.
  static let all = [primaryKeys, metadata, modelCache]
}

extension Connection {
  /// Names and declared types of a table's columns, in its order.
  func columnTypes(ofTable table: String) throws -> [(name: String, type: String)] {
    try withStatement("SELECT name, type FROM pragma_table_info(?1)") { statement in
      try statement.bind(table, at: 1)
      var columns: [(name: String, type: String)] = []
      while try statement.step() { columns.append((statement.text(0), statement.text(1))) }
      return columns
    }
  }
}
