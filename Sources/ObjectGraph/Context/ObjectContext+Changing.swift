import ModelDescription

/// Inserting, deleting, and keeping both ends of relationships in step.
extension ObjectContext {
  /// Registers a new object and everything new that it reaches.
  package func insert(_ object: any _ModelObject) {
    guard !object._$ref.isOwned else {
      if object._$ref.context !== self {
        deferError(GraphError(.unsupported, "\(type(of: object)) is already in another context"))
      }
      return
    }
    var fresh: [(any _ModelObject, ClassBinding)] = []
    var waiting: [any _ModelObject] = [object]
    while let next = waiting.popLast() {
      let state = next._$ref
      guard !state.isOwned else { continue }
      guard let binding = classes.binding(of: type(of: next)) else {
        deferError(
          GraphError(.modelMismatch, "the class is not in the container's schema", entity: "\(type(of: next))"))
        continue
      }
      register(next, state, entity: binding.entity.number, key: nextTemporaryKey())
      state.header.pointee.flags = .inserted
      noteInsert(next)
      fresh.append((next, binding))
      for slot in binding.relationships {
        for other in destinations(state, slot) { if let other = other as? any _ModelObject { waiting.append(other) } }
      }
    }
    for (object, binding) in fresh {
      let state = object._$ref
      for slot in binding.relationships where binding.slots[slot].inverseSlot != nil {
        for other in destinations(state, slot) { connect(state, object, binding.slots[slot], to: other) }
      }
    }
  }

  /// The objects that a relationship slot leads to.
  func destinations(_ state: StateReference, _ slot: Int) -> [AnyObject] {
    state.ready(slot)
    let value = state.reference(slot)
    if let members = value as? AnyMembers { return members.objects }
    return value.map { [$0] } ?? []
  }

  func toOneChanged(_ state: StateReference, slot: Int, from old: AnyObject?, to new: AnyObject?) {
    guard let object = object(of: state), let binding = classes.binding(ofEntity: Int(state.header.pointee.entity))
    else { return }
    if let old { disconnect(object, binding.slots[slot], from: old) }
    if let new = new as? any _ModelObject {
      if !new._$ref.isOwned { insert(new) }
      connect(state, object, binding.slots[slot], to: new)
    }
  }

  func toManyChanged(_ state: StateReference, slot: Int, from old: [AnyObject], to new: [AnyObject]) {
    if let members = state.reference(slot) as? AnyMembers, members.original == nil { members.original = old }
    guard let object = object(of: state), let binding = classes.binding(ofEntity: Int(state.header.pointee.entity))
    else { return }
    let before = Set(old.map { ObjectIdentifier($0) })
    let after = Set(new.map { ObjectIdentifier($0) })
    for member in old where !after.contains(ObjectIdentifier(member)) {
      disconnect(object, binding.slots[slot], from: member)
    }
    for member in new where !before.contains(ObjectIdentifier(member)) {
      if let member = member as? any _ModelObject, !member._$ref.isOwned { insert(member) }
      connect(state, object, binding.slots[slot], to: member)
    }
  }

  /// Makes the other end of a new link point back.
  private func connect(_ state: StateReference, _ object: AnyObject, _ property: SlotBinding, to other: AnyObject) {
    guard let inverse = property.inverseSlot, let other = other as? any _ModelObject, other._$ref.context === self
    else { return }
    let end = other._$ref
    end.touch(inverse)
    if end.layout.properties[inverse].type.kind == .toMany {
      add(object, to: end, inverse)
    } else {
      let previous = end.reference(inverse)
      guard previous !== object else { return }
      end.at(inverse, as: AnyObject?.self).pointee = object
      if let previous { unlink(previous, property, from: other) }
    }
  }

  private func add(_ object: AnyObject, to state: StateReference, _ slot: Int) {
    if let members = state.reference(slot) as? AnyMembers {
      if !members.contains(object) { members.append(object) }
    } else {
      let members = state.layout.properties[slot].type.members([object])
      members?.original = []
      state.at(slot, as: AnyObject?.self).pointee = members
    }
  }

  /// An owner loses a member that another owner took, or a to-one its partner.
  private func unlink(_ owner: AnyObject, _ property: SlotBinding, from other: AnyObject) {
    guard let owner = owner as? any _ModelObject, let binding = classes.binding(of: type(of: owner)),
      let slot = binding.layout.slot(named: property.name)
    else { return }
    let state = owner._$ref
    state.touch(slot)
    if let members = state.reference(slot) as? AnyMembers {
      members.remove(other)
    } else if state.reference(slot) === other {
      state.at(slot, as: AnyObject?.self).pointee = nil
    }
  }

  /// Removes an object from the other end of a link that is no more.
  private func disconnect(_ object: AnyObject, _ property: SlotBinding, from other: AnyObject) {
    guard let inverse = property.inverseSlot, let other = other as? any _ModelObject, other._$ref.context === self,
      !other._$ref.isDeleted
    else { return }
    let end = other._$ref
    end.touch(inverse)
    if let members = end.reference(inverse) as? AnyMembers {
      members.remove(object)
    } else if end.reference(inverse) === object {
      end.at(inverse, as: AnyObject?.self).pointee = nil
    }
  }

  /// Marks an object deleted and does what its delete rules say; `deny` is looked at when saving.
  package func delete(_ object: any _ModelObject) {
    var waiting: [any _ModelObject] = [object]
    while let next = waiting.popLast() {
      let state = next._$ref
      guard state.context === self, !state.isDeleted,
        let binding = classes.binding(ofEntity: Int(state.header.pointee.entity))
      else { continue }
      // Last values stay readable after the row is gone.
      for slot in 0..<binding.layout.count { state.ready(slot) }
      state.header.pointee.flags.insert(.deleted)
      if !state.flags.contains(.inserted) { noteDelete(next) }
      for slot in binding.relationships {
        guard let relationship = binding.slots[slot].relationship else { continue }
        for other in destinations(state, slot) {
          switch relationship.description.deleteRule {
          case .nullify: disconnect(next, binding.slots[slot], from: other)
          case .cascade: if let other = other as? any _ModelObject { waiting.append(other) }
          case .noAction, .deny: break
          }
        }
      }
    }
  }

  /// Forgets every unsaved change: new objects leave, changed and deleted ones will read their rows again.
  package func rollback() {
    for object in inserted {
      let state = object._$ref
      forget(entity: Int(state.header.pointee.entity), key: state.header.pointee.key)
      state.header.pointee.owner = nil
      state.header.pointee.key = 0
      state.header.pointee.flags = []
    }
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
