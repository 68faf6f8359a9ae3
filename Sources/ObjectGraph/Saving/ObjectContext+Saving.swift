import ModelDescription
import StoreContract

extension ObjectContext {
  /// Writes all changes in one transaction; on an error nothing has changed, here or in the store.
  package func save() throws {
    try throwDeferredError()
    guard hasChanges else { return clearDropped() }
    let plan = try SavePlan(self)
    try throwDeferredError()
    let result = try store.save(plan.request)
    guard result.insertedKeys.count == plan.inserted.count else {
      throw StoreError(.database, "the store answered a save with too few keys")
    }
    apply(plan, result)
  }

  private func apply(_ plan: SavePlan, _ result: SaveResult) {
    for (object, key) in zip(plan.inserted, result.insertedKeys) {
      let state = object._$ref
      let entity = Int(state.header.pointee.entity)
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
    clearDropped()
    forgetDerivedValues()
  }

  /// Objects with values that the store computed read their rows again: a save can change those of any row.
  private func forgetDerivedValues() {
    for root in store.model.entities where root.isRoot {
      let family = root.familyNumbers.compactMap { classes.binding(ofEntity: $0) }
      guard family.contains(where: { $0.hasDerivedValues }) else { continue }
      forEachRegistered(ofFamily: root.number) { state in
        guard state.flags.isEmpty else { return }
        state.releaseSlots()
        state.header.pointee.flags = .fault
        state.header.pointee.clean = state.layout.allBits
        state.header.pointee.pending = state.layout.allBits
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
