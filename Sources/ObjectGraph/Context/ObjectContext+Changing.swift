import ModelDescription

/// Inserting, deleting, and keeping both ends of relationships in step.
extension ObjectContext {
  /// Registers a new object and everything new that it reaches.
  package func insert(_ object: any _ModelObject) {
    let state = object._$ref
    guard !state.isOwned else {
      if !isOwner(of: state) {
        deferError(GraphError(.unsupported, "\(type(of: object)) is already in another context"))
      }
      return
    }
    var waiting: [any _ModelObject] = []
    guard let binding = enter(object, state, &waiting) else { return }
    if waiting.isEmpty { return connectAll(object, state, binding) }
    var fresh: [(any _ModelObject, StateReference, ClassBinding)] = [(object, state, binding)]
    while let next = waiting.popLast() {
      let state = next._$ref
      if !state.isOwned, let binding = enter(next, state, &waiting) { fresh.append((next, state, binding)) }
    }
    for (object, state, binding) in fresh { connectAll(object, state, binding) }
  }

  /// Registers one new object and collects the new ones that it leads to; `nil` when its class is unknown.
  private func enter(
    _ object: any _ModelObject, _ state: StateReference, _ waiting: inout [any _ModelObject]
  ) -> ClassBinding? {
    guard let binding = classes.binding(of: type(of: object)) else {
      deferError(
        GraphError(.modelMismatch, "the class is not in the container's schema", entity: "\(type(of: object))"))
      return nil
    }
    register(object, state, entity: binding.entity.number, key: nextTemporaryKey())
    state.header.pointee.flags = .inserted
    noteInsert(object)
    for end in binding.ends {
      for other in end.objects(state) where end.state(of: other)?.isOwned == false {
        if let other = other as? any _ModelObject { waiting.append(other) }
      }
    }
    return binding
  }

  private func connectAll(_ object: any _ModelObject, _ state: StateReference, _ binding: ClassBinding) {
    for end in binding.ends where end.inverseSlot >= 0 {
      if !end.isToMany, let other = state.reference(end.slot) {
        connect(object, end, to: other)
      } else {
        for other in end.objects(state) { connect(object, end, to: other) }
      }
    }
  }

  private func isOwner(of state: StateReference) -> Bool {
    state.header.pointee.owner == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  private func end(of state: StateReference, _ slot: Int) -> RelationshipEnd? {
    classes.binding(ofEntity: Int(state.header.pointee.entity))?.ends.first { $0.slot == slot }
  }

  func toOneChanged(_ state: StateReference, slot: Int, from old: AnyObject?, to new: AnyObject?) {
    guard let object = object(of: state), let end = end(of: state, slot) else { return }
    if let old { disconnect(object, end, from: old) }
    if let new {
      enterIfNew(new, end)
      connect(object, end, to: new)
    }
  }

  func toManyChanged(_ state: StateReference, slot: Int, from old: [AnyObject], to new: [AnyObject]) {
    if let members = state.reference(slot) as? AnyMembers, members.original == nil { members.original = old }
    guard let object = object(of: state), let end = end(of: state, slot) else { return }
    let before = Set(old.map { ObjectIdentifier($0) })
    let after = Set(new.map { ObjectIdentifier($0) })
    for member in old where !after.contains(ObjectIdentifier(member)) { disconnect(object, end, from: member) }
    for member in new where !before.contains(ObjectIdentifier(member)) {
      enterIfNew(member, end)
      connect(object, end, to: member)
    }
  }

  private func enterIfNew(_ object: AnyObject, _ end: RelationshipEnd) {
    if end.state(of: object)?.isOwned == false, let object = object as? any _ModelObject { insert(object) }
  }

  /// Makes the other end of a new link point back.
  private func connect(_ object: AnyObject, _ end: RelationshipEnd, to other: AnyObject) {
    let inverse = end.inverseSlot
    guard inverse >= 0, let state = end.state(of: other), isOwner(of: state) else { return }
    state.touch(inverse)
    if end.isInverseToMany {
      add(object, to: state, inverse)
    } else {
      let previous = state.reference(inverse)
      guard previous !== object else { return }
      state.at(inverse, as: AnyObject?.self).pointee = object
      if let previous { unlink(previous, end, from: other) }
    }
  }

  private func add(_ object: AnyObject, to state: StateReference, _ slot: Int) {
    if let members = state.at(slot, as: AnyMembers?.self).pointee {
      if !members.contains(object) { members.append(object) }
    } else {
      let members = state.layout.properties[slot].type.members([object])
      members?.original = []
      state.at(slot, as: AnyObject?.self).pointee = members
    }
  }

  /// An owner loses a member that another owner took, or a to-one its partner.
  private func unlink(_ owner: AnyObject, _ end: RelationshipEnd, from other: AnyObject) {
    guard let state = (owner as? any _ModelObject)?._$ref, isOwner(of: state), state.layout.count > end.slot else {
      return
    }
    drop(other, from: state, end.slot)
  }

  /// Removes an object from the other end of a link that is no more.
  private func disconnect(_ object: AnyObject, _ end: RelationshipEnd, from other: AnyObject) {
    guard end.inverseSlot >= 0, let state = end.state(of: other), isOwner(of: state), !state.isDeleted else { return }
    drop(object, from: state, end.inverseSlot)
  }

  private func drop(_ object: AnyObject, from state: StateReference, _ slot: Int) {
    state.touch(slot)
    if let members = state.reference(slot) as? AnyMembers {
      members.remove(object)
    } else if state.reference(slot) === object {
      state.at(slot, as: AnyObject?.self).pointee = nil
    }
  }

  /// Marks an object deleted and does what its delete rules say; `deny` is looked at when saving.
  package func delete(_ object: any _ModelObject) {
    var waiting: [any _ModelObject] = [object]
    while let next = waiting.popLast() {
      let state = next._$ref
      guard isOwner(of: state), !state.isDeleted,
        let binding = classes.binding(ofEntity: Int(state.header.pointee.entity))
      else { continue }
      // Last values stay readable after the row is gone.
      for slot in 0..<binding.layout.count { state.ready(slot) }
      state.header.pointee.flags.insert(.deleted)
      if !state.flags.contains(.inserted) { noteDelete(next) }
      for end in binding.ends where end.deleteRule == .nullify || end.deleteRule == .cascade {
        for other in end.objects(state) {
          if end.deleteRule == .nullify {
            disconnect(next, end, from: other)
          } else if end.state(of: other)?.isDeleted == false, let other = other as? any _ModelObject {
            waiting.append(other)
          }
        }
      }
    }
  }

  /// Forgets every unsaved change: new objects leave, changed and deleted ones will read their rows again.
  package func rollback() {
    dropInserted()
    for object in updated + deletedObjects {
      let state = object._$ref
      state.releaseSlots()
      state.header.pointee.flags = .fault
      state.header.pointee.clean = state.layout.allBits
      state.header.pointee.pending = state.layout.allBits
    }
    clearChanges()
  }

  /// An object that stands for a row which does not exist.
  package func goneObject(_ binding: ClassBinding) -> any _ModelObject {
    let object = binding.type.init(_$blank: ())
    object._$ref.header.pointee.flags = .gone
    return object
  }
}
