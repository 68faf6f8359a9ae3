import ModelDescription
import StoreContract

/// Single changes that are taken back or done again. What they led to in other objects is a change of its own there, so
/// no delete rule is followed.
extension ObjectContext {
  /// Makes a deleted object, or one that left, present.
  ///
  /// When the deletion is saved already, the object becomes a new one of the same values: its row is gone, and it will
  /// have another identifier.
  func bringBack(_ object: any _ModelObject) {
    let state = object._$ref
    guard !owns(state) || state.isDeleted else { return }
    recorder?.note(object)
    if state.flags.contains(.gone) {
      if owns(state) { forget(entity: Int(state.header.pointee.entity), key: state.header.pointee.key) }
      state.header.pointee.owner = nil
      if state.header.pointee.key > 0 { state.header.pointee.version = 0 }
      state.header.pointee.key = 0
      state.header.pointee.flags = []
      state.header.pointee.clean = 0
      state.abandonPending()
      // Its relationships are set when everything is back.
      for (slot, kind) in state.layout.owning where kind == .toOne || kind == .toMany {
        state.at(slot, as: AnyObject?.self).pointee = nil
      }
    }
    insert(object)
  }

  /// A double stays: the row that it stands for is another object's too, and was not made by its insertion.
  func takeAway(_ object: any _ModelObject) {
    let state = object._$ref
    guard owns(state), !state.isDeleted, !state.flags.contains(.double) else { return }
    for slot in 0..<state.layout.count { state.ready(slot) }
    recorder?.note(object)
    state.header.pointee.flags.insert(.deleted)
    noteDelete(object)
  }

  /// What the rows have that new objects of a save will take over, by row.
  func keptRows(_ plan: SavePlan) throws -> [RowKey: [KeptValue]] {
    var kept: [RowKey: [KeptValue]] = [:]
    for takeover in plan.takeovers where takeover.isWritten {
      let row = takeover.row.key
      guard let binding = classes.binding(ofEntity: row.entity) else { continue }
      try store.rows([row.primaryKey], of: row.entity) { cursor in
        let object = binding.source.blank()
        try withExtendedLifetime(object) {
          let state = object._$ref
          if binding.hasDefaults { state.releaseSlots() }
          try fillWhole(state, from: cursor, binding)
          kept[row] = (0..<binding.layout.count).map { KeptValue(ofRow: state, $0) }
        }
      }
    }
    return kept
  }

  private func isGone(_ object: AnyObject) -> Bool {
    (object as? any _ModelObject)?._$ref.flags.contains(.gone) == true
  }

  func set(_ slot: Int, of object: any _ModelObject, to value: KeptValue) {
    let state = object._$ref
    observing(state, object, slot) {
      switch value {
      case .unread: return
      case .row(let key):
        do {
          let other = try key.flatMap { try self.object(entity: $0.entity, key: $0.primaryKey) }
          state._$setReference(slot, other)
        } catch {
          deferError(error)
        }
      case .toOne(let other): state._$setReference(slot, other.flatMap { isGone($0) ? nil : $0 })
      case .toMany(let members):
        let present = members?.filter { !isGone($0) }
        state._$setMembers(slot, present.flatMap { state.layout.properties[slot].type.members($0) })
      case .scalar(let word):
        state.touch(slot)
        state.at(slot, as: Slot.self).pointee = word
      case .string(let text):
        state.touch(slot)
        state.at(slot, as: String?.self).pointee = text
      case .box(let box):
        state.touch(slot)
        state.at(slot, as: AnyObject?.self).pointee = box
      }
    }
  }
}
