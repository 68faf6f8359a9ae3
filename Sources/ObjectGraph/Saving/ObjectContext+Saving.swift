import ModelDescription
import StoreContract

extension ObjectContext {
  /// Writes all changes in one transaction; on an error nothing has changed, here or in the store.
  ///
  /// - Returns: what was saved; `nil` when nothing had changed.
  @discardableResult package func save() throws -> SavedRows? {
    receive()
    try throwDeferredError()
    foldDoubles()
    guard hasChanges else {
      clearDropped()
      return nil
    }
    let (plan, kept, result) = try write()
    guard result.insertedKeys.count == plan.inserted.count else {
      throw StoreError(.database, "the store answered a save with too few keys")
    }
    let saved = SavedRows(plan, result)
    apply(plan, result, kept)
    onActivity?()
    if inbox.hasOthers { inbox.send(SavedChanges(plan.request, result)) }
    return saved
  }

  /// Each failed attempt means that somebody else's save went through, so as many writers as there may be at once need
  /// as many attempts.
  private static let mostAttempts = 100

  /// Plans again when another save came between the look at rows with the same unique values and the write.
  ///
  /// - Returns: the plan, what the rows had that new objects took over where changes may have to be taken back, and the
  ///   store's answer.
  private func write() throws -> (SavePlan, [RowKey: [KeptValue]], SaveResult) {
    var plan = try SavePlan(self)
    var attempt = 1
    while true {
      try throwDeferredError()
      do {
        let kept = recorder == nil || plan.takeovers.isEmpty ? [:] : try keptRows(plan)
        return (plan, kept, try store.save(plan.request))
      } catch var error as StoreError where error.row?.isTemporary == true {
        let place = Int(-((error.row?.primaryKey ?? 0) + 1))
        error.row = plan.inserted.indices.contains(place) ? plan.inserted[place]._$ref.rowKey : nil
        throw error
      } catch let error as StoreError
        where plan.hasUniqueInserts && attempt < Self.mostAttempts
        && (error.code == .constraintViolated || error.code == .conflict)
      {
        let next = try SavePlan(self)
        // The look found the same rows: what was refused has another reason, and would be refused again.
        if next.basis == plan.basis { throw error }
        (plan, attempt) = (next, attempt + 1)
      }
    }
  }

  private func apply(_ plan: SavePlan, _ result: SaveResult, _ kept: [RowKey: [KeptValue]]) {
    let hasDeletions = hasMetGone || !plan.deleted.isEmpty || inserted.contains { $0._$ref.isDeleted }
    if hasDeletions { for object in plan.inserted + plan.updated { forgetDeleted(object) } }
    for (object, key) in zip(plan.inserted, result.insertedKeys) {
      let state = object._$ref
      let entity = Int(state.header.pointee.entity)
      settleToken(state, RowKey(entity: entity, primaryKey: key))
      forget(entity: entity, key: state.header.pointee.key)
      register(object, state, entity: entity, key: key)
      state.header.pointee.version = 1
      settle(state)
    }
    for (index, object) in plan.updated.enumerated() {
      let state = object._$ref
      if result.updatedVersions.indices.contains(index) {
        state.header.pointee.version = result.updatedVersions[index]
      }
      settle(state)
    }
    for object in plan.deleted { object._$ref.header.pointee.flags = .gone }
    if !plan.deleted.isEmpty { hasMetGone = true }
    let hasTakeovers = !plan.takeovers.isEmpty || !plan.replaced.isEmpty
    for takeover in plan.takeovers {
      apply(takeover, result)
      recorder?.didTakeOver(takeover.object, kept[takeover.row.key] ?? [])
    }
    for replaced in plan.replaced { makeDouble(replaced.object, of: replaced.winner._$ref.rowKey) }
    for row in plan.leftPartners { if let known = find(entity: row.entity, key: row.primaryKey) { unread(known) } }
    clearDropped()
    if hasTakeovers { readRelationshipsAgain() }
    forgetDerivedValues()
    refreshDoubles()
  }

  /// The row of a new object was there before: the registered object of it goes on standing for it, or else the new one.
  private func apply(_ takeover: Takeover, _ result: SaveResult) {
    let state = takeover.object._$ref
    let row = takeover.row.key
    let version = takeover.update.flatMap { index in
      result.updatedVersions.indices.contains(index) ? result.updatedVersions[index] : nil
    }
    if let known = find(entity: row.entity, key: row.primaryKey) {
      // One that is edited and kept as it is was saved for itself.
      if takeover.isWritten || !known.state.isChanged { unread(known) }
      if let version { known.state.header.pointee.version = version }
      makeDouble(takeover.object, of: row)
    } else {
      settleToken(state, row)
      forget(entity: row.entity, key: state.header.pointee.key)
      register(takeover.object, state, entity: row.entity, key: row.primaryKey)
      observing(state, takeover.object) { state.makeFault() }
      state.header.pointee.version = version ?? takeover.row.version
    }
  }

  private func unread(_ known: (object: AnyObject, state: StateReference)) {
    observing(known.state, known.object) { known.state.makeFault() }
  }

  /// Relationships may lead to objects that do not stand for their rows any more, and rows may have changed owners.
  private func readRelationshipsAgain() {
    forEachRegistered { object, state in
      guard state.flags.isEmpty else { return }
      observing(state, object) { state.unreadRelationships() }
    }
  }

  /// Relationships are saved without the deleted objects that they were set to, and read so.
  private func forgetDeleted(_ object: any _ModelObject) {
    let state = object._$ref
    guard let binding = classes.binding(ofEntity: Int(state.header.pointee.entity)) else { return }
    for end in binding.ends where !state.isPending(end.slot) {
      if !end.isToMany {
        guard let other = state.reference(end.slot), end.state(of: other)?.isDeleted == true else { continue }
        observing(state, object, end.slot) { state.at(end.slot, as: AnyObject?.self).pointee = nil }
      } else if !state.isClean(end.slot) || state.flags.contains(.inserted) {
        guard let members = state.at(end.slot, as: AnyMembers?.self).pointee else { continue }
        let deleted = members.objects.filter { end.state(of: $0)?.isDeleted == true }
        if deleted.isEmpty { continue }
        observing(state, object, end.slot) { for member in deleted { members.remove(member) } }
      }
    }
  }

  /// Objects with values that the store computed read their rows again: a save can change those of any row.
  func forgetDerivedValues() {
    for root in classes.familiesWithDerivedValues {
      forEachRegistered(ofFamily: root) { state in
        guard state.flags.isEmpty else { return }
        state.makeFault()
      }
    }
  }

  /// A saved object is as stored.
  private func settle(_ state: StateReference) {
    state.header.pointee.flags = []
    state.header.pointee.clean = state.layout.allBits
    for (slot, kind) in state.layout.owning where kind == .toMany && !state.isPending(slot) {
      (state.reference(slot) as? AnyMembers)?.original = nil
    }
  }

  /// Objects that were inserted and deleted again leave; the lists are emptied.
  private func clearDropped() {
    for object in inserted where object._$ref.flags.contains(.inserted) {
      let state = object._$ref
      forget(entity: Int(state.header.pointee.entity), key: state.header.pointee.key)
      state.header.pointee.owner = nil
      state.header.pointee.flags = .gone
    }
    clearChanges()
  }
}
