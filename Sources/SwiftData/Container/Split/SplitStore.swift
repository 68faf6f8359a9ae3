import ModelDescription
import QueryModel
import SQLiteStore
import StoreContract

/// The stores of several configurations, seen as one: every entity lies in one of them, and no relationship leads from
/// one to another.
final class SplitStore: ObjectStore {
  /// One configuration's store.
  struct Part: Sendable {
    let store: SQLiteStore
    /// Its entity numbers by those of the whole model; 0 for entities of other parts.
    let own: [Int]
    /// The whole model's entity numbers by its own.
    let whole: [Int]
  }

  let model: ResolvedModel
  let parts: [Part]
  /// The part of each entity, by its number in the whole model.
  private let places: [Int]

  /// - Throws: `ModelError`, which models that could be opened one by one rule out.
  init(_ stores: [SQLiteStore]) throws {
    let descriptions = stores.map(\.model.description)
    model = try ResolvedModel(
      ModelDescription(
        entities: descriptions.flatMap(\.entities), versionIdentifiers: descriptions.first?.versionIdentifiers ?? []))
    var places = [Int](repeating: 0, count: model.entities.count + 1)
    var parts: [Part] = []
    for store in stores {
      var own = [Int](repeating: 0, count: model.entities.count + 1)
      var whole = [Int](repeating: 0, count: store.model.entities.count + 1)
      for entity in store.model.entities {
        guard let number = model.entity(named: entity.name)?.number else { continue }
        own[number] = entity.number
        whole[entity.number] = number
        places[number] = parts.count
      }
      parts.append(Part(store: store, own: own, whole: whole))
    }
    self.places = places
    self.parts = parts
  }

  func place(_ entity: Int) -> Int { places.indices.contains(entity) ? places[entity] : 0 }
  private func part(_ entity: Int) -> Part { parts[place(entity)] }

  var identifier: String { parts.first?.store.identifier ?? "" }
  func identifier(ofEntity number: Int) -> String { part(number).store.identifier }
  var isReadOnly: Bool { parts.allSatisfy(\.store.isReadOnly) }

  func fetch(_ request: FetchRequest, _ body: (RowCursor) throws -> Void) throws {
    let part = part(request.entity)
    let cursor = RenumberedCursor(part.whole)
    try part.store.fetch(part.request(request)) { try body(cursor.over($0)) }
  }

  func count(_ request: FetchRequest) throws -> Int {
    let part = part(request.entity)
    return try part.store.count(part.request(request))
  }

  func rows(_ keys: [Int64], of entity: Int, _ body: (RowCursor) throws -> Void) throws {
    let part = part(entity)
    let cursor = RenumberedCursor(part.whole)
    try part.store.rows(keys, of: part.own[entity]) { try body(cursor.over($0)) }
  }

  func related(
    _ relationship: String, of entity: Int, owners: [Int64], _ body: (_ owner: Int64, RowCursor) throws -> Void
  ) throws {
    let part = part(entity)
    let cursor = RenumberedCursor(part.whole)
    try part.store.related(relationship, of: part.own[entity], owners: owners) { try body($0, cursor.over($1)) }
  }

  /// One transaction a store, inside each other: an error in one of them takes all back.
  ///
  /// Only a commit itself that fails, on a full disk say, can leave the stores that were committed before it ahead.
  func save(_ request: SaveRequest) throws -> SaveResult {
    let split = SplitRequest(request, self)
    var results = [SaveResult?](repeating: nil, count: parts.count)
    func save(_ remaining: ArraySlice<Int>) throws {
      guard let place = remaining.first else { return }
      results[place] = try parts[place].store.save(split.requests[place]) { try save(remaining.dropFirst()) }
    }
    try save(split.concerned[...])
    return split.result(results)
  }
}

extension SplitStore {
  func rows(of entity: Int, fields: [Int], holding tuples: [[StoredValue]]) throws -> [RowVersion?] {
    let part = part(entity)
    let own = tuples.map { tuple in
      tuple.map { value -> StoredValue in
        guard case .reference(let key) = value else { return value }
        return .reference(RowKey(entity: part.number(key.entity), primaryKey: key.primaryKey))
      }
    }
    return try part.store.rows(of: part.number(entity), fields: fields, holding: own).map { found in
      found.map { row in
        RowVersion(
          key: RowKey(entity: part.whole[row.key.entity], primaryKey: row.key.primaryKey), version: row.version)
      }
    }
  }
}

extension SplitStore: ErasableStore {
  func erase() throws {
    for part in parts { try part.store.erase() }
  }
}

extension SplitStore.Part {
  func number(_ whole: Int) -> Int { own.indices.contains(whole) ? own[whole] : 0 }

  func request(_ request: FetchRequest) -> FetchRequest {
    var result = request
    result.entity = number(request.entity)
    result.predicate = request.predicate.map { $0.renumbered(number) }
    return result
  }
}
