internal import Foundation
internal import ModelDescription
internal import ModelEvolution
internal import SQLiteDriver
internal import StoreContract

/// The file of a copy in the making: rows come in batches, and it says itself how far they have come.
///
/// Every batch is one transaction together with the mark, so that whoever finds the file can go on where it ends.
struct CopyFile {
  let path: String
  let copy: StoreCopy

  /// How far the copy has come.
  struct Mark: Equatable {
    /// Number of the step that is to be done next, and the first key that it has still to do.
    var step: Int
    var key: Int64
  }

  private var plan: MigrationPlan { copy.plan }
  /// What the model has columns for; what others added to the source's tables stays behind.
  private let transfers: [TableTransfer]

  init(_ path: String, of copy: StoreCopy) {
    (self.path, self.copy) = (path, copy)
    let layout = copy.plan.layout
    transfers = copy.plan.transfers.map { transfer in
      let known = layout.tables.first { $0.name == transfer.targetTable }.map { table in
        LayoutName.fixedColumns.union(table.columns.map { $0.name.uppercased() })
      }
      return TableTransfer(
        sourceTable: transfer.sourceTable, targetTable: transfer.targetTable, keyColumn: transfer.keyColumn,
        columns: transfer.columns.filter { known?.contains($0.name.uppercased()) ?? true },
        condition: transfer.condition,
        rows: transfer.rows)
    }
  }

  // MARK: beginning and taking up

  /// Makes the file, with empty tables and the mark of a beginning.
  func create(_ metadata: StoreMetadata, namesDefaultConfiguration: Bool) throws {
    let file = try connect(.create)
    guard try file.schema().isEmpty else {
      throw StoreError(
        .fileSystem, "\(path) exists already.", advice: "Choose another path or remove the file.", path: path)
    }
    try file.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2")
    try file.transaction(.immediate) {
      for statement in plan.layout.tableStatements + StoreLayout.ownTableStatements { try file.execute(statement) }
      try file.withStatement(OwnTables.metadataInsertion) { statement in
        try statement.bind(metadata.uuid, at: 1)
        try statement.bind(metadata.row().propertyList ?? Data(), at: 2)
        try statement.run()
      }
      try file.withStatement(OwnTables.modelCacheInsertion) { statement in
        try statement.bind(
          SQLiteStore.modelCache(
            of: plan.mapping.destination, namesDefaultConfiguration: namesDefaultConfiguration), at: 1)
        try statement.run()
      }
      try file.execute(Self.markCreation)
      try file.withStatement("INSERT INTO \(Self.markTable) VALUES (?1, 0, \(Int64.min))") { statement in
        try statement.bind(copy.state, at: 1)
        try statement.run()
      }
    }
  }

  /// - Returns: how far the copy has come; `nil` where nothing was made yet.
  /// - Throws: `StoreError` for a file that is something else, or a copy of another source.
  func found() throws -> Mark? {
    let file = try connect(.readWrite)
    let objects = try file.schema()
    if objects.isEmpty { return nil }
    let metadata = try StoreMetadata(rows: StoreFile(file, path: path).metadataRows(), path: path)
    guard metadata.hashes == plan.mapping.destination.versionHashes() else {
      throw StoreError(
        .modelDiffers, "\(path) is a copy of another model.", advice: "Remove it, and begin anew.", path: path)
    }
    // Finishing takes the mark away.
    guard objects.contains(where: { $0.name == Self.markTable }) else { return Mark(step: finished, key: 0) }
    return try file.withStatement("SELECT source, step, key FROM \(Self.markTable)") { statement in
      guard try statement.step(), statement.text(0) == copy.state else {
        throw StoreError(
          .modelDiffers, "\(path) is a copy of another store than \(copy.path), or that one was changed since.",
          advice: "Remove it, and begin anew.", path: path)
      }
      return Mark(step: Int(statement.integer(1)), key: statement.integer(2))
    }
  }

  // MARK: steps

  private var finished: Int { transfers.count + 2 }

  /// Does what is left.
  ///
  /// - Returns: what people should know of it.
  func fill(from mark: Mark) throws -> [String] {
    var done = transfers.prefix(mark.step).reduce(0) { $0 + $1.rows }
    if mark.step <= transfers.count {
      try attached {
        for step in mark.step..<max(transfers.count, mark.step) {
          try move(step, from: step == mark.step ? mark.key : Int64.min, &done)
        }
        try transaction(step: transfers.count + 1, key: 0) {
          for statement in plan.linkStatements {
            try copy.tell(statement.purpose, plan.rows, of: plan.rows)
            try copy.connection.execute(statement.sql)
          }
        }
      }
    }
    if mark.step < finished { try finish() }
    return try prove()
  }

