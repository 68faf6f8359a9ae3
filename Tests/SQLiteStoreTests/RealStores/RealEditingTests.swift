import Foundation
import ModelDescription
import QueryModel
import SQLCompiler
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// Edits copies of stores that Apple's frameworks wrote and looks at every row of every table afterwards.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct RealEditingTests {
  @Test func editsLeaveEverythingElseAsItWas() throws {
    let stores = try RealStore.all()
    var editable = 0
    var (inserts, updates, deletes, histories) = (0, 0, 0, 0)
    var reasons: [String] = []
    for real in stores {
      var refused: [String] = []
      let store = try real.open()
      var state = try StoreDump(real.path)
      let concrete = real.model.entities.filter { !$0.description.isAbstract }
      // Looking at every row of a large store takes its time.
      let isLarge = state.tables.values.reduce(0) { $0 + $1.count } > 4000
      for entity in concrete.prefix(isLarge && !FullRun.isOn ? 2 : .max) {
        do {
          var edit = RealEdit(store: store, entity: entity, real: real, state: state)
          try edit.run()
          state = edit.state
          inserts += 1
          updates += edit.updates
          deletes += 1
          histories += edit.historyRows
        } catch let refusal as RealEdit.Refusal {
          refused.append("\(entity.name): \(refusal.reason)")
        }
      }
      let integrity = try Connection(path: real.path, mode: .untouched).text("PRAGMA integrity_check")
      #expect(integrity == "ok", "\(real.name)")
      #expect(try real.wrongCounts() == 0, "\(real.name)")
      if refused.isEmpty { editable += 1 } else { reasons.append("\(real.name): \(refused.joined(separator: "; "))") }
    }
    let which = FullRun.isOn ? "every concrete entity" : "every concrete entity (two of large stores)"
    print("real stores edited: \(editable) of \(stores.count), \(which);", terminator: " ")
    print("\(inserts) inserts, \(updates) updates, \(deletes) deletes, \(histories) rows of history")
    for reason in reasons { print("not editable: \(reason)") }
    #expect(editable + reasons.count == 40)
    #expect(reasons.isEmpty)
  }
}

/// Inserts a row of an entity, updates one, deletes the inserted one, each in a save of its own.
private struct RealEdit {
  let store: SQLiteStore
  let entity: ResolvedEntity
  let real: RealStore
  private(set) var updates = 0
  private(set) var historyRows = 0
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
      let version = try version(key)
      request.updates = [
        .init(key: RowKey(entity: entity.number, primaryKey: key), version: version, values: [(field, value)])
      ]
      #expect(try store.save(request).updatedVersions == [version + 1])
      let column = store.schema.mappings[entity.number - 1].columns[field].name
      try expect(["\(table) \(key) \(column)", "\(table) \(key) Z_OPT"], changes: [(1, entity.number, key)])
      updates += 1
    }

    request = SaveRequest()
    request.deletes = made.map { .init(key: RowKey(entity: $0.entity.number, primaryKey: $0.key), version: nil) }
    _ = try store.save(request)
    try expect(
      Set(made.map { "-\(real.table($0.entity)) \($0.key)" }), changes: made.map { (2, $0.entity.number, $0.key) })
  }

  /// Nothing but the expected lines, derived columns and history's own rows may differ.
  private mutating func expect(
    _ expected: Set<String>, changes expectedChanges: [(type: Int, entity: Int, key: Int64)]
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
      !real.derivedColumns.contains { line.hasPrefix($0.table) && line.hasSuffix($0.column) }
    }
    #expect(lines == expected, "\(real.name): \(entity.name)")
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

  private func version(_ key: Int64) throws -> Int64 {
    var version: Int64?
    try store.rows([key], of: entity.number) { version = $0.version() }
    return try #require(version)
  }

  // MARK: Values

  /// The first attribute with a plain value, and another value for it.
  private func changedValue(_ key: Int64) throws -> (Int, StoredValue)? {
    var found: (Int, StoredValue)?
    try store.rows([key], of: entity.number) { row in
      for (number, field) in entity.fields.enumerated() {
        guard found == nil, let attribute = field.attribute, attribute.derivation == nil else { continue }
        switch (row.value(number), attribute.type) {
        case (.text(let text), .string): found = (number, .text(String(decoding: text, as: UTF8.self) + "!"))
        case (.integer(let integer), .boolean): found = (number, .integer(1 - integer))
        case (.integer(let integer), .integer16), (.integer(let integer), .integer32),
          (.integer(let integer), .integer64):
          found = (number, .integer(integer == 1 ? 2 : 1))
        case (.real(let real), .double), (.real(let real), .date): found = (number, .real(real + 1.5))
        case (.integer(let integer), .date): found = (number, .real(Double(integer) + 0.5))
        default: break
        }
      }
    }
    return found
  }
}

/// New rows of an entity, and of those that its mandatory to-ones need where the store has none.
private struct NewRows {
  let model: ResolvedModel
  let dump: StoreDump
  private(set) var rows: [SaveRequest.Insert] = []

  init(model: ResolvedModel, dump: StoreDump) {
    self.model = model
    self.dump = dump
  }

  mutating func add(_ entity: ResolvedEntity) throws -> RowKey {
    let index = rows.count
    let key = RowKey(entity: entity.number, primaryKey: -Int64(index) - 1)
    rows.append(.init(key: key, values: []))
    guard rows.count < 10 else { throw RealEdit.Refusal(reason: "its mandatory relationships lead round in a circle") }
    for field in entity.fields { rows[index].values.append(try value(field)) }
    return key
  }

  private mutating func value(_ field: ResolvedEntity.Field) throws -> StoredValue {
    switch field.content {
    case .toOne(let relationship):
      guard !relationship.description.isOptional else { return .null }
      let family = model.entity(numbered: relationship.destinationNumber)?.familyNumbers ?? 0...0
      let rows = dump.tables[RealStore.table(relationship.destinationNumber, in: model)] ?? [:]
      for (key, row) in rows.sorted(by: { $0.key < $1.key }) {
        guard let number = row["Z_ENT"]?.split(separator: " ").last.flatMap({ Int($0) }), family.contains(number)
        else { continue }
        return .reference(RowKey(entity: number, primaryKey: key))
      }
      let concrete = model.entities.first { family.contains($0.number) && !$0.description.isAbstract }
      return .reference(try add(#require(concrete)))
    case .attribute(let attribute):
      if attribute.derivation != nil { return .null }
      switch attribute.type {
      case .integer16, .integer32, .integer64: return .integer(30_123)
      case .boolean: return .integer(1)
      case .double, .float: return .real(1.5)
      case .date: return .real(700_000_000.25)
      case .decimal: return .text("12.75")
      case .string: return .text("causeway \(UUID().uuidString)")
      case .uri: return .text("https://example.org/")
      case .uuid: return .blob(withUnsafeBytes(of: UUID().uuid) { Data($0) })
      case .binary, .transformable: return attribute.isOptional ? .null : .blob(Data([1, 2, 3]))
      case .undefined, .objectID, .composite: return .null
      }
    }
  }
}
