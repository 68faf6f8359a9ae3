import Foundation
import ModelDescription
import QueryModel
import SQLCompiler
import StoreContract
import Testing

@testable import SQLiteStore

/// Inserts a row of an entity, updates an attribute, a to-one and a to-many of one, deletes the inserted one, each in a save
/// of its own.
struct RealEdit {
  let store: SQLiteStore
  let entity: ResolvedEntity
  let real: RealStore
  private(set) var updates = 0
  private(set) var historyRows = 0
  var toOnes = 0
  var toManys = 0
  /// The file after the last save.
  private(set) var state: StoreDump

  init(store: SQLiteStore, entity: ResolvedEntity, real: RealStore, state: StoreDump) {
    self.state = state
    self.store = store
    self.entity = entity
    self.real = real
  }

  /// Why a row cannot be made without guessing.
  struct Refusal: Error {
    let reason: String
  }

  /// The entity has an attribute of a type that `changedValue` knows.
  var hasEditableAttribute: Bool {
    entity.fields.contains { $0.attribute.map { $0.derivation == nil && Self.editable.contains($0.type) } ?? false }
  }

  private static let editable: Set<AttributeType> = [
    .integer16, .integer32, .integer64, .boolean, .double, .float, .date, .decimal, .string, .uri, .uuid,
  ]

  private var table: String { real.table(entity) }

  mutating func run() throws {
    let start = state
    let keep = start.tables[table]?.keys.sorted().first { key in
      start.tables[table]?[key]?["Z_ENT"] == "integer \(entity.number)"
    }
    var inserts = NewRows(model: real.model, dump: start)
    _ = try inserts.add(entity)
    var request = SaveRequest()
    request.inserts = inserts.rows
    let keys = try store.save(request).insertedKeys
    var expected: Set<String> = []
    var made: [(entity: ResolvedEntity, key: Int64)] = []
    for (insert, key) in zip(inserts.rows, keys) {
      let entity = try #require(real.model.entity(numbered: insert.key.entity))
      made.append((entity, key))
      expected.formUnion(["+\(real.table(entity)) \(key)", "Z_PRIMARYKEY \(entity.rootNumber) Z_MAX"])
      let recorded = start.tables["Z_PRIMARYKEY"]?[Int64(entity.rootNumber)]?["Z_MAX"]?.split(separator: " ").last
      let used = start.tables[real.table(entity)]?.keys.max() ?? 0
      #expect(key == max(used, recorded.flatMap { Int64($0) } ?? 0) + 1)
    }
    try expect(expected, changes: made.map { (0, $0.entity.number, $0.key) })

    let key = keep ?? keys[0]
    if let (field, value) = try changedValue(key) {
      request = SaveRequest()
      let version = try version(key, of: entity)
      request.updates = [
        .init(key: RowKey(entity: entity.number, primaryKey: key), version: version, values: [(field, value)])
      ]
      #expect(try store.save(request).updatedVersions == [version + 1])
      let column = store.schema.mappings[entity.number - 1].columns[field].name
      try expect(["\(table) \(key) \(column)", "\(table) \(key) Z_OPT"], changes: [(1, entity.number, key)])
      updates += 1
    }

    if let keep {
      try changeToOne(of: keep, among: start)
      try changeToMany(of: keep, among: start)
    }

    request = SaveRequest()
    request.deletes = made.map { .init(key: RowKey(entity: $0.entity.number, primaryKey: $0.key), version: nil) }
    _ = try store.save(request)
    try expect(
      Set(made.map { "-\(real.table($0.entity)) \($0.key)" }), changes: made.map { (2, $0.entity.number, $0.key) })
  }

