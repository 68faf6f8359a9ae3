import ModelDescription
package import StoreContract

/// Objects that read their rows when they are asked, and objects that forget what they have.
extension ObjectContext {
  /// The registered object with that key, or one that will read its row when it is first asked for a value.
  ///
  /// `nil` for an entity that no class stands for.
  package func fault(entity: Int, key: Int64) -> AnyObject? {
    if let known = find(entity: entity, key: key) { return known.object }
    guard let binding = classes.binding(ofEntity: entity) else { return nil }
    let object = binding.source.blank()
    let state = object._$ref
    register(object, state, entity: entity, key: key)
    state.makeFault()
    return object
  }

  /// Makes an object wait for its row again; what changed of it is forgotten.
  package func turnIntoFault(_ object: any _ModelObject) {
    let state = object._$ref
    guard owns(state), state.header.pointee.key > 0, !state.flags.contains(.gone) else { return }
    if state.isChanged { noteSettled(object) }
    observing(state, object) { state.makeFault() }
  }

  /// Makes the unchanged properties of an object wait for its row again; changed ones stay.
  package func refreshUnchanged(_ object: any _ModelObject) {
    let state = object._$ref
    guard owns(state), state.header.pointee.key > 0, !state.flags.contains(.gone) else { return }
    guard state.isChanged else { return turnIntoFault(object) }
    refresh(object, state, version: nil, slots: nil)
  }

  /// The row of a changed object is taken to be of that version: the next save is based on it.
  package func accept(version: Int64, for object: any _ModelObject) { object._$ref.header.pointee.version = version }

  /// A changed property is as its row has it again: it reads the row when it is next asked.
  package func takeBack(slot: Int, of object: any _ModelObject) {
    let state = object._$ref
    guard owns(state), slot < 63 else { return }
    waitAgain(state, slot)
    state.header.pointee.clean |= StateReference.bit(slot)
  }

  /// Every object leaves the context, changed or not; each keeps the values that it has read.
  package func reset() {
    dropJoining()
    dropInserted()
    clearChanges()
    clearDeferredError()
    forEachRegistered { _, state in
      state.abandonPending()
      forget(entity: Int(state.header.pointee.entity), key: state.header.pointee.key)
      state.header.pointee.owner = nil
      state.header.pointee.flags = .gone
      state.releaseToManys()
    }
    for table in familyTables { table.removeTombstones() }
  }

  /// Whether the context takes in what others save by itself.
  package func setListening(_ isListening: Bool) {
    inbox.close()
    if isListening { inbox.open(self) }
  }

  /// Takes in changes of rows that something else made: another context, a batch, another process.
  ///
  /// Unsaved edits stay, property by property.
  /// - Returns: the registered objects that it concerns, those of updated rows and those of deleted ones.
  @discardableResult package func take(
    updated: [RowKey], deleted: [RowKey]
  ) throws -> (refreshed: [AnyObject], gone: [AnyObject]) {
    var (refreshed, gone): ([AnyObject], [AnyObject]) = ([], [])
    var changed: [Int: [Int64]] = [:]
    for row in updated {
      guard let (object, state) = find(entity: row.entity, key: row.primaryKey), !state.flags.contains(.gone) else {
        continue
      }
      if state.isChanged { changed[row.entity, default: []].append(row.primaryKey) }
      refresh(object, state, version: nil, slots: nil)
      refreshed.append(object)
    }
    // What is saved of them is based on the rows as they are now.
    for (entity, keys) in changed {
      try store.rows(keys, of: entity) { row in
        find(entity: row.entity(), key: row.primaryKey())?.state.header.pointee.version = row.version()
      }
    }
    for row in deleted {
      guard let (object, state) = find(entity: row.entity, key: row.primaryKey), !state.flags.contains(.gone) else {
        continue
      }
      settleGone(object, state)
      gone.append(object)
    }
    return (refreshed, gone)
  }
}
