import ModelDescription
import StoreContract

/// Finding the new objects whose unique values a row or another new object has.
extension SavePlan {
  private struct Search {
    /// The new object that has a key, by its position among the inserted ones.
    var owners: [UniqueKey: Int] = [:]
    /// Changed objects by the unique values that they will have.
    var changed: [UniqueKey: any _ModelObject] = [:]
    /// New objects in whose place another one comes, by position.
    var losers: [Int: Int] = [:]
    var rows: [Int: RowVersion] = [:]
    var takers: [RowKey: Int] = [:]

    func winner(of position: Int) -> Int {
      var position = position
      while let next = losers[position] { position = next }
      return position
    }
  }

  /// Sorts new objects out that stand for rows, or for each other. Nothing in the context changes.
  mutating func settleUniqueness() throws {
    guard context.uniqueness != .fail else { return }
    var groups: [Int: [Int]] = [:]
    // New objects of one entity mostly come together.
    var (entity, hasConstraints) = (-1, false)
    for (position, object) in inserted.enumerated() {
      let next = Int(object._$ref.header.pointee.entity)
      if next != entity {
        entity = next
        hasConstraints = context.classes.binding(ofEntity: entity)?.uniqueConstraints.isEmpty == false
      }
      if hasConstraints { groups[entity, default: []].append(position) }
    }
    guard !groups.isEmpty else { return }
    hasUniqueInserts = true
    var search = Search()
    try noteChanged(&search)
    for entity in order(groups.keys.sorted()) { try settle(groups[entity] ?? [], &search) }
    conclude(search)
  }

  /// Entities whose constraints name objects come after those objects' entities.
  private func order(_ entities: [Int]) -> [Int] {
    var ordered: [Int] = []
    var met: Set<Int> = []
    func visit(_ entity: Int) {
      guard met.insert(entity).inserted, let binding = context.classes.binding(ofEntity: entity) else { return }
      for slot in binding.uniqueConstraints.flatMap(\.slots) {
        if let destination = binding.slots[slot].relationship?.destinationNumber { visit(destination) }
      }
      if entities.contains(entity) { ordered.append(entity) }
    }
    entities.forEach(visit)
    return ordered
  }

  private func noteChanged(_ search: inout Search) throws {
    for object in updated {
      let state = object._$ref
      let binding = try binding(state)
      for constraint in binding.uniqueConstraints where constraint.slots.contains(where: { !state.isClean($0) }) {
        guard let key = try key(state, constraint, binding) else { continue }
        search.changed[key] = object
      }
    }
  }

  private func key(
    _ state: StateReference, _ constraint: UniqueConstraint, _ binding: ClassBinding
  ) throws -> UniqueKey? {
    UniqueKey(binding.entity.rootNumber, constraint.fields, try values(state, constraint, binding))
  }

  func values(
    _ state: StateReference, _ constraint: UniqueConstraint, _ binding: ClassBinding
  ) throws -> [StoredValue] {
    try zip(constraint.fields, constraint.slots).map { field, slot in
      guard let step = binding.writing.first(where: { $0.slot == slot }) else { return .null }
      if let value = simpleValue(state, step, binding) { return value }
      if step.field >= 0 { return try value(state, slot, binding) }
      return try composite(state, slot, binding).first { $0.field == field }?.value ?? .null
    }
  }

  private mutating func settle(_ positions: [Int], _ search: inout Search) throws {
    guard let first = positions.first else { return }
    let binding = try binding(inserted[first]._$ref)
    for constraint in binding.uniqueConstraints {
      var asked: [(position: Int, values: [StoredValue])] = []
      for position in positions {
        let values = try values(inserted[position]._$ref, constraint, binding)
        guard let key = UniqueKey(binding.entity.rootNumber, constraint.fields, values) else { continue }
        if let earlier = search.owners[key].map(search.winner), earlier != position {
          try settle(position, against: earlier, constraint, binding, &search)
        }
        search.owners[key] = search.winner(of: position)
        if let changed = search.changed[key] {
          let row = RowVersion(key: changed._$ref.rowKey, version: changed._$ref.header.pointee.version)
          try take(row, position, constraint, binding, &search)
        }
        asked.append((position, values))
      }
      let rows = try context.store.rows(
        of: binding.entity.number, fields: constraint.fields, holding: asked.map(\.values))
      for (ask, row) in zip(asked, rows) {
        guard let row, isCurrent(row, constraint) else { continue }
        try take(row, search.winner(of: ask.position), constraint, binding, &search)
      }
    }
    for (position, row) in search.rows {
      places[Int(-inserted[position]._$ref.header.pointee.key) - 1] = row.key.primaryKey
    }
    for loser in search.losers.keys {
      let winner = search.winner(of: loser)
      let place = places[Int(-inserted[winner]._$ref.header.pointee.key) - 1]
      places[Int(-inserted[loser]._$ref.header.pointee.key) - 1] = place
    }
  }

