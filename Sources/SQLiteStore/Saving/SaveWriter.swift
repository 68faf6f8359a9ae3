internal import Foundation
internal import ModelDescription
internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

/// Performs one save inside a transaction that somebody else opens, commits and rolls back.
final class SaveWriter {
  let request: SaveRequest
  let schema: StoreSchema
  let connection: Connection
  let files: ExternalFiles
  /// Permanent keys of the inserts, in their order.
  private(set) var insertedKeys: [Int64] = []
  /// The save's number in history, where the file keeps one.
  private(set) var number: Int64?
  var order: OrderedMembers
  /// The row whose values are being bound, for errors.
  private(set) var writing: RowKey?
  private var held = HeldStatement()
  private var updating = UpdateStatement()

  /// - Parameter continuing: The number in history of a save that this one is a further portion of.
  init(
    _ request: SaveRequest, schema: StoreSchema, connection: Connection, files: ExternalFiles, continuing: Int64? = nil
  ) throws {
    self.request = request
    self.schema = schema
    self.connection = connection
    self.files = files
    number = continuing
    order = OrderedMembers()
  }

  /// Deletes come first, so that a unique value can move from a deleted row to a new one in one save.
  func run() throws -> SaveResult {
    defer { held.giveBack(to: connection) }
    let history = try HistoryWriter(schema: schema, connection: connection)
    insertedKeys = try KeyAllocation(schema: schema, connection: connection).allocate(request.inserts)
    try history?.check(request)
    try history?.keepValues(request)
    for delete in request.deletes { try self.delete(delete) }
    let versions = try updateRows()
    try insertRows()
    for link in request.links { try change(link) }
    try appendOrderedMembers()
    try DerivedWriter(request, schema: schema, connection: connection)?.write(request, insertedKeys: insertedKeys)
    number = try history?.write(request, insertedKeys: insertedKeys, continuing: number) ?? number
    return SaveResult(insertedKeys: insertedKeys, updatedVersions: versions)
  }

  /// A key in the file: temporary ones stand for this save's inserts.
  func permanent(_ key: RowKey) throws -> Int64 {
    guard key.isTemporary else { return key.primaryKey }
    let index = -(key.primaryKey + 1)
    guard index < insertedKeys.count else {
      throw StoreError(.invalidValue, "A value refers to a new object that this save does not insert.")
    }
    return insertedKeys[Int(index)]
  }

  // MARK: Rows

  private func insertRows() throws {
    var plan: EntityPlan?
    for (index, insert) in request.inserts.enumerated() {
      let current: EntityPlan
      if let plan, plan.entity.number == insert.key.entity {
        current = plan
      } else {
        current = try schema.plan(insert.key.entity)
        plan = current
      }
      guard insert.values.count == current.slots.count else {
        throw StoreError(
          .invalidValue, "A new \(current.entity.name) has \(insert.values.count) values, not \(current.slots.count).",
          entity: current.entity.name)
      }
      writing = insert.key
      try self.insert(insert.values, key: insertedKeys[index], of: current)
    }
  }

  private func insert(_ values: [StoredValue], key: Int64, of plan: EntityPlan) throws {
    let statement = try held.statement(plan.insertSQL, on: connection)
    try statement.bind(key, at: 1)
    try statement.bind(Int64(plan.entity.number), at: 2)
    try statement.bind(Int64(1), at: 3)
    for field in values.indices {
      let slot = plan.slots[field]
      try bind(
        values[field], of: field, in: plan, to: statement, at: slot.column + 1,
        entityParameter: slot.entityColumn.map { $0 + 1 })
    }
    try constrained(plan, { values[$0] }) { try statement.run() }
    guard plan.hasOrderColumns else { return }
    for field in values.indices {
      if case .reference(let owner) = values[field] { try noteOrder(field, of: plan, member: key, owner: owner) }
    }
  }

  func update(_ update: SaveRequest.Update) throws -> Int64 {
    writing = update.key
    let plan = try schema.plan(update.key.entity)
    let key = try permanent(update.key)
    if update.version == Int64.max { throw usedUp(plan, key: key) }
    for (field, _) in update.values {
      guard plan.slots.indices.contains(field) else {
        throw StoreError(
          .invalidValue, "\(plan.entity.name) has no field \(field) in this store.", entity: plan.entity.name)
      }
      if plan.slots[field].kind == .external { try releaseExternalData(of: plan, key: key, field: field) }
    }
    if !updating.serves(update) { updating = UpdateStatement(update, plan) }
    let statement = try held.statement(updating.sql, on: connection)
    try statement.bind(key, at: 1)
    if let version = update.version { try statement.bind(version, at: 2) }
    var parameter = 3
    for (field, value) in update.values {
      let isPolymorphic = plan.slots[field].entityColumn != nil
      try bind(
        value, of: field, in: plan, to: statement, at: parameter,
        entityParameter: isPolymorphic ? parameter + 1 : nil)
      parameter += isPolymorphic ? 2 : 1
    }
    try constrained(plan, { field in update.values.first { $0.field == field }?.value }) { try statement.run() }
    guard connection.changes == 1 else { throw try conflict(plan, key: key, update.values) }
    if plan.hasOrderColumns {
      for case (let field, .reference(let owner)) in update.values {
        guard try isWithoutPlace(field, of: plan, member: key) else { continue }
        try noteOrder(field, of: plan, member: key, owner: owner)
      }
    }
    if let version = update.version { return version + 1 }
    let select = "SELECT \(plan.mapping.versionColumn.quoted) FROM \(plan.table) WHERE \(plan.key) = \(key)"
    // SQLite makes the sum a real number when it is too large for an integer.
    let version = try connection.prepare(select).first { $0.value(0).kind == .integer ? $0.integer(0) : nil }
    guard let version = version ?? nil else { throw usedUp(plan, key: key) }
    return version
  }