  private func move(_ step: Int, from first: Int64, _ done: inout Int64) throws {
    let transfer = transfers[step]
    let source = copy.connection
    let purpose = "copy rows of \(transfer.sourceTable) to \(transfer.targetTable)"
    let bounds = try source.withStatement(transfer.boundsQuery) { statement in
      try statement.step() ? (statement.optionalInteger(0), statement.optionalInteger(1)) : (nil, nil)
    }
    guard let lowest = bounds.0, let last = bounds.1, max(first, lowest) <= last else {
      return try transaction(step: step + 1, key: Int64.min) {}
    }
    var next = max(first, lowest)
    // What an earlier run has copied of this table.
    if first > lowest { done += try count(transfer, below: first) }
    while true {
      let upper = try lastKey(of: transfer, from: next) ?? last
      let isLast = upper >= last
      try transaction(step: isLast ? step + 1 : step, key: isLast ? Int64.min : upper + 1) {
        try source.withStatement(transfer.sql) { statement in
          try statement.bind(next, at: 1)
          try statement.bind(upper, at: 2)
          try statement.run()
        }
        done += source.changes
      }
      try copy.tell(purpose, min(done, plan.rows), of: plan.rows)
      if isLast { return }
      next = upper + 1
    }
  }

  /// The last key of a batch: keys may lie far apart.
  private func lastKey(of transfer: TableTransfer, from key: Int64) throws -> Int64? {
    let name = transfer.keyColumn.quoted
    let sql =
      "SELECT max(k) FROM (SELECT \(name) AS k FROM \(MigrationSchema.source).\(transfer.sourceTable.quoted)"
      + " WHERE \(name) >= ?1 ORDER BY \(name) LIMIT ?2)"
    return try copy.connection.withStatement(sql) { statement in
      try statement.bind(key, at: 1)
      try statement.bind(Int64(copy.options.batch), at: 2)
      return try statement.step() ? statement.optionalInteger(0) : nil
    }
  }

  private func count(_ transfer: TableTransfer, below key: Int64) throws -> Int64 {
    let condition = transfer.condition.map { " AND \($0)" } ?? ""
    return try copy.connection.integer(
      "SELECT count(*) FROM \(MigrationSchema.source).\(transfer.sourceTable.quoted) WHERE"
        + " \(transfer.keyColumn.quoted) < \(key)\(condition)") ?? 0
  }

  /// What only the whole needs: computed values, indexes, triggers, last keys, history from now on.
  private func finish() throws {
    try copy.tell("make indexes", plan.rows, of: plan.rows)
    let file = try connect(.readWrite)
    try file.transaction(.immediate) {
      var report = MigrationReport(mode: .copy)
      try DanglingLinks(plan: plan, source: copy.connection, target: file).clear()
      try DerivedFill(plan: plan).run(on: file, report: &report)
      let constraints = ConstraintCheck(layout: plan.layout, path: copy.path)
      for statement in plan.layout.indexStatements { try constraints.run(statement, on: file) }
      for statement in plan.layout.triggerStatements + plan.layout.historyStatements { try file.execute(statement) }
      try file.withStatement(OwnTables.entityReplacement) { statement in
        for row in plan.layout.primaryKeyRows {
          try statement.bind(Int64(row.entityNumber), at: 1)
          try statement.bind(row.name, at: 2)
          try statement.bind(Int64(row.superentityNumber), at: 3)
          try statement.bind(row.superentityNumber == 0 ? plan.highestKeys[row.entityNumber] ?? 0 : 0, at: 4)
          try statement.run()
        }
      }
      try file.execute("UPDATE \(Self.markTable) SET step = \(finished), key = 0")
    }
  }

  /// Counts rows, links and their ends, and has SQLite look at the file.
  ///
  /// - Returns: what is lacking in the source as well.
  private func prove() throws -> [String] {
    try copy.tell("compare with the source", plan.rows, of: plan.rows)
    var report = MigrationReport(mode: .copy)
    let verification = MigrationVerification(plan: plan, source: copy.connection, target: try connect(.readWrite))
    try verification.run(&report, isWhole: true)
    return try verification.lacks()
  }

  /// Takes the mark away: from then on the file is a store like any other.
  func removeMark() throws {
    try connect(.readWrite).execute("DROP TABLE IF EXISTS \(Self.markTable)")
  }

  // MARK: connections

  private func connect(_ mode: OpenMode) throws -> Connection {
    try SQLiteStore.connect(
      path: path, mode: mode, busyTimeout: .seconds(5), fileSystem: copy.options.fileSystem)
  }

  private func attached(_ body: () throws -> Void) throws {
    let target = MigrationSchema.target
    try copy.connection.execute("ATTACH DATABASE \(SQLLiteral.text(path)) AS \(target)")
    do {
      try copy.connection.execute("PRAGMA \(target).synchronous = NORMAL")
      try body()
    } catch {
      try? copy.connection.execute("DETACH DATABASE \(target)")
      throw error
    }
    try copy.connection.execute("DETACH DATABASE \(target)")
  }

  /// Work and the mark of what is next.
  private func transaction(step: Int, key: Int64, _ body: () throws -> Void) throws {
    try copy.connection.transaction(.deferred) {
      try body()
      try copy.connection.execute(
        "UPDATE \(MigrationSchema.target).\(Self.markTable) SET step = \(step), key = \(key)")
    }
  }

  private static let markTable = "CausewayCopy"
  private static let markCreation = "CREATE TABLE \(markTable) (source TEXT, step INTEGER, key INTEGER)"
}