  /// Of two new objects with the same unique values the later one wins, or the earlier one where rows are kept.
  private func settle(
    _ later: Int, against earlier: Int, _ constraint: UniqueConstraint, _ binding: ClassBinding,
    _ search: inout Search
  ) throws {
    let later = search.winner(of: later)
    guard later != earlier else { return }
    guard inserted[earlier]._$ref.header.pointee.entity == inserted[later]._$ref.header.pointee.entity else {
      throw clash("another new object of a related class", constraint, binding)
    }
    let (loser, winner) = context.uniqueness == .keep ? (later, earlier) : (earlier, later)
    search.losers[loser] = winner
    if let row = search.rows.removeValue(forKey: loser) {
      search.takers[row.key] = nil
      try take(row, winner, constraint, binding, &search)
    }
  }

  /// A row that is deleted by this save, or loses these values by it, stands in nobody's way.
  func isCurrent(_ row: RowVersion, _ constraint: UniqueConstraint) -> Bool {
    guard let state = context.find(entity: row.key.entity, key: row.key.primaryKey)?.state else { return true }
    if state.isDeleted { return false }
    return !state.flags.contains(.updated) || constraint.slots.allSatisfy { state.isClean($0) }
  }

  private func take(
    _ row: RowVersion, _ position: Int, _ constraint: UniqueConstraint, _ binding: ClassBinding,
    _ search: inout Search
  ) throws {
    if let known = search.rows[position], known.key != row.key {
      throw clash("row \(known.key.primaryKey) and row \(row.key.primaryKey)", constraint, binding)
    }
    guard row.key.entity == binding.entity.number else {
      let other = context.store.model.entity(numbered: row.key.entity)?.name ?? ""
      throw clash("row \(row.key.primaryKey) of the class \(other)", constraint, binding)
    }
    if let other = search.takers[row.key], other != position {
      let (loser, winner) = context.uniqueness == .keep ? (position, other) : (other, position)
      search.rows[loser] = nil
      search.losers[loser] = winner
      search.rows[winner] = row
      search.takers[row.key] = winner
      return
    }
    search.rows[position] = row
    search.takers[row.key] = position
  }

  private func clash(_ others: String, _ constraint: UniqueConstraint, _ binding: ClassBinding) -> GraphError {
    let names = constraint.slots.map { binding.slots[$0].name }.joined(separator: ", ")
    return GraphError(
      .clash,
      "a new object has unique values of \(others), and can stand for one of its own class only; change a value",
      entity: binding.entity.name, property: names)
  }

  private mutating func conclude(_ search: Search) {
    guard !search.rows.isEmpty || !search.losers.isEmpty else { return }
    let isWritten = context.uniqueness == .replace
    for (position, row) in search.rows.sorted(by: { $0.key < $1.key }) {
      let registered = context.find(entity: row.key.entity, key: row.key.primaryKey)
      let edited = registered.flatMap { $0.state.flags.contains(.updated) ? $0.object as? any _ModelObject : nil }
      takeovers.append(
        Takeover(
          object: inserted[position], row: row, edited: isWritten ? edited : nil, isWritten: isWritten, update: nil))
      if isWritten, let edited { updated.removeAll { $0 === edited } }
    }
    for loser in search.losers.keys.sorted() {
      replaced.append(Replaced(object: inserted[loser], winner: inserted[search.winner(of: loser)]))
    }
    inserted = inserted.enumerated().filter { search.rows[$0.offset] == nil && search.losers[$0.offset] == nil }
      .map(\.element)
  }
}