  private func delete(_ delete: SaveRequest.Delete) throws {
    let plan = try schema.plan(delete.key.entity)
    let key = delete.key.primaryKey
    for field in plan.externalFields { try releaseExternalData(of: plan, key: key, field: field) }
    try unlink(key, of: plan)
    let statement = try held.statement(delete.version == nil ? plan.deleteSQL : plan.guardedDeleteSQL, on: connection)
    try statement.bind(key, at: 1)
    if let version = delete.version { try statement.bind(version, at: 2) }
    try statement.run()
    guard connection.changes == 1 else { throw try conflict(plan, key: key) }
  }

  private func releaseExternalData(of plan: EntityPlan, key: Int64, field: Int) throws {
    let column = plan.mapping.columns[field].name.quoted
    try connection.withStatement("SELECT \(column) FROM \(plan.table) WHERE \(plan.key) = ?1") { statement in
      try statement.bind(key, at: 1)
      if try statement.step(), statement.value(0).kind == .blob { files.release(statement.value(0).blob) }
    }
  }

  // MARK: Errors

  /// - Parameter values: What the save would have written, to be told beside what is there.
  private func conflict(
    _ plan: EntityPlan, key: Int64, _ values: [(field: Int, value: StoredValue)] = []
  ) throws -> StoreError {
    let shown = values.prefix(5)
    let columns = ["1"] + shown.map { plan.mapping.columns[$0.field].name.quoted }
    let select = "SELECT \(columns.joined(separator: ", ")) FROM \(plan.table) WHERE \(plan.key) = \(key)"
    let stored = try connection.prepare(select).first { row in
      shown.indices.map { StoredValue(copying: row.value($0 + 1)).words }
    }
    let differences = zip(shown, stored ?? []).map { change, stored in
      "\(plan.entity.fields[change.field].name) is \(stored) in the file, and \(change.value.words) here"
    }
    let said = differences.isEmpty ? "" : ": " + differences.joined(separator: "; ")
    return StoreError(
      .conflict,
      "\(plan.entity.name) \(key) was \(stored == nil ? "deleted" : "changed") by somebody else since it was read\(said).",
      advice: "Fetch it again and repeat the change.", entity: plan.entity.name,
      property: values.first.map { plan.entity.fields[$0.field].name }, path: connection.path)
  }

  /// No store gets that far by saving: the file is damaged.
  private func usedUp(_ plan: EntityPlan, key: Int64) -> StoreError {
    StoreError(
      .damaged,
      "\(plan.entity.name) \(key) cannot be saved: its number of saves, \(plan.mapping.versionColumn) in"
        + " \(plan.mapping.table), is no number that can grow.",
      advice: "Mend the row or restore the file from a copy.", entity: plan.entity.name, path: connection.path)
  }

  /// Names the entity, the properties and their values when SQLite names table and columns only.
  private func constrained(
    _ plan: EntityPlan, _ value: (_ field: Int) -> StoredValue?, _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch let error as SQLiteError where error.isUniqueViolation {
      let columns = error.message.split(separator: ":").last.map(String.init) ?? ""
      let parts = columns.split(separator: ",").map { name -> (name: String, value: String) in
        let column = name.split(separator: ".").last.map(String.init) ?? ""
        let field = plan.mapping.columns.firstIndex { $0.name.caseInsensitiveCompare(column) == .orderedSame }
        guard let field else { return (column, "") }
        return (plan.entity.fields[field].name, value(field).map { " = \($0.words)" } ?? "")
      }
      let properties = parts.map(\.name).joined(separator: ", ")
      let said = parts.map { $0.name + $0.value }.joined(separator: ", ")
      throw StoreError(
        .constraintViolated, "Another \(plan.entity.name) already has \(said), which is unique.",
        advice: "Change the value, or update the object that has it.", entity: plan.entity.name,
        property: properties, path: error.path)
    }
  }
}
