internal import Foundation
internal import ModelDescription
internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

/// Writes a save's transaction and changes into a file that has history tables (StoreFormat.md section 11).
final class HistoryWriter {
  private let schema: StoreSchema
  private let connection: Connection
  /// The columns that this file has for values of deleted rows.
  private let tombstoneColumns: Set<String>
  /// Values of rows that the save deletes, by the deletion's position, each with its column.
  private var kept: [Int: [(column: String, value: StoredValue)]] = [:]

  /// `nil` when the file keeps no history.
  init?(schema: StoreSchema, connection: Connection) throws {
    guard try connection.hasTable(HistoryTable.transaction.name),
      try connection.hasTable(HistoryTable.change.name)
    else { return nil }
    self.schema = schema
    self.connection = connection
    tombstoneColumns =
      schema.keepsValues
      ? Set(try connection.columnNames(ofTable: HistoryTable.change.name).filter(HistoryTable.isTombstone)) : []
  }

  /// Refuses what would need bytes that no known store shows.
  func check(_ request: SaveRequest) throws {
    for update in request.updates {
      let plan = try schema.plan(update.key.entity)
      let slots = schema.historySlots
      guard slots.indices.contains(plan.entity.number - 1), slots[plan.entity.number - 1].count > 0 else {
        throw StoreError(
          .unsupported, "The store keeps history, but the order of \(plan.entity.name)'s columns in it is not known.",
          entity: plan.entity.name, path: connection.path)
      }
    }
  }

  /// Reads what history keeps of rows that a save deletes; to be called before they go.
  func keepValues(_ request: SaveRequest) throws {
    for (position, delete) in request.deletes.enumerated() {
      let columns = schema.tombstones(delete.key.entity).filter { tombstoneColumns.contains($0.name) }
      guard !columns.isEmpty else { continue }
      let plan = try schema.plan(delete.key.entity)
      let list = columns.map { plan.mapping.columns[$0.fieldNumber].name.quoted }.joined(separator: ", ")
      let sql = "SELECT \(list) FROM \(plan.table) WHERE \(plan.key) = ?1"
      kept[position] = try connection.withStatement(sql) { statement in
        try statement.bind(delete.key.primaryKey, at: 1)
        guard try statement.step() else { return [] }
        return columns.enumerated().map { ($1.name, StoredValue(copying: statement.value($0))) }
      }
    }
  }

  /// - Parameter continuing: The number of a save that this is a further portion of.
  /// - Returns: the save's number in history; `nil` for one that changes no row.
  @discardableResult func write(
    _ request: SaveRequest, insertedKeys: [Int64], continuing: Int64? = nil
  ) throws -> Int64? {
    let count = request.inserts.count + request.updates.count + request.deletes.count
    guard count > 0 else { return nil }
    let transaction: Int64
    if let continuing {
      transaction = continuing
    } else {
      transaction = try reserve(1, in: .transaction)
      try writeTransaction(transaction, request)
    }
    var next = try reserve(count, in: .change)
    try connection.withStatement(HistoryTable.changeInsertion) { statement in
      func add(_ type: Int64, _ key: RowKey, primaryKey: Int64, columns: [UInt8]?) throws {
        try statement.bind(next, at: 1)
        try statement.bind(type, at: 2)
        try statement.bind(Int64(key.entity), at: 3)
        try statement.bind(primaryKey, at: 4)
        try statement.bind(transaction, at: 5)
        if let columns {
          try columns.withUnsafeBytes { try statement.bind(blob: $0, at: 6) }
        } else {
          try statement.bindNull(at: 6)
        }
        try statement.run()
        next += 1
      }
      for (insert, key) in zip(request.inserts, insertedKeys) { try add(0, insert.key, primaryKey: key, columns: nil) }
      for update in request.updates {
        let slots = schema.historySlots[update.key.entity - 1]
        let columns = slots.bitmap(fields: update.values.lazy.map(\.field), toManys: update.changedToManys)
        try add(1, update.key, primaryKey: update.key.primaryKey, columns: columns)
      }
      for (position, delete) in request.deletes.enumerated() {
        try add(2, delete.key, primaryKey: delete.key.primaryKey, columns: nil)
        if let values = kept[position] { try write(values, ofChange: next - 1) }
      }
    }
    return transaction
  }

  /// Each value lies as it lay in its row: the columns have no affinity.
  private func write(_ values: [(column: String, value: StoredValue)], ofChange key: Int64) throws {
    for (column, value) in values where value != .null {
      try connection.withStatement(HistoryTable.tombstoneUpdate(column)) { statement in
        try statement.bind(value, at: 1)
        try statement.bind(key, at: 2)
        try statement.run()
      }
    }
  }

  private func writeTransaction(_ key: Int64, _ request: SaveRequest) throws {
    let process = ProcessInfo.processInfo.processName
    let strings: [Int64?] = [
      try request.author.map(intern), try intern(Bundle.main.bundleIdentifier ?? process),
      try request.contextName.map(intern), try intern(process),
    ]
    try connection.withStatement(HistoryTable.transactionInsertion) { statement in
      try statement.bind(key, at: 1)
      for (index, string) in strings.enumerated() {
        if let string { try statement.bind(string, at: index + 2) } else { try statement.bindNull(at: index + 2) }
      }
      try statement.bind(Date().timeIntervalSinceReferenceDate, at: 6)
      try statement.run()
    }
  }

  /// The key of a string, stored once for the whole history.
  private func intern(_ text: String) throws -> Int64 {
    let known = try connection.withStatement(HistoryTable.stringQuery) { statement in
      try statement.bind(text, at: 1)
      return try statement.step() ? statement.optionalInteger(0) : nil
    }
    if let known { return known }
    let key = try reserve(1, in: .string)
    try connection.withStatement(HistoryTable.stringInsertion) { statement in
      try statement.bind(key, at: 1)
      try statement.bind(text, at: 2)
      try statement.run()
    }
    return key
  }

  /// The first of `count` new keys. The rows of `Z_PRIMARYKEY` for history are made when first needed.
  private func reserve(_ count: Int, in table: HistoryTable) throws -> Int64 {
    let recorded = try connection.integer(OwnTables.lastKeyQuery(ofEntity: table.rawValue))
    let inTable = try connection.integer(table.highestKeyQuery) ?? 0
    let last = max(recorded ?? 0, inTable)
    guard last < Int64.max - Int64(count) else {
      throw StoreError(.damaged, "Every primary key of \(table.name) is used up.", path: connection.path)
    }
    let first = last + 1
    try connection.withStatement(recorded == nil ? OwnTables.ownEntityInsertion : OwnTables.lastKeyUpdate) {
      statement in
      try statement.bind(first + Int64(count) - 1, at: 1)
      try statement.bind(Int64(table.rawValue), at: 2)
      if recorded == nil { try statement.bind(table.entityName, at: 3) }
      try statement.run()
    }
    return first
  }
}

extension StoredValue {
  init(copying value: SQLiteValue) {
    self =
      switch value.kind {
      case .null: .null
      case .integer: .integer(value.integer)
      case .real: .real(value.real)
      case .text: .text(String(decoding: value.text, as: UTF8.self))
      case .blob: .blob(Data(value.blob))
      }
  }
}
