internal import ModelDescription
internal import SQLiteDriver

/// Acts on a plan in a new file, which gets everything of the source in the destination's layout.
struct CopyMigration {
  let plan: MigrationPlan
  /// Its main database is the source, which is only read.
  let source: Connection
  let path: String
  let options: MigrationOptions
  let externalData: ExternalData

  func run(defersCheck: Bool) throws -> MigrationReport {
    var report = MigrationReport(mode: .copy)
    report.hashesBefore = plan.source.metadata.hashes
    let own = try OwnTablesWriter(plan, source: source)
    try MigrationPreflight(plan: plan).run(on: source, defersCheck: defersCheck, report: &report)
    for function in MigrationFunctions.all(plan, data: externalData) { try source.register(function) }
    do {
      let target = try connect(.create)
      try target.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2")
      try target.transaction(.immediate) {
        for statement in plan.layout.tableStatements { try target.execute(statement) }
        for column in foreignColumns {
          try target.execute("ALTER TABLE \(column.table.quoted) ADD COLUMN \(column.name.quoted) \(column.type)")
        }
      }
    }
    try attached { try moveRows() }
    say("making indexes", plan.rows)
    do {
      let target = try connect(.readWrite)
      try target.transaction(.immediate) {
        try DanglingLinks(plan: plan, source: source, target: target).clear()
        try DerivedFill(plan: plan).run(on: target, report: &report)
        let constraints = ConstraintCheck(layout: plan.layout, path: plan.source.path)
        for statement in plan.layout.indexStatements { try constraints.run(statement, on: target) }
        for statement in plan.layout.triggerStatements + StoreLayout.ownTableStatements {
          try target.execute(statement)
        }
        try own.write(on: target)
        if plan.source.keepsHistory {
          for statement in plan.layout.historyStatements { try target.execute(statement) }
        }
        try makeForeignTables(on: target)
        try copyHeader(to: target)
      }
    }
    try attached { try moveRest(&report) }
    report.dropped += plan.source.foreignAdditions.map {
      "the \($0.type) \($0.name) on \($0.tableName), which is not the model's"
    }
    say("checking the copy", plan.rows)
    let target = try connect(.readWrite)
    try MigrationVerification(plan: plan, source: source, target: target).run(&report, isWhole: true)
    _ = try target.text("PRAGMA journal_mode = WAL")
    report.hashesAfter = own.metadata.hashes
    return report
  }

  /// A file of our own that nobody knows yet: what is half made is thrown away, so nothing has to be able to take it back.
  private func connect(_ mode: OpenMode) throws -> Connection {
    let connection = try SQLiteStore.connect(
      path: path, mode: mode, busyTimeout: options.busyTimeout, fileSystem: options.fileSystem)
    // In KiB: indexes over many rows are made and checked without reading pages again and again.
    try connection.execute("PRAGMA synchronous = OFF; PRAGMA cache_size = -65536")
    _ = try connection.text("PRAGMA journal_mode = MEMORY")
    return connection
  }

  private func attached(_ body: () throws -> Void) throws {
    let target = MigrationSchema.target
    try source.execute("ATTACH DATABASE \(SQLLiteral.text(path)) AS \(target)")
    do {
      try source.execute("PRAGMA \(target).synchronous = OFF")
      _ = try source.text("PRAGMA \(target).journal_mode = MEMORY")
      try source.transaction(.deferred, body)
    } catch {
      try? source.execute("DETACH DATABASE \(target)")
      throw error
    }
    try source.execute("DETACH DATABASE \(target)")
  }

  // MARK: rows

  /// Rows of one statement, between two reports of progress.
  static let chunk: Int64 = 50_000

  private func moveRows() throws {
    var done: Int64 = 0
    for transfer in plan.transfers {
      let bounds = try source.withStatement(transfer.boundsQuery) { statement in
        try statement.step() ? (statement.optionalInteger(0), statement.optionalInteger(1)) : (nil, nil)
      }
      guard var first = bounds.0, let last = bounds.1 else { continue }
      let step = "copying \(entityName(transfer.targetTable))"
      var moved: Int64 = 0
      try source.withStatement(transfer.sql) { statement in
        while true {
          // By the keys that there are: a key may be far above the others.
          let upper = try lastKey(ofChunkFrom: first, transfer) ?? last
          try statement.bind(first, at: 1)
          try statement.bind(upper, at: 2)
          try statement.run()
          moved += source.changes
          say(step, done + moved, stepRows: moved, stepTotal: transfer.rows)
          if upper >= last { break }
          first = upper + 1
        }
      }
      done += moved
    }
    var former = ""
    for statement in plan.linkStatements {
      if statement.purpose != former { say(statement.purpose, done) }
      former = statement.purpose
      try source.execute(statement.sql)
    }
  }

  /// `nil` where fewer rows are left than a chunk has.
  private func lastKey(ofChunkFrom first: Int64, _ transfer: TableTransfer) throws -> Int64? {
    try source.withStatement(transfer.chunkQuery) { statement in
      try statement.bind(first, at: 1)
      try statement.bind(Self.chunk - 1, at: 2)
      return try statement.step() ? statement.integer(0) : nil
    }
  }

  private func entityName(_ table: String) -> String {
    let root = plan.layout.tables.first { $0.name == table }?.rootNumber
    return root.flatMap { plan.layout.model.entity(numbered: $0)?.name } ?? table
  }

