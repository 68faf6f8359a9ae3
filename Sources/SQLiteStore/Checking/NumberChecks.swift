internal import ModelDescription
internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

/// What a store says of its entities' numbers and last keys, against a model and the tables.
struct NumberChecks {
  let layout: StoreLayout
  let connection: Connection
  let path: String

  func damages() throws -> [StoreDamage] { try [entityNumbers()].compactMap(\.self) + lastKeys() }

  private func entityNumbers() throws -> StoreDamage? {
    do {
      try layout.checkNumbers(StoreFile(connection, path: path).primaryKeyRows(), path: path)
      return nil
    } catch let error as StoreError {
      let message =
        "The numbers of the entities in \(OwnTables.primaryKeys) are not those of the model: \(error.message)"
      guard try rowsAgree() else {
        return StoreDamage(
          .entityNumbers, entity: error.entityName, table: OwnTables.primaryKeys, count: 1, message,
          .impossible(advice: "The rows do not have the model's numbers either: use the model that made the store."))
      }
      return StoreDamage(
        .entityNumbers, entity: error.entityName, table: OwnTables.primaryKeys, count: 1, message,
        .possible(words: "The table gets the model's numbers, which the rows have.", .entityNumbers))
    }
  }

  /// All rows have numbers that the model gives to entities of their table.
  private func rowsAgree() throws -> Bool {
    guard try connection.hasTable(OwnTables.primaryKeys) else { return false }
    for table in layout.tables {
      guard let root = layout.model.entity(numbered: table.rootNumber) else { continue }
      let numbers = root.familyNumbers
      let isFine = try connection.withStatement(OwnTables.rowCountQuery(ofTable: table.name)) { statement in
        while try statement.step() {
          guard statement.value(0).kind == .integer, numbers.contains(Int(truncatingIfNeeded: statement.integer(0)))
          else { return false }
        }
        return true
      }
      if !isFine { return false }
    }
    return true
  }

  /// The next key is above the last one handed out, so this must not be below a key in use.
  private func lastKeys() throws -> [StoreDamage] {
    guard try connection.hasTable(OwnTables.primaryKeys) else { return [] }
    var found: [StoreDamage] = []
    for table in layout.tables {
      guard let root = layout.model.entity(numbered: table.rootNumber),
        let mapping = layout.mapping(ofEntity: root.number)
      else { continue }
      let (name, key) = (table.name.quoted, mapping.keyColumn.quoted)
      let highest = try connection.integer("SELECT max(\(key)) FROM \(name)") ?? 0
      let stated = try connection.integer(OwnTables.lastKeyQuery(ofEntity: root.number)) ?? 0
      guard highest > stated else { continue }
      found.append(
        StoreDamage(
          .lastKey, entity: root.name, table: OwnTables.primaryKeys, count: 1, rows: [highest],
          "\(root.name): the last key handed out is \(stated), but a row has the key \(highest).",
          .possible(
            words: "It becomes \(highest).",
            .statements([OwnTables.lastKeyRaise(ofEntity: root.number, table: name, key: key)]))))
    }
    return found
  }

  /// Writes the model's numbers; entities keep their last keys.
  func rewrite() throws {
    var lastKeys: [String: Int64] = [:]
    try connection.withStatement(OwnTables.numberQuery) { statement in
      while try statement.step() { lastKeys[statement.text(1)] = statement.optionalInteger(3) ?? 0 }
    }
    try connection.execute(OwnTables.numberDeletion)
    try connection.withStatement(OwnTables.numberInsertion) { statement in
      for row in layout.primaryKeyRows {
        try statement.bind(Int64(row.entityNumber), at: 1)
        try statement.bind(row.name, at: 2)
        try statement.bind(Int64(row.superentityNumber), at: 3)
        try statement.bind(lastKeys[row.name] ?? 0, at: 4)
        try statement.run()
        statement.reset()
      }
    }
  }
}
