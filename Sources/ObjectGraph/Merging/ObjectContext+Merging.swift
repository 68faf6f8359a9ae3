import ModelDescription
import StoreContract

/// Taking in what other contexts of the container saved.
extension ObjectContext {
  /// For a context that is used on one queue: whether the caller is there, and how to have the context take changes in
  /// there when the one that saves is elsewhere.
  package func setWake(isHere: @escaping @Sendable () -> Bool, _ wake: @escaping @Sendable () -> Void) {
    inbox.setWake(isHere: isHere, wake)
  }

  /// Brings registered objects up to what other contexts saved; unsaved edits stay, property by property.
  package func receive() {
    inbox.noteUse()
    guard let changes = inbox.take() else { return }
    // New rows are in no list of changes, and may belong to what a fetch found.
    defer { onActivity?() }
    guard !changes.isEmpty else { return }
    if changes.isEverything {
      forEachRegistered { object, state in refresh(object, state, version: nil, slots: nil) }
    }
    var gone: [AnyObject] = []
    for (row, change) in changes.rows {
      guard let (object, state) = find(entity: row.entity, key: row.primaryKey),
        let binding = classes.binding(ofEntity: row.entity), !state.flags.contains(.gone)
      else { continue }
      switch change {
      case .deleted:
        settleGone(object, state)
        gone.append(object)
      case .updated(let version, let fields, let toManys):
        if let version, version == state.header.pointee.version { continue }
        refresh(object, state, version: version, slots: slots(binding, fields, toManys))
      case .foreign(let update): receive(update, object, state, binding)
      }
    }
    letGo(gone)
    forgetDerivedValues()
    refreshDoubles()
  }

  /// The slots of some fields and to-manys.
  private func slots(_ binding: ClassBinding, _ fields: Set<Int>, _ toManys: Set<String>) -> [Int] {
    binding.slots.indices.filter { slot in
      let place = binding.slots[slot]
      if place.fields.contains(where: fields.contains) { return true }
      if case .toMany(let relationship) = place.content { return toManys.contains(relationship.name) }
      return false
    }
  }

  /// Takes in what a stranger to the container did to a row.
  ///
  /// Unsaved edits stay. Saving them goes on from the new version only where it is known that nothing else was changed than
  /// what is taken in, and nothing of it was edited here: else the next save is a conflict, and nobody's work is lost
  /// unseen.
  private func receive(
    _ update: SavedChanges.ForeignUpdate, _ object: AnyObject, _ state: StateReference, _ binding: ClassBinding
  ) {
    let steps = update.version - state.header.pointee.version
    guard steps != 0 else { return }
    let slots = update.fields.map { self.slots(binding, $0, update.toManys) }
    guard state.isChanged else { return refresh(object, state, version: nil, slots: slots) }
    let isApart = slots?.allSatisfy { state.isClean($0) || state.isPending($0) } ?? false
    let isKnown = steps == update.steps && isApart && !state.flags.contains(.deleted)
    refresh(object, state, version: isKnown ? update.version : nil, slots: slots)
  }

  /// The row was deleted elsewhere: the last values stay readable, unsaved edits have nowhere to go.
  func settleGone(_ object: AnyObject, _ state: StateReference) {
    let wasChanged = state.isChanged
    hasMetGone = true
    observing(state, object) { state.header.pointee.flags = [.gone] }
    if wasChanged { noteSettled(object) }
    // What nobody has read in time reads as nothing.
    state.abandonPending()
  }

  /// - Parameter slots: what changed; `nil` for what may be everything.
  func refresh(_ object: AnyObject, _ state: StateReference, version: Int64?, slots: [Int]?) {
    guard !state.flags.contains(.deleted) else {
      if let version { state.header.pointee.version = version }
      return
    }
    observing(state, object, slots: slots ?? Array(0..<state.layout.count)) {
      guard state.isChanged else { return state.makeFault() }
      for slot in slots ?? Array(0..<state.layout.count) where state.isClean(slot) && !state.isPending(slot) {
        waitAgain(state, slot)
      }
    }
    if let version { state.header.pointee.version = version }
  }

  /// Makes an unchanged slot of a changed object wait for the row.
  func waitAgain(_ state: StateReference, _ slot: Int) {
    // Slots from 63 on share their bits: they wait together.
    let slots = slot < 63 ? slot..<(slot + 1) : 63..<state.layout.count
    for slot in slots {
      let kind = state.layout.properties[slot].type.kind
      if kind != .scalar { StateReference.release(state.at(slot, as: Slot.self), kind) }
      state.at(slot, as: Slot.self).pointee = slot < 63 && kind != .toMany ? .unread : .empty
    }
    state.header.pointee.pending |= StateReference.bit(slot)
  }
}
