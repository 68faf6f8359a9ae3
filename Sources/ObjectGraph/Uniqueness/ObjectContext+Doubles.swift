import StoreContract

/// Objects that turned out to stand for a row which another object stands for: a new one with the unique values of a
/// registered one.
///
/// A double shows what the other object has and hands changes on to it.
extension ObjectContext {
  /// The row that a double stands for.
  func row(ofDouble key: Int64) -> RowKey? { doubles[key] }

  /// Makes a registered object a double of the one that has or will get that row.
  func makeDouble(_ object: any _ModelObject, of row: RowKey) {
    let state = object._$ref
    let entity = Int(state.header.pointee.entity)
    settleToken(state, row)
    forget(entity: entity, key: state.header.pointee.key)
    lastDouble += 1
    // Far from the keys of new objects, which count down from -1.
    let key = Int64.min + lastDouble
    doubles[key] = row
    observing(state, object) {
      state.releaseSlots()
      state.header.pointee.flags = .double
      state.header.pointee.clean = state.layout.allBits
      state.header.pointee.pending = state.layout.allBits
    }
    register(object, state, entity: entity, key: key)
  }

  /// The object to work with: that of the row, when this one is a double.
  func standing(_ object: AnyObject) -> AnyObject {
    guard !doubles.isEmpty, let state = (object as? any _ModelObject)?._$ref, state.flags.contains(.double),
      owns(state)
    else { return object }
    return original(state) ?? object
  }

  private func original(_ double: StateReference) -> AnyObject? {
    guard let row = row(ofDouble: double.header.pointee.key) else { return nil }
    do {
      return try object(entity: row.entity, key: row.primaryKey)
    } catch {
      deferError(error)
      return nil
    }
  }

  /// Gives a double the value that the object of its row has now.
  func resolveDouble(_ double: StateReference, slot: Int) {
    let slots = slot < 63 ? slot...slot : 63...max(63, double.layout.count - 1)
    double.header.pointee.pending &= ~StateReference.bit(slot)
    guard let original = (original(double) as? any _ModelObject)?._$ref, original.layout.count == double.layout.count
    else {
      double.header.pointee.flags.insert(.gone)
      return
    }
    for slot in slots where slot < double.layout.count {
      original.ready(slot)
      double.layout.properties[slot].type.copy(original.at(slot, as: Slot.self), to: double.at(slot, as: Slot.self))
    }
  }

  /// Hands the changes of doubles on to the objects of their rows.
  func foldDoubles() {
    guard !changedDoubles.isEmpty else { return }
    let changed = changedDoubles
    changedDoubles = []
    for object in changed {
      let state = object._$ref
      guard state.flags.contains(.double), let original = (original(state) as? any _ModelObject)?._$ref else {
        continue
      }
      for slot in 0..<state.layout.count where !state.isClean(slot) && !state.isPending(slot) {
        let type = state.layout.properties[slot].type
        switch type.kind {
        case .toOne: original._$setReference(slot, state.reference(slot))
        case .toMany:
          let members = (state.reference(slot) as? AnyMembers)?.objects
          original._$setMembers(slot, members.flatMap { type.members($0) })
        case .scalar, .string, .box:
          original.touch(slot)
          let kind = type.kind
          if kind != .scalar { StateReference.release(original.at(slot, as: Slot.self), kind) }
          type.copy(state.at(slot, as: Slot.self), to: original.at(slot, as: Slot.self))
        }
      }
      unread(state)
    }
  }

  /// Doubles show the present values again.
  func refreshDoubles() {
    guard !doubles.isEmpty else { return }
    for key in doubles.keys {
      guard let double = find(entity: 0, key: key) else {
        doubles[key] = nil
        continue
      }
      unread(double.state)
    }
  }

  private func unread(_ double: StateReference) {
    guard double.flags.contains(.double) else { return }
    double.releaseSlots()
    double.header.pointee.flags = .double
    double.header.pointee.clean = double.layout.allBits
    double.header.pointee.pending = double.layout.allBits
  }
}
