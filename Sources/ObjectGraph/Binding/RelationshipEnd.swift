import ModelDescription

/// One relationship of a class as changes see it: the little of a `SlotBinding` that they need, cheap to copy.
struct RelationshipEnd {
  let slot: Int
  let isToMany: Bool
  let deleteRule: RelationshipDescription.DeleteRule
  /// The slot of the inverse in the destination's class; -1 when there is none.
  let inverseSlot: Int
  let isInverseToMany: Bool
  /// Where the destinations' state is; `nil` when their class is not bound.
  private let place: ObjectSource.StatePlace?

  /// `nil` for properties that are no relationships.
  init?(_ slot: Int, _ binding: SlotBinding, _ destination: ClassBinding?) {
    guard let relationship = binding.relationship else { return nil }
    self.slot = slot
    isToMany = binding.type.kind == .toMany
    deleteRule = relationship.description.deleteRule
    place = destination?.source.place
    inverseSlot = binding.inverseSlot ?? -1
    isInverseToMany =
      if let destination, let inverse = binding.inverseSlot, destination.layout.properties.indices.contains(inverse) {
        destination.layout.properties[inverse].type.kind == .toMany
      } else {
        false
      }
  }

  /// The state of an object that the property holds.
  ///
  /// All objects of a class and of its subclasses have their header at the same distance, and the property's type lets
  /// no others in. Asking the object itself would look its conformance up.
  func state(of object: AnyObject) -> StateReference? {
    guard let place else { return (object as? any _ModelObject)?._$ref }
    return place.state(of: object)
  }

  /// The objects that the property of a state leads to.
  func objects(_ state: StateReference) -> [AnyObject] {
    state.ready(slot)
    if isToMany { return state.at(slot, as: AnyMembers?.self).pointee?.objects ?? [] }
    return state.reference(slot).map { [$0] } ?? []
  }
}
