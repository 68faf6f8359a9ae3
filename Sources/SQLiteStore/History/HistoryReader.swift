internal import Foundation
internal import ModelDescription
internal import SQLiteDriver
internal import StoreContract

/// Reads the transactions and changes of a file that has history tables (StoreFormat.md section 11).
struct HistoryReader {
  private let schema: StoreSchema
  private let connection: Connection

  /// `nil` when the file keeps no history.
  init?(schema: StoreSchema, connection: Connection) throws {
    guard try connection.hasTable(HistoryTable.transaction.name), try connection.hasTable(HistoryTable.change.name)
    else { return nil }
    self.schema = schema
    self.connection = connection
  }

  /// Which saves or changes are read.
  private enum Choice {
    case after(Int64)
    case listed([Int64])

    var part: HistoryTable.Part {
      switch self {
      case .after: .after
      case .listed: .listed
      }
    }

    func bind(to statement: Statement) throws {
      switch self {
      case .after(let number): try statement.bind(number, at: 1)
      case .listed(let numbers): try statement.bind(KeyList.text(numbers), at: 1)
      }
    }
  }

  func records(after number: Int64) throws -> [HistoryRecord] {
    var records = try transactions(.after(number))
    try addChanges(to: &records, .after(number))
    return records
  }

  /// - Parameter store: The store's identifier.
  func records(_ fetch: HistoryFetch, of store: String) throws -> [HistoryRecord] {
    let keys = try HistoryQuery(fetch, of: store, connection).keys(connection)
    guard !keys.isEmpty else { return [] }
    switch fetch.subject {
    case .transactions:
      var records = try transactions(.listed(keys))
      if fetch.readsChanges { try addChanges(to: &records, .listed(keys)) }
      let positions = Self.positions(of: records)
      return keys.compactMap { key in positions[key].map { records[$0] } }
    case .changes:
      var changes: [Int64: (transaction: Int64, change: HistoryRecord.Change)] = [:]
      try forEachChange(.listed(keys), isOfTransactions: false) { changes[$1.number] = ($0, $1) }
      let records = try transactions(.listed(Array(Set(changes.values.map(\.transaction)))))
      let positions = Self.positions(of: records)
      return keys.compactMap { key in
        guard let (transaction, change) = changes[key], let position = positions[transaction] else { return nil }
        var record = records[position]
        record.changes = [change]
        return record
      }
    }
  }

