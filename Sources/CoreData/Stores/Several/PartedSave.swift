import Foundation
import ModelDescription
import SQLiteStore
import StoreContract

/// A save, divided by the stores that its rows lie in.
struct PartedSave {
  private struct Portion {
    let part: StorePart
    var request: SaveRequest
  }

  private let parts: StoreParts
  private var portions: [Portion] = []
  /// Where each insert and update went, in the whole request's order.
  private var inserts: [(portion: Int, position: Int)] = []
  private var updates: [(portion: Int, position: Int)] = []
  private var counts: [Int] = []

  /// - Throws: an error for a row of a store that was removed, and for a relationship between rows of two stores.
  init(_ request: SaveRequest, _ parts: StoreParts) throws {
    self.parts = parts
    for insert in request.inserts {
      let part =
        try insert.reservedKey.flatMap { parts.part(of: RowKey(entity: insert.key.entity, primaryKey: $0)) }
        ?? parts.home(of: insert.key.entity)
      let portion = portion(part, request)
      inserts.append((portion, counts[portion]))
      counts[portion] += 1
    }
    for (index, insert) in request.inserts.enumerated() {
      let (portion, position) = inserts[index]
      let part = portions[portion].part
      portions[portion].request.inserts.append(
        SaveRequest.Insert(
          key: RowKey(entity: part.number(insert.key.entity), primaryKey: -Int64(position) - 1),
          values: part.values(try insert.values.map { try own($0, portion, insert.key) }, of: insert.key.entity),
          reservedKey: insert.reservedKey.map { part.key($0) }))
    }
    for update in request.updates {
      let portion = portion(try self.part(of: update.key), request)
      updates.append((portion, portions[portion].request.updates.count))
      let (part, entity) = (portions[portion].part, update.key.entity)
      portions[portion].request.updates.append(
        SaveRequest.Update(
          key: part.key(update.key), version: update.version,
          values: part.changes(
            try update.values.map { ($0.field, try own($0.value, portion, update.key)) }, of: entity),
          changedToManys: update.changedToManys.map { part.toMany($0, of: entity) }))
    }
    for delete in request.deletes {
      let portion = portion(try self.part(of: delete.key), request)
      portions[portion].request.deletes.append(
        SaveRequest.Delete(key: portions[portion].part.key(delete.key), version: delete.version))
    }
    for link in request.links {
      let portion = portion(try self.part(of: link.owner), request)
      func own(_ keys: [RowKey]) throws -> [RowKey] { try keys.map { try self.own($0, portion, link.owner) } }
      portions[portion].request.links.append(
        SaveRequest.LinkChange(
          owner: try self.own(link.owner, portion, link.owner),
          relationship: portions[portion].part.toMany(link.relationship, of: link.owner.entity),
          removed: try own(link.removed), added: try own(link.added), order: try link.order.map { try own($0) }))
    }
  }

  private mutating func portion(_ part: StorePart, _ request: SaveRequest) -> Int {
    if let known = portions.firstIndex(where: { $0.part.place == part.place }) { return known }
    var own = SaveRequest()
    (own.author, own.contextName) = (request.author, request.contextName)
    portions.append(Portion(part: part, request: own))
    counts.append(0)
    return portions.count - 1
  }

  private func part(of key: RowKey) throws -> StorePart {
    if key.isTemporary, let place = place(ofNew: key) { return portions[place.portion].part }
    if let part = parts.part(of: key) { return part }
    throw StoreError(
      .conflict, "The store of row \(StorePart.plain(key.primaryKey)) is not in the coordinator any more.")
  }

  private func place(ofNew key: RowKey) -> (portion: Int, position: Int)? {
    let position = Int(-(key.primaryKey + 1))
    return inserts.indices.contains(position) ? inserts[position] : nil
  }

  private func own(_ value: StoredValue, _ portion: Int, _ owner: RowKey) throws -> StoredValue {
    if case .reference(let key) = value { .reference(try own(key, portion, owner)) } else { value }
  }

  private func own(_ key: RowKey, _ portion: Int, _ owner: RowKey) throws -> RowKey {
    let part = portions[portion].part
    guard try self.part(of: key).place == part.place else {
      throw StoreError(
        .invalidValue,
        "An object of \(part.store.model.entity(numbered: part.number(owner.entity))?.name ?? "") is related to one in "
          + "another store of the coordinator.",
        advice: "Assign both to one store, or keep the other's URI in an attribute.")
    }
    if key.isTemporary, let place = place(ofNew: key) {
      return RowKey(entity: part.number(key.entity), primaryKey: -Int64(place.position) - 1)
    }
    return part.key(key)
  }

  /// An error of a store in the names and keys of the whole.
  private func translated(_ error: StoreError, _ portion: Int) -> StoreError {
    let part = portions[portion].part
    var error = part.translated(error)
    guard let row = error.row else { return error }
    if row.isTemporary {
      let place = Int(-(row.primaryKey + 1))
      let whole = inserts.firstIndex { $0.portion == portion && $0.position == place }
      error.row = whole.map { RowKey(entity: part.wholeNumber(row.entity), primaryKey: -Int64($0) - 1) }
    } else {
      error.row = part.wholeKey(row)
    }
    return error
  }

  /// Writes one transaction a store, inside each other: an error in one of them takes all back.
  ///
  /// Only a commit itself that fails, on a full disk say, can leave the stores that were committed before it ahead.
  func run() throws -> SaveResult {
    var results = [SaveResult](repeating: SaveResult(), count: portions.count)
    func save(_ remaining: ArraySlice<Portion>) throws {
      guard let portion = remaining.first else { return }
      var isBelow = false
      let result: SaveResult
      do {
        result = try portion.part.store.save(portion.request) {
          isBelow = true
          try save(remaining.dropFirst())
          isBelow = false
        }
      } catch let error as StoreError where !isBelow {
        throw translated(error, remaining.startIndex)
      }
      results[remaining.startIndex] = result
    }
    try save(portions[...])
    return SaveResult(
      insertedKeys: inserts.compactMap { place in
        let keys = results[place.portion].insertedKeys
        return keys.indices.contains(place.position)
          ? portions[place.portion].part.wholeKey(keys[place.position]) : nil
      },
      updatedVersions: updates.compactMap { place in
        let versions = results[place.portion].updatedVersions
        return versions.indices.contains(place.position) ? versions[place.position] : nil
      })
  }
}
