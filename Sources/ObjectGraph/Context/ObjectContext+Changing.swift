import ModelDescription

/// Inserting, deleting, and keeping both ends of relationships in step.
extension ObjectContext {
  /// Registers a new object and everything new that it reaches.
  package func insert(_ object: any _ModelObject) {
    let state = object._$ref
    guard !state.isOwned else { return insertAgain(object, state) }
    guard !state.flags.contains(.gone) else {
      return deferError(GraphError(.validation, "a deleted model cannot be inserted again; make a new one"))
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

  /// What inserting a registered object means: of a deleted one, that it stays.
  private func insertAgain(_ object: any _ModelObject, _ state: StateReference) {
    if state.flags.contains(.joining), owns(state) {
      admitJoining()
    } else if !owns(state) {
      deferError(GraphError(.validation, "\(type(of: object)) is already in another context"))
    } else if state.flags.contains(.gone) {
      deferError(GraphError(.validation, "a deleted model cannot be inserted again; make a new one"))
    } else if state.flags.contains(.deleted) {
      recorder?.note(object)
      state.header.pointee.flags.remove(.deleted)
      noteKept(object)
    }
  }

  /// Registers one new object and collects the new ones that it leads to; `nil` when its class is unknown.
  private func enter(
    _ object: any _ModelObject, _ state: StateReference, _ waiting: inout [any _ModelObject]
  ) -> ClassBinding? {
    guard let binding = classes.binding(ofNew: object) else {
      deferError(classes.unknown(type(of: object)))
      return nil
    }
    register(object, state, entity: binding.entity.number, key: nextTemporaryKey())
    noteToken(state)
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

  func owns(_ state: StateReference) -> Bool {
    state.header.pointee.owner == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  private func end(of state: StateReference, _ slot: Int) -> RelationshipEnd? {
    classes.binding(ofEntity: Int(state.header.pointee.entity))?.ends.first { $0.slot == slot }
  }

  func toOneChanged(_ state: StateReference, slot: Int, from old: AnyObject?, to new: AnyObject?) {
    guard !state.flags.contains(.joining), let object = object(of: state), let end = end(of: state, slot) else {
      return
    }
    if state.flags.contains(.double) { return foldDoubles() }
    if let old { disconnect(object, end, from: old) }
    if let new {
      let standing = standing(new)
      if standing !== new { state.at(slot, as: AnyObject?.self).pointee = standing }
      let new = standing
      enterIfNew(new, end)
      connect(object, end, to: new)
    }
  }

  func toManyChanged(_ state: StateReference, slot: Int, from old: [AnyObject], to new: [AnyObject]) {
    if let members = state.reference(slot) as? AnyMembers, members.original == nil { members.original = old }
    guard !state.flags.contains(.joining), let object = object(of: state), let end = end(of: state, slot) else {
      return
    }
    if state.flags.contains(.double) { return foldDoubles() }
    let new = standing(new, state, slot)
    // Appending to a long array is the common case.
    let same = zip(old, new).prefix { $0 === $1 }.count
    let before = Set(old[same...].map { ObjectIdentifier($0) })
    let after = Set(new[same...].map { ObjectIdentifier($0) })
    for member in old[same...] where !after.contains(ObjectIdentifier(member)) {
      disconnect(object, end, from: member)
    }
    for member in new[same...] where !before.contains(ObjectIdentifier(member)) {
      enterIfNew(member, end)
      connect(object, end, to: member)
    }
    dropRepeats(state, slot, new, same)
  }

  /// The members with the objects of their rows in the place of doubles.
  private func standing(_ members: [AnyObject], _ state: StateReference, _ slot: Int) -> [AnyObject] {
    guard !doubles.isEmpty else { return members }
    let objects = members.map { standing($0) }
    guard zip(objects, members).contains(where: { $0 !== $1 }) else { return members }
    let original = (state.reference(slot) as? AnyMembers)?.original
    let changed = state.layout.properties[slot].type.members(objects)
    changed?.original = original
    state.at(slot, as: AnyObject?.self).pointee = changed
    return objects
  }

  /// A relationship holds an object once, whatever array was assigned.
  private func dropRepeats(_ state: StateReference, _ slot: Int, _ new: [AnyObject], _ same: Int) {
    let added = new[same...]
    let hasRepeats =
      added.count == 1
      ? new[..<same].contains { $0 === added[same] } : Set(new.map { ObjectIdentifier($0) }).count < new.count
    guard hasRepeats, let members = state.reference(slot) as? AnyMembers else { return }
    var known: Set<ObjectIdentifier> = []
    let unique = state.layout.properties[slot].type.members(new.filter { known.insert(ObjectIdentifier($0)).inserted })
    unique?.original = members.original
    state.at(slot, as: AnyObject?.self).pointee = unique
  }

  private func enterIfNew(_ object: AnyObject, _ end: RelationshipEnd) {
    if end.state(of: object)?.isOwned == false, let object = object as? any _ModelObject { insert(object) }
  }

  /// Makes the other end of a new link point back.
  private func connect(_ object: AnyObject, _ end: RelationshipEnd, to other: AnyObject) {
    let inverse = end.inverseSlot
    guard inverse >= 0, let state = end.state(of: other) else { return }
    onInverse?(other)
    guard owns(state) else {
      // Only the other object's row could say so, and its context saves that.
      if end.isToMany, !end.isInverseToMany, state.isOwned, let owner = (object as? any _ModelObject)?._$ref {
        deferError(
          GraphError(
            .validation, "has an object of another context; fetch it in this one", entity: owner.place?.entityName,
            property: owner.layout.properties[end.slot].name))
      }
      return
    }
    if end.isInverseToMany {
      state.touch(inverse)
      if state.isObserved, (state.reference(inverse) as? AnyMembers)?.contains(object) == true { return }
      observing(state, other, inverse) { add(object, to: state, inverse) }
    } else {
      state.touch(inverse)
      let previous = state.reference(inverse)
      guard previous !== object else { return }
      observing(state, other, inverse) { state.at(inverse, as: AnyObject?.self).pointee = object }
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
    guard let state = (owner as? any _ModelObject)?._$ref, owns(state), state.layout.count > end.slot else {
      return
    }
    observing(state, owner, end.slot) { drop(other, from: state, end.slot) }
  }

  /// Removes an object from the other end of a link that is no more.
  private func disconnect(_ object: AnyObject, _ end: RelationshipEnd, from other: AnyObject) {
    guard end.inverseSlot >= 0, let state = end.state(of: other), owns(state), !state.isDeleted else { return }
    onInverse?(other)
    observing(state, other, end.inverseSlot) { drop(object, from: state, end.inverseSlot) }
  }

  private func drop(_ object: AnyObject, from state: StateReference, _ slot: Int) {
    state.touch(slot)
    if let members = state.reference(slot) as? AnyMembers {
      members.remove(object)
    } else if state.reference(slot) === object {
      state.at(slot, as: AnyObject?.self).pointee = nil
    }
  }

  /// Adds one object to a to-many without a look at the others; the last one of an ordered relationship.
  package func add(_ member: any _ModelObject, to object: any _ModelObject, slot: Int) {
    let state = object._$ref
    guard owns(state), !state.flags.contains(.double), let end = end(of: state, slot), end.isToMany else { return }
    let member = standing(member)
    state.touch(slot)
    if state.at(slot, as: AnyMembers?.self).pointee?.contains(member) == true { return }
    add(member, to: state, slot)
    enterIfNew(member, end)
    connect(object, end, to: member)
  }

  /// Takes one object out of a to-many.
  package func remove(_ member: any _ModelObject, from object: any _ModelObject, slot: Int) {
    let state = object._$ref
    guard owns(state), !state.flags.contains(.double), let end = end(of: state, slot), end.isToMany else { return }
    let member = standing(member)
    state.ready(slot)
    guard state.at(slot, as: AnyMembers?.self).pointee?.contains(member) == true else { return }
    drop(member, from: state, slot)
    disconnect(object, end, from: member)
  }

  /// Marks an object deleted and does what its delete rules say; `deny` is looked at when saving.
  package func delete(_ object: any _ModelObject) {
    admitJoining()
    foldDoubles()
    guard let object = standing(object) as? any _ModelObject else { return }
    var waiting: [any _ModelObject] = [object]
    while let next = waiting.popLast() {
      let state = next._$ref
      guard owns(state), !state.isDeleted,
        let binding = classes.binding(ofEntity: Int(state.header.pointee.entity))
      else { continue }
      onDelete?(next)
      // Last values stay readable after the row is gone.
      for slot in 0..<binding.layout.count { state.ready(slot) }
      recorder?.note(next)
      state.header.pointee.flags.insert(.deleted)
      noteDelete(next)
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
    dropJoining()
    dropInserted()
    for object in updated + deletedObjects {
      let state = object._$ref
      observing(state, object) { state.makeFault() }
    }
    clearChanges()
    refreshDoubles()
    clearDeferredError()
    onActivity?()
  }

  /// An object that stands for a row which does not exist.
  package func goneObject(_ binding: ClassBinding) -> any _ModelObject {
    let object = binding.source.blank()
    object._$ref.header.pointee.flags = .gone
    return object
  }
}
