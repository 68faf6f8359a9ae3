internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

extension SaveWriter {
  /// Performs the updates in their order.
  ///
  /// SQLite checks unique values at each statement, so that two rows which exchange theirs would stand in each other's
  /// way: at the first such conflict the rows still to come give their unique values up, and get the new ones after.
  func updateRows() throws -> [Int64] {
    let updates = request.updates
    var versions: [Int64] = []
    versions.reserveCapacity(updates.count)
    var isFreed = false
    for (index, update) in updates.enumerated() {
      let made = files.count
      do {
        versions.append(try self.update(update))
      } catch let error as StoreError where error.code == .constraintViolated && !isFreed && index + 1 < updates.count {
        isFreed = true
        files.takeBack(since: made)
        for later in updates[index...] { try freeUniqueValues(later) }
        versions.append(try self.update(update))
      }
    }
    return versions
  }

  private func freeUniqueValues(_ update: SaveRequest.Update) throws {
    let plan = try schema.plan(update.key.entity)
    let columns = update.values.lazy.map(\.field).filter { plan.uniqueFields.contains($0) }.map {
      "\(plan.mapping.columns[$0].name.quoted) = NULL"
    }
    guard !columns.isEmpty else { return }
    let key = try permanent(update.key)
    try connection.withStatement(
      "UPDATE \(plan.table) SET \(columns.joined(separator: ", ")) WHERE \(plan.key) = ?1"
    ) { statement in
      try statement.bind(key, at: 1)
      try statement.run()
    }
  }
}

extension StoredValue {
  /// For messages.
  var words: String {
    switch self {
    case .null: "nothing"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "\"\(text.prefix(60))\(text.count > 60 ? "…" : "")\""
    case .blob(let data) where data.count == 16:
      data.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined()
    case .blob(let data): "data of \(data.count) bytes"
    case .reference(let key): key.isTemporary ? "a new object" : "row \(key.primaryKey)"
    }
  }
}
