internal import ModelDescription
internal import StoreContract

extension StoreMerge {
  /// Whether a to-one of a row of the destination leads nowhere.
  func isFree(_ name: String, of key: RowKey) throws -> Bool {
    guard let field = model.entity(numbered: key.entity)?.fieldNumber(of: name) else { return false }
    var isFree = false
    try target.rows([key.primaryKey], of: key.entity) { row in
      if case .null = row.value(field) { isFree = true }
    }
    return isFree
  }

  /// Sets the to-ones of a family's rows that are empty in the destination and lead to something in the source.
  func fillToOnes(_ root: ResolvedEntity) throws {
    let family = root.familyNumbers.compactMap { model.entity(numbered: $0) }
    guard family.contains(where: { $0.fields.contains { $0.toOne != nil } }) else { return }
    var last: Int64? = .min
    while let first = last {
      var wanted: [Wanted] = []
      var count = 0
      last = try source.page(of: root.number, after: first, limit: options.batch) { row in
        count += 1
        if let new = try self.wanted(row, root) { wanted.append(new) }
      }
      try fill(wanted, root)
      try tell("set relationships of \(root.name)", count)
    }
  }

  /// What the source says of one row, by the destination's keys.
  private struct Wanted {
    var key: RowKey
    var ends: [(field: Int, toOne: ResolvedRelationship, end: RowKey, isNew: Bool)]
  }

  private func wanted(_ row: RowCursor, _ root: ResolvedEntity) throws -> Wanted? {
    guard let entity = model.entity(numbered: row.entity()) else { return nil }
    var wanted = Wanted(key: RowKey(entity: entity.number, primaryKey: 0), ends: [])
    for (number, field) in entity.fields.enumerated() {
      guard let toOne = field.toOne, case .reference(let other, let key) = row.value(number),
        let end = model.entity(numbered: other), let partner = try matches.partner(of: key, root: end.rootNumber)
      else { continue }
      wanted.ends.append((number, toOne, RowKey(entity: other, primaryKey: partner.key), partner.isNew))
    }
    guard !wanted.ends.isEmpty, let own = try matches.partner(of: row.primaryKey(), root: root.number) else {
      return nil
    }
    wanted.key.primaryKey = own.key
    return wanted
  }

  private func fill(_ wanted: [Wanted], _ root: ResolvedEntity) throws {
    guard !wanted.isEmpty else { return }
    for _ in 0..<Self.attempts {
      let request = try filling(wanted, root)
      guard !request.updates.isEmpty else { return }
      do {
        _ = try save(request, inserting: [:])
        return
      } catch let error as StoreError where error.code == .conflict {
        // Somebody changed one of the rows since they were read.
        continue
      }
    }
    throw StoreError(
      .conflict, "Others change the objects of \(root.name) in \(target.path ?? "the destination") all the time.",
      advice: "Run the copy again when they are done; what was copied stays.", entity: root.name, path: target.path)
  }

  private static let attempts = 20

  private func filling(_ wanted: [Wanted], _ root: ResolvedEntity) throws -> SaveRequest {
    var empty: [Int64: (version: Int64, fields: Set<Int>)] = [:]
    try target.rows(wanted.map(\.key.primaryKey), of: root.number) { row in
      guard let entity = model.entity(numbered: row.entity()) else { return }
      let fields = entity.fields.indices.filter { index in
        if case .null = row.value(index) { entity.fields[index].toOne != nil } else { false }
      }
      empty[row.primaryKey()] = (row.version(), Set(fields))
    }
    let open = wanted.compactMap { row -> Wanted? in
      guard let fields = empty[row.key.primaryKey]?.fields else { return nil }
      var row = row
      row.ends.removeAll { !fields.contains($0.field) }
      return row.ends.isEmpty ? nil : row
    }
    let taken = try takenEnds(open)
    var (request, touched, claimed) = (SaveRequest(), TouchedOwners(), Set<End>())
    request.author = Self.author
    for row in open {
      var values: [(field: Int, value: StoredValue)] = []
      for end in row.ends {
        if let inverse = end.toOne.inverse, !inverse.isToMany {
          let place = End(key: end.end, name: inverse.name)
          if let partner = taken[place], partner != row.key.primaryKey { continue }
          guard claimed.insert(place).inserted else { continue }
        }
        values.append((end.field, .reference(end.end)))
        if !end.isNew { touched.add(end.end, end.toOne.inverse) }
      }
      guard !values.isEmpty else { continue }
      request.updates.append(.init(key: row.key, version: empty[row.key.primaryKey]?.version, values: values))
    }
    touched.join(&request)
    return request
  }

  private struct End: Hashable {
    var key: RowKey
    var name: String
  }

  /// Who has the other ends of one-to-ones now.
  private func takenEnds(_ rows: [Wanted]) throws -> [End: Int64] {
    var keys: [Int: Set<Int64>] = [:]
    var names: [RowKey: Set<String>] = [:]
    for end in rows.flatMap(\.ends) {
      guard let inverse = end.toOne.inverse, !inverse.isToMany else { continue }
      keys[end.end.entity, default: []].insert(end.end.primaryKey)
      names[end.end, default: []].insert(inverse.name)
    }
    var taken: [End: Int64] = [:]
    for (number, list) in keys {
      guard let entity = model.entity(numbered: number) else { continue }
      try target.rows(list.sorted(), of: number) { row in
        let key = RowKey(entity: number, primaryKey: row.primaryKey())
        for name in names[key] ?? [] {
          // A descendant's fields begin with its ancestor's.
          guard let field = entity.fieldNumber(of: name), case .reference(_, let partner) = row.value(field) else {
            continue
          }
          taken[End(key: key, name: name)] = partner
        }
      }
    }
    return taken
  }
}
