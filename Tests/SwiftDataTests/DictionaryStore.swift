import ModelDescription
import QueryModel
import StoreContract
import Synchronization

/// A store in dictionaries, for tests of the graph: no predicates, rows in the order of their keys.
final class DictionaryStore: ObjectStore {
  let identifier = "00000000-0000-0000-0000-000000000001"
  let model: ResolvedModel
  let isReadOnly = false
  let state = Mutex(State())

  struct State {
    var rows: [RowKey: (version: Int64, values: [StoredValue])] = [:]
    var requests: [SaveRequest] = []
    var reads = 0
    /// What fetches asked for in the store's terms.
    var predicates: [QueryPredicate] = []
  }

  init(_ model: ModelDescription) throws { self.model = try ResolvedModel(model) }

  func fetch(_ request: FetchRequest, _ body: (RowCursor) throws -> Void) throws {
    if let predicate = request.predicate {
      state.withLock { $0.predicates.append(predicate) }
      throw StoreError(.unsupported, "dictionaries know no predicates")
    }
    guard request.sorts.isEmpty else { throw StoreError(.unsupported, "dictionaries know no order but that of keys") }
    let rows = state.withLock { state in
      state.reads += 1
      return state.rows.filter { $0.key.entity == request.entity }.sorted { $0.key.primaryKey < $1.key.primaryKey }
    }
    for (key, row) in rows.dropFirst(request.offset ?? 0).prefix(request.limit ?? .max) {
      try body(Cursor(key, row.version, row.values))
    }
  }

  func count(_ request: FetchRequest) throws -> Int {
    var count = 0
    try fetch(request) { _ in count += 1 }
    return count
  }

  func rows(_ keys: [Int64], of entity: Int, _ body: (RowCursor) throws -> Void) throws {
    for key in keys {
      let key = RowKey(entity: entity, primaryKey: key)
      if let row = state.withLock({ $0.rows[key] }) { try body(Cursor(key, row.version, row.values)) }
    }
  }

  func related(
    _ relationship: String, of entity: Int, owners: [Int64], _ body: (_ owner: Int64, RowCursor) throws -> Void
  ) throws {
    guard let toMany = model.entity(numbered: entity)?.toMany(named: relationship), let inverse = toMany.inverse,
      let field = model.entity(numbered: toMany.destinationNumber)?.fieldNumber(of: inverse.name)
    else { return }
    for owner in owners {
      try fetch(FetchRequest(entity: toMany.destinationNumber)) { row in
        if let cursor = row as? Cursor,
          cursor.values[field] == .reference(RowKey(entity: entity, primaryKey: owner))
        {
          try body(owner, row)
        }
      }
    }
  }

  func rows(of entity: Int, fields: [Int], holding tuples: [[StoredValue]]) throws -> [RowVersion?] {
    state.withLock { state in
      tuples.map { tuple in
        state.rows.first { row in
          row.key.entity == entity && zip(fields, tuple).allSatisfy { $1 != .null && row.value.values[$0] == $1 }
        }.map { RowVersion(key: $0.key, version: $0.value.version) }
      }
    }
  }

  func save(_ request: SaveRequest) throws -> SaveResult {
    state.withLock { state in
      state.requests.append(request)
      var result = SaveResult()
      for insert in request.inserts {
        let last = state.rows.keys.filter { $0.entity == insert.key.entity }.map(\.primaryKey).max() ?? 0
        result.insertedKeys.append(last + 1)
        state.rows[RowKey(entity: insert.key.entity, primaryKey: last + 1)] = (1, [])
      }
      func permanent(_ value: StoredValue) -> StoredValue {
        guard case .reference(let key) = value, key.isTemporary else { return value }
        return .reference(
          RowKey(entity: key.entity, primaryKey: result.insertedKeys[Int(-key.primaryKey) - 1]))
      }
      for (insert, key) in zip(request.inserts, result.insertedKeys) {
        state.rows[RowKey(entity: insert.key.entity, primaryKey: key)] = (1, insert.values.map(permanent))
      }
      for update in request.updates {
        guard var row = state.rows[update.key] else { continue }
        for (field, value) in update.values { row.values[field] = permanent(value) }
        row.version += 1
        state.rows[update.key] = row
        result.updatedVersions.append(row.version)
      }
      for delete in request.deletes { state.rows[delete.key] = nil }
      return result
    }
  }

  private final class Cursor: RowCursor {
    let key: RowKey
    let number: Int64
    let values: [StoredValue]

    init(_ key: RowKey, _ version: Int64, _ values: [StoredValue]) {
      self.key = key
      number = version
      self.values = values
    }

    override func entity() -> Int { key.entity }
    override func primaryKey() -> Int64 { key.primaryKey }
    override func version() -> Int64 { number }

    /// The buffers are leaked: tests are short.
    override func value(_ field: Int) -> BorrowedValue {
      switch values[field] {
      case .null: return .null
      case .integer(let integer): return .integer(integer)
      case .real(let real): return .real(real)
      case .reference(let key): return .reference(entity: key.entity, key: key.primaryKey)
      case .text(let text):
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = buffer.initialize(from: text.utf8)
        return .text(UnsafeBufferPointer(buffer))
      case .blob(let data):
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
        buffer.copyBytes(from: data)
        return .blob(UnsafeRawBufferPointer(buffer))
      }
    }
  }
}
