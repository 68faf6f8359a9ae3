import ModelDescription
package import StoreContract

/// Many objects at once.
extension ObjectContext {
  /// The objects with those keys, in that order; `nil` where there is no such row any more. One statement for each
  /// family of entities.
  ///
  /// - Parameter fillsFaults: whether registered objects that wait for their rows get them too.
  package func objects(with keys: [RowKey], fillsFaults: Bool = false) throws -> [AnyObject?] {
    try throwDeferredError()
    var missing: [Int: (entities: Set<Int>, keys: [Int64])] = [:]
    func miss(_ key: RowKey) {
      let root = store.model.entity(numbered: key.entity)?.rootNumber ?? key.entity
      missing[root, default: ([], [])].entities.insert(key.entity)
      missing[root, default: ([], [])].keys.append(key.primaryKey)
    }
    var objects: [AnyObject?] = keys.map { key in
      guard let known = find(entity: key.entity, key: key.primaryKey) else {
        miss(key)
        return nil
      }
      if known.state.flags.contains(.gone) { return nil }
      if fillsFaults, known.state.flags.contains(.fault) { miss(key) }
      return known.object
    }
    // The identity map does not hold them.
    var read: [AnyObject] = []
    for (root, wanted) in missing {
      let entity = wanted.entities.count == 1 ? wanted.entities.first ?? root : root
      try store.rows(wanted.keys, of: entity) { read.append(try self.object($0).object) }
    }
    guard !read.isEmpty else { return objects }
    for (position, key) in keys.enumerated() where objects[position] == nil {
      guard let known = find(entity: key.entity, key: key.primaryKey), !known.state.flags.contains(.gone) else {
        continue
      }
      objects[position] = known.object
    }
    return objects
  }

  /// Reads what a relationship of many objects leads to, as far as it is not read yet.
  package func prefetch(slot: Int, of binding: ClassBinding, _ states: [StateReference]) throws {
    guard slot < 63, let relationship = binding.slots[slot].relationship else { return }
    let waiting = states.filter { $0.isPending(slot) && !$0.flags.contains(.fault) && $0.header.pointee.key > 0 }
    guard !waiting.isEmpty else { return }
    switch binding.slots[slot].content {
    case .toOne:
      let keys = Set(waiting.compactMap { $0.waitingKey(slot) })
      withExtendedLifetime(try objects(with: Array(keys), fillsFaults: true)) {
        for state in waiting { state.ready(slot) }
      }
    case .toMany:
      var members: [Int64: [AnyObject]] = [:]
      let owners = waiting.map(\.header.pointee.key)
      // Rows come owner by owner.
      var (current, gathered): (Int64, [AnyObject]) = (0, [])
      try store.related(relationship.name, of: binding.entity.number, owners: owners) { owner, row in
        let (object, state) = try self.object(row)
        if owner != current {
          members[current] = gathered
          (current, gathered) = (owner, [])
        }
        if !state.isDeleted { gathered.append(object) }
      }
      members[current] = gathered
      let type = binding.slots[slot].type
      for state in waiting where state.isPending(slot) {
        state.header.pointee.pending &= ~StateReference.bit(slot)
        state.at(slot, as: Slot.self).pointee = .empty
        state.at(slot, as: AnyObject?.self).pointee = type.members(members[state.header.pointee.key] ?? [])
      }
    case .attribute, .composite, .transient: return
    }
  }
}
