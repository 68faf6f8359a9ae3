internal import ModelDescription
internal import StoreContract

/// Rows that are inserted in one save, with those that they cannot be without.
struct MergeBatch {
  private let merge: StoreMerge
  private var rows: [MergeRow] = []
  /// Positions in `rows`.
  private var positions: [Place: Int] = [:]

  private struct Place: Hashable {
    var root: Int
    var key: Int64
  }

  init(_ merge: StoreMerge) { self.merge = merge }

  private func place(_ key: RowKey) -> Place {
    Place(root: merge.model.entity(numbered: key.entity)?.rootNumber ?? 0, key: key.primaryKey)
  }

  /// Adds a row and, one after the other, the rows that its mandatory to-ones lead to and the destination does not have.
  mutating func add(_ row: MergeRow) throws {
    var waiting = [row]
    while let row = waiting.popLast() {
      let place = place(row.key)
      guard positions[place] == nil, try merge.matches.partner(of: place.key, root: place.root) == nil else { continue }
      positions[place] = rows.count
      rows.append(row)
      guard let entity = merge.model.entity(numbered: row.key.entity) else { continue }
      for (number, value) in row.values.enumerated() {
        guard case .reference(let needed) = value, entity.fields[number].toOne?.description.isOptional == false else {
          continue
        }
        let other = self.place(needed)
        guard positions[other] == nil, try merge.matches.partner(of: other.key, root: other.root) == nil else {
          continue
        }
        waiting.append(try load(other, for: row, entity.fields[number].name))
      }
    }
  }

  private func load(_ place: Place, for row: MergeRow, _ property: String) throws -> MergeRow {
    var found: MergeRow?
    try merge.source.rows([place.key], of: place.root) { cursor in
      if let entity = merge.model.entity(numbered: cursor.entity()) { found = try MergeRow(cursor, of: entity) }
    }
    guard let found else {
      let name = merge.model.entity(numbered: row.key.entity)?.name ?? ""
      throw StoreError(
        .damaged,
        "\(name) \(row.key.primaryKey) of the source cannot be without \(property), and what that leads to is not there.",
        advice: "Mend the source with \"causeway doctor\" first.", entity: name, property: property)
    }
    return found
  }

  /// Inserts what the batch has, and empties it.
  mutating func save() throws {
    defer {
      rows = []
      positions = [:]
    }
    for _ in 0..<Self.attempts {
      guard !rows.isEmpty else { return }
      let request = try request()
      var counts: [Int: Int] = [:]
      for row in rows { counts[place(row.key).root, default: 0] += 1 }
      if let result = try merge.save(request, inserting: counts) {
        return try merge.matches.add(
          zip(rows, result.insertedKeys).map { ($0.key, place($0.key).root, $1) })
      }
      try merge.matches.match()
      let all = rows
      rows = []
      positions = [:]
      for row in all { try add(row) }
    }
    throw StoreError(
      .locked, "Others make objects in \(merge.target.path ?? "the destination") all the time.",
      advice: "Run the copy again when they are done; what was copied stays.", path: merge.target.path)
  }

  private static let attempts = 20

  private func request() throws -> SaveRequest {
    var request = SaveRequest()
    request.author = StoreMerge.author
    var touched = TouchedOwners()
    for (index, row) in rows.enumerated() {
      guard let entity = merge.model.entity(numbered: row.key.entity) else { continue }
      var values = row.values
      for (number, value) in row.values.enumerated() {
        guard case .reference(let key) = value, let toOne = entity.fields[number].toOne else { continue }
        values[number] = try reference(key, toOne, of: entity, row, &touched)
      }
      request.inserts.append(
        .init(key: RowKey(entity: row.key.entity, primaryKey: -Int64(index) - 1), values: values))
    }
    request.updates = touched.updates
    return request
  }

  /// What a to-one leads to in the destination; nothing where that is not there yet, or has another partner.
  private func reference(
    _ key: RowKey, _ toOne: ResolvedRelationship, of entity: ResolvedEntity, _ row: MergeRow,
    _ touched: inout TouchedOwners
  ) throws -> StoredValue {
    let place = place(key)
    if let position = positions[place] {
      return .reference(RowKey(entity: rows[position].key.entity, primaryKey: -Int64(position) - 1))
    }
    guard let partner = try merge.matches.partner(of: place.key, root: place.root) else { return .null }
    let found = RowKey(entity: key.entity, primaryKey: partner.key)
    if let inverse = toOne.inverse, !inverse.isToMany, !partner.isNew {
      // The other side's place is looked at when all objects are there, unless this cannot wait.
      guard !toOne.description.isOptional else { return .null }
      guard try merge.isFree(inverse.name, of: found) else {
        throw StoreError(
          .constraintViolated,
          "\(entity.name) \(row.key.primaryKey) of the source cannot be without \(toOne.name), and that object has another"
            + " \(inverse.name) in the destination.",
          advice: "Decide which of the two it is to have: change or delete the other one.", entity: entity.name,
          property: toOne.name, path: merge.target.path)
      }
    }
    if !partner.isNew { touched.add(found, toOne.inverse) }
    return .reference(found)
  }
}
