import ModelDescription
import StoreContract

/// Relationships here that lead to objects whose rows others deleted.
extension ObjectContext {
  /// Takes objects whose rows are gone out of the relationships that hold them.
  ///
  /// Whoever deleted the rows need not have named the owners: a link may have been saved at the same time, and one without
  /// an inverse is nobody's to nullify. Apple's merge deletes such objects in the receiving context (documentation of
  /// `mergeChanges(fromContextDidSave:)`), whose delete rules let them go. A relationship without unsaved edits reads its
  /// row again, which shows no object where the row names one that is gone; of an edited one only these objects leave. A
  /// property that takes no `nil` keeps its object, whose last values stay readable.
  ///
  /// - Returns: the owners.
  @discardableResult package func letGo(_ gone: [AnyObject]) -> [AnyObject] {
    guard !gone.isEmpty else { return [] }
    let identities = Set(gone.map { ObjectIdentifier($0) })
    let families = Set(
      gone.compactMap { object in
        (object as? any _ModelObject).flatMap {
          store.model.entity(numbered: Int($0._$ref.header.pointee.entity))?.rootNumber
        }
      })
    let ends = ends(leadingTo: families)
    var owners: [AnyObject] = []
    forEachRegistered(ofEntities: Set(ends.keys)) { object, state in
      guard state.flags.isDisjoint(with: [.fault, .gone, .deleted, .double]) else { return }
      var isOwner = false
      for end in ends[Int(state.header.pointee.entity)] ?? [] where letGo(identities, state, object, end) {
        isOwner = true
      }
      if isOwner { owners.append(object) }
    }
    return owners
  }

  /// By entity: the relationships whose destinations are of these families.
  private func ends(leadingTo families: Set<Int>) -> [Int: [RelationshipEnd]] {
    var found: [Int: [RelationshipEnd]] = [:]
    for entity in store.model.entities {
      guard let binding = classes.binding(ofEntity: entity.number) else { continue }
      let ends = binding.ends.filter { end in
        guard let destination = binding.slots[end.slot].relationship?.destinationNumber,
          let root = store.model.entity(numbered: destination)?.rootNumber
        else { return false }
        return families.contains(root)
      }
      if !ends.isEmpty { found[entity.number] = ends }
    }
    return found
  }

  /// - Returns: whether the relationship held one of the objects.
  private func letGo(
    _ gone: Set<ObjectIdentifier>, _ state: StateReference, _ object: AnyObject, _ end: RelationshipEnd
  ) -> Bool {
    guard !state.isPending(end.slot) else { return false }
    let members = end.isToMany ? state.at(end.slot, as: AnyMembers?.self).pointee : nil
    let held = members?.objects.filter { gone.contains(ObjectIdentifier($0)) } ?? []
    if held.isEmpty {
      guard !end.isToMany, let other = state.reference(end.slot), gone.contains(ObjectIdentifier(other)) else {
        return false
      }
      guard state.layout.properties[end.slot].type.isOptional else { return false }
    }
    observing(state, object, end.slot) {
      if state.isClean(end.slot), !state.flags.contains(.inserted) {
        waitAgain(state, end.slot)
      } else if let members {
        for member in held { members.remove(member) }
      } else {
        state.at(end.slot, as: AnyObject?.self).pointee = nil
      }
    }
    return true
  }
}