  private func say(_ step: String, _ rows: Int64, stepRows: Int64 = 0, stepTotal: Int64 = 0) {
    options.progress?(
      MigrationProgress(
        step: step, stepRows: stepRows, stepTotal: stepTotal, rows: rows, totalRows: plan.rows))
  }

  private var foreignColumns: [(table: String, name: String, type: String)] {
    plan.layout.tables.flatMap { table -> [(table: String, name: String, type: String)] in
      // Two tables that come together may both have it.
      var known = LayoutName.fixedColumns.union(table.columns.map { $0.name.uppercased() })
      return plan.transfers.filter { $0.targetTable == table.name }.flatMap { transfer in
        let types = plan.source.columnTypes[transfer.sourceTable.uppercased()] ?? [:]
        return transfer.columns.filter { known.insert($0.name.uppercased()).inserted }.map {
          (table.name, $0.name, types[$0.name.uppercased()] ?? "")
        }
      }
    }
  }

  // MARK: history, mirroring and what others keep here

  private func makeForeignTables(on target: Connection) throws {
    for table in plan.source.foreignTables {
      guard let sql = table.sql else { continue }
      // A virtual table brings its own along, which are in the list as well.
      guard !sql.uppercased().hasPrefix("CREATE VIRTUAL") else {
        throw MigrationError(
          .fileSystem, "The store \(plan.source.path) has a virtual table \(table.name), which cannot be copied.",
          advice: "Remove it before the migration.", path: plan.source.path)
      }
      try target.execute(sql)
      for object in plan.source.objects
      where object.tableName == table.name && object.type == "index" {
        if let sql = object.sql { try target.execute(sql) }
      }
    }
    for object in plan.source.objects where object.type == "view" {
      if let sql = object.sql { try target.execute(sql) }
    }
  }

  /// Two numbers that SQLite leaves to applications; the frameworks have 0 there.
  private func copyHeader(to target: Connection) throws {
    for field in ["user_version", "application_id"] {
      guard let number = try source.integer("PRAGMA \(field)"), number != 0 else { continue }
      try target.execute("PRAGMA \(field) = \(number)")
    }
  }

  private func moveRest(_ report: inout MigrationReport) throws {
    let (from, into) = (MigrationSchema.source, MigrationSchema.target)
    if let history = plan.history {
      let lost = try source.integer(HistoryTable.lostChangesQuery(keeping: history.entities)) ?? 0
      if lost > 0 { report.dropped.append("\(lost.counted("change")) in the history of entities that are dropped") }
      try source.execute(HistoryTable.changeTransfer(history, from: from, into: into))
      for table in [HistoryTable.transaction, .string] {
        guard let columns = plan.source.schema.columns(of: table.name) else { continue }
        let known = Set(try source.columnNames(ofTable: table.name, schema: into).map { $0.uppercased() })
        let names = columns.filter(known.contains).map(\.quoted).joined(separator: ", ")
        try source.execute(
          "INSERT INTO \(into).\(table.name) (\(names)) SELECT \(names) FROM \(from).\(table.name)")
      }
    }
    for table in plan.source.foreignTables {
      try source.execute(
        "INSERT INTO \(into).\(table.name.quoted) SELECT * FROM \(from).\(table.name.quoted)")
      try renumber(table.name, &report)
    }
    // Tables with AUTOINCREMENT remember the highest number also when its row is gone.
    let sequence = "sqlite_sequence"
    guard plan.source.objects.contains(where: { $0.name == sequence }),
      try !source.columnNames(ofTable: sequence, schema: into).isEmpty
    else { return }
    try source.execute("DELETE FROM \(into).\(sequence)")
    try source.execute(
      "INSERT INTO \(into).\(sequence) (name, seq) SELECT name, seq FROM \(from).\(sequence)"
        + " WHERE name IN (SELECT name FROM \(into).sqlite_master)")
  }

  /// Tables of mirroring name rows by entity number and key.
  private func renumber(_ table: String, _ report: inout MigrationReport) throws {
    let columns = plan.source.schema.columns(of: table) ?? []
    let (entity, key) = (OwnTables.mirroredEntityColumn, OwnTables.mirroredKeyColumn)
    guard table.uppercased().hasPrefix(OwnTables.mirroringPrefix), columns.contains(entity), columns.contains(key),
      let history = plan.mirroring
    else { return }
    let name = "\(MigrationSchema.target).\(table.quoted)"
    let kept = history.numbers.pairs.map { String($0.source) }.joined(separator: ", ")
    try source.execute("DELETE FROM \(name) WHERE \(entity) NOT IN (\(kept))")
    if source.changes > 0 {
      report.dropped.append("\(source.changes.counted("row")) of \(table) about rows that are dropped")
    }
    let number = history.numbers.expression(entity, isComplete: true)
    let moved = history.key(entity: entity, key: key)
    guard number != entity || moved != key else { return }
    // Two steps, since the table may have a unique index over both.
    try source.execute("UPDATE \(name) SET \(key) = \(moved), \(entity) = -(\(number))")
    try source.execute("UPDATE \(name) SET \(entity) = -\(entity)")
  }
}

extension Connection {
  /// Column names of a table of an attached database.
  func columnNames(ofTable table: String, schema: String) throws -> [String] {
    try withStatement("SELECT name FROM pragma_table_info(?1, ?2)") { statement in
      try statement.bind(table, at: 1)
      try statement.bind(schema, at: 2)
      var names: [String] = []
      while try statement.step() { names.append(statement.text(0)) }
      return names
    }
  }
}