  /// Nothing but the expected lines, derived columns and history's own rows may differ.
  ///
  /// - Parameter possible: lines that may be there or not.
  mutating func expect(
    _ expected: Set<String>, possible: Set<String> = [],
    changes expectedChanges: [(type: Int, entity: Int, key: Int64)]
  ) throws {
    let before = state
    state = try StoreDump(real.path)
    var lines = before.changes(to: state)
    let history = lines.filter { line in
      ["+ACHANGE ", "+ATRANSACTION ", "+ATRANSACTIONSTRING ", "+Z_PRIMARYKEY 1600", "Z_PRIMARYKEY 1600"].contains {
        line.hasPrefix($0)
      }
    }
    lines.subtract(history)
    lines = lines.filter { line in
      !real.derivedColumns.contains { line.hasPrefix($0.table + " ") && line.hasSuffix(" " + $0.column) }
    }
    #expect(lines.subtracting(possible) == expected, "\(real.name): \(entity.name)")
    guard before.tables["ACHANGE"] != nil else {
      #expect(history.isEmpty)
      return
    }
    #expect(history.filter { $0.hasPrefix("+ATRANSACTION ") }.count == 1)
    let keys = history.filter { $0.hasPrefix("+ACHANGE ") }.compactMap { Int64($0.dropFirst("+ACHANGE ".count)) }
      .sorted()
    #expect(keys.count == expectedChanges.count && keys.first ?? 0 > before.tables["ACHANGE"]?.keys.max() ?? 0)
    historyRows += history.filter { $0.hasPrefix("+A") }.count
    for (key, change) in zip(keys, expectedChanges) {
      let row = try #require(state.tables["ACHANGE"]?[key])
      #expect(row["Z_ENT"] == "integer 16001" && row["Z_OPT"] == "null NULL")
      #expect(row["ZCHANGETYPE"] == "integer \(change.type)" && row["ZENTITYPK"] == "integer \(change.key)")
      #expect(row["ZENTITY"] == "integer \(change.entity)")
      #expect((row["ZCOLUMNS"] == "null NULL") == (change.type != 1))
      // Bitmaps are as long as those that the frameworks wrote for the same entity.
      let known = before.tables["ACHANGE"]?.values.first {
        $0["ZENTITY"] == row["ZENTITY"] && $0["ZCHANGETYPE"] == "integer 1"
      }
      if change.type == 1, let known { #expect(known["ZCOLUMNS"]?.count == row["ZCOLUMNS"]?.count) }
    }
  }

  func version(_ key: Int64, of entity: ResolvedEntity) throws -> Int64 {
    var version: Int64?
    try store.rows([key], of: entity.number) { version = $0.version() }
    return try #require(version)
  }

  // MARK: Values

  /// The first attribute of a plain type, and another value for it.
  private func changedValue(_ key: Int64) throws -> (Int, StoredValue)? {
    var found: (Int, StoredValue)?
    try store.rows([key], of: entity.number) { row in
      for (number, field) in entity.fields.enumerated() {
        guard found == nil, let attribute = field.attribute, attribute.derivation == nil,
          Self.editable.contains(attribute.type)
        else { continue }
        found = (number, Self.other(than: row.value(number), attribute.type))
      }
    }
    return found
  }

  private static func other(than value: BorrowedValue, _ type: AttributeType) -> StoredValue {
    switch (value, type) {
    case (.text(let text), .string): .text(String(decoding: text, as: UTF8.self) + "!")
    case (_, .string): .text("edited \(UUID().uuidString)")
    case (_, .uri): .text("https://example.org/\(UUID().uuidString)")
    case (_, .uuid): .blob(withUnsafeBytes(of: UUID().uuid) { Data($0) })
    case (_, .decimal): .text("\(Int.random(in: 1...1_000_000)).25")
    case (.integer(let integer), .boolean): .integer(1 - integer)
    case (_, .boolean): .integer(1)
    case (.real(let real), .double), (.real(let real), .float), (.real(let real), .date): .real(real + 1.5)
    case (.integer(let integer), .double), (.integer(let integer), .float), (.integer(let integer), .date):
      .real(Double(integer) + 0.5)
    case (_, .double), (_, .float), (_, .date): .real(1.5)
    case (.integer(1), _): .integer(2)
    default: .integer(1)
    }
  }
}
