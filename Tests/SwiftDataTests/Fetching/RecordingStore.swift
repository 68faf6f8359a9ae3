import ModelDescription
import QueryModel
import StoreContract
import Synchronization

/// Passes everything on to another store and notes what was asked.
final class RecordingStore: ObjectStore {
  private let store: any ObjectStore
  private let asked = Mutex(Asked())

  struct Asked {
    var fetches: [FetchRequest] = []
    var counts: [FetchRequest] = []
    var rows: [[Int64]] = []
    var related: [[Int64]] = []
    var saves = 0
  }

  init(_ store: any ObjectStore) { self.store = store }

  /// What was asked since the last time.
  func takeAsked() -> Asked {
    asked.withLock { asked in
      defer { asked = Asked() }
      return asked
    }
  }

  var identifier: String { store.identifier }
  var model: ResolvedModel { store.model }
  var isReadOnly: Bool { store.isReadOnly }

  func fetch(_ request: FetchRequest, _ body: (RowCursor) throws -> Void) throws {
    asked.withLock { $0.fetches.append(request) }
    try store.fetch(request, body)
  }

  func count(_ request: FetchRequest) throws -> Int {
    asked.withLock { $0.counts.append(request) }
    return try store.count(request)
  }

  func rows(_ keys: [Int64], of entity: Int, _ body: (RowCursor) throws -> Void) throws {
    asked.withLock { $0.rows.append(keys) }
    try store.rows(keys, of: entity, body)
  }

  func related(
    _ relationship: String, of entity: Int, owners: [Int64], _ body: (_ owner: Int64, RowCursor) throws -> Void
  ) throws {
    asked.withLock { $0.related.append(owners) }
    try store.related(relationship, of: entity, owners: owners, body)
  }

  func rows(of entity: Int, fields: [Int], holding tuples: [[StoredValue]]) throws -> [RowVersion?] {
    try store.rows(of: entity, fields: fields, holding: tuples)
  }

  func save(_ request: SaveRequest) throws -> SaveResult {
    asked.withLock { $0.saves += 1 }
    return try store.save(request)
  }
}