  private static func positions(of records: [HistoryRecord]) -> [Int64: Int] {
    Dictionary(records.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func addChanges(to records: inout [HistoryRecord], _ choice: Choice) throws {
    let positions = Self.positions(of: records)
    try forEachChange(choice, isOfTransactions: true) { transaction, change in
      if let position = positions[transaction] { records[position].changes.append(change) }
    }
  }

  /// The smallest number still there, and the largest that was given; where none is there, the first is the next to be
  /// given, or 0.
  func bounds() throws -> (first: Int64, last: Int64) {
    let last = try connection.integer(HistoryTable.transaction.highestKeyQuery) ?? 0
    let recorded =
      try connection.integer(
        OwnTables.lastKeyQuery(ofEntity: HistoryTable.transaction.rawValue)) ?? 0
    // Some of Apple's versions reserve keys ahead: only without rows is the reserved number the best that is known.
    let first = try connection.integer(HistoryTable.firstTransactionQuery)
    return (first ?? (recorded > 0 ? recorded + 1 : 0), first == nil ? recorded : last)
  }

  /// The numbers of the saves after that one, oldest first.
  func numbers(after number: Int64) throws -> [Int64] {
    try connection.withStatement(HistoryTable.numbersQuery) { statement in
      try statement.bind(number, at: 1)
      var numbers: [Int64] = []
      while try statement.step() { numbers.append(statement.integer(0)) }
      return numbers
    }
  }

  /// How many rows the saves after that one changed.
  func changeCount(after number: Int64) throws -> Int64 {
    try connection.withStatement(HistoryTable.changeCountQuery) { statement in
      try statement.bind(number, at: 1)
      return try statement.step() ? statement.integer(0) : 0
    }
  }

  // MARK: transactions

  /// Interned strings come first, the older columns of text after them (StoreFormat.md section 11).
  private func transactions(_ choice: Choice) throws -> [HistoryRecord] {
    let strings = try strings()
    return try connection.withStatement(HistoryTable.transactionsQuery(choice.part)) { statement in
      try choice.bind(to: statement)
      var records: [HistoryRecord] = []
      while try statement.step() {
        func text(_ index: Int) -> String? {
          statement.optionalInteger(2 + index).flatMap { strings[$0] } ?? statement.optionalText(6 + index)
        }
        records.append(
          HistoryRecord(
            number: statement.integer(0), timestamp: Date(timeIntervalSinceReferenceDate: statement.real(1)),
            author: text(0), contextName: text(2), bundleIdentifier: text(1), processIdentifier: text(3)))
      }
      return records
    }
  }

  private func strings() throws -> [Int64: String] {
    guard try connection.hasTable(HistoryTable.string.name) else { return [:] }
    return try connection.withStatement(HistoryTable.stringsQuery) { statement in
      var strings: [Int64: String] = [:]
      while try statement.step() { strings[statement.integer(0)] = statement.optionalText(1) }
      return strings
    }
  }

  // MARK: changes

  private func forEachChange(
    _ choice: Choice, isOfTransactions: Bool, _ body: (Int64, HistoryRecord.Change) throws -> Void
  ) throws {
    // Those that this file has for values of deleted rows.
    let tombstones = try connection.columnNames(ofTable: HistoryTable.change.name).filter(HistoryTable.isTombstone)
    let sql = HistoryTable.changesQuery(tombstones: tombstones, choice.part, isOfTransactions: isOfTransactions)
    try connection.withStatement(sql) { statement in
      try choice.bind(to: statement)
      while try statement.step() {
        guard let kind = HistoryRecord.Change.Kind(rawValue: statement.integer(1)) else {
          throw damaged("change \(statement.integer(0)) is of the kind \(statement.integer(1)), which is none")
        }
        let entity = Int(truncatingIfNeeded: statement.integer(2))
        var change = HistoryRecord.Change(
          number: statement.integer(0), kind: kind,
          key: RowKey(entity: entity, primaryKey: statement.integer(3)))
        if kind == .update { fill(&change, statement.value(5)) }
        if kind == .delete { fill(&change, tombstones, in: statement) }
        try body(statement.integer(4), change)
      }
    }
  }

  /// A bitmap of another length was written for another version of the entity: it says nothing about this one.
  private func fill(_ change: inout HistoryRecord.Change, _ columns: SQLiteValue) {
    guard columns.kind == .blob, schema.historySlots.indices.contains(change.key.entity - 1) else { return }
    let slots = schema.historySlots[change.key.entity - 1]
    let bytes = columns.blob
    guard bytes.count == (slots.count + 7) / 8 else { return }
    func isSet(_ bit: Int) -> Bool { bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 }
    change.fields = slots.fields.indices.filter { slots.fields[$0].contains(where: isSet) }
    change.toManys = slots.toManys.filter { isSet($0.value) }.keys.sorted()
  }

  private func fill(_ change: inout HistoryRecord.Change, _ tombstones: [String], in statement: Statement) {
    guard !tombstones.isEmpty, let plan = try? schema.plan(change.key.entity) else { return }
    for column in schema.tombstones(change.key.entity) {
      guard let index = tombstones.firstIndex(of: column.name) else { continue }
      let value = statement.value(6 + index)
      let type = plan.slots[column.fieldNumber].type
      change.preserved[column.fieldNumber] = StoredValue(value, of: type)
    }
  }

  private func damaged(_ what: String) -> StoreError {
    StoreError(
      .damaged, "The history is damaged: \(what).", advice: "Delete the history, or restore the file from a copy.",
      path: connection.path)
  }
}

extension StoredValue {
  /// A copy of what a column holds, in the form of the attribute's type.
  fileprivate init(_ value: SQLiteValue, of type: AttributeType) {
    self =
      switch value.kind {
      case .null: .null
      case .integer where type == .double || type == .float || type == .date: .real(value.real)
      case .integer where type == .decimal: .text("\(value.integer)")
      case .integer: .integer(value.integer)
      case .real where type == .decimal: .text("\(value.real)")
      case .real: .real(value.real)
      case .text: .text(String(decoding: value.text, as: UTF8.self))
      case .blob: .blob(Data(value.blob))
      }
  }
}
