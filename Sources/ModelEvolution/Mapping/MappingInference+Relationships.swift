import ModelDescription

extension MappingInference {
  /// A relationship that the source does not have.
  func relationship(_ ours: ResolvedRelationship, from theirs: ResolvedRelationship?) -> RelationshipMapping {
    RelationshipMapping(source: theirs, destination: ours, changes: [.added])
  }

  /// A relationship of the destination from the source's partner.
  ///
  /// One that leads elsewhere starts without links, and is an obstacle.
  mutating func relationship(
    _ ours: ResolvedRelationship, from theirs: ResolvedRelationship, in entity: ResolvedEntity
  ) -> RelationshipMapping {
    guard leadsOn(from: theirs.destinationNumber, to: ours.destinationNumber) else {
      let (old, new) = (theirs.description.destinationEntityName, ours.description.destinationEntityName)
      note(
        .destination, entity,
        StoredProperty(
          content: .relationship(ours), fields: [], declaringEntityNumber: ours.declaringEntityNumber), ours.name,
        "it leads to \(new) instead of \(old), and no object of the one is one of the other.",
        "Give the relationship a name of its own, and set it in a custom stage.")
      return relationship(ours, from: nil)
    }
    var changes: Set<RelationshipMapping.Change> = []
    if theirs.name != ours.name { changes.insert(.renamed) }
    switch (theirs.isToMany, ours.isToMany) {
    case (false, true): changes.insert(.toOneToToMany)
    case (true, false): changes.insert(.toManyToToOne)
    default: break
    }
    let (wasOrdered, isOrdered) = (
      theirs.isToMany && theirs.description.isOrdered, ours.isToMany && ours.description.isOrdered
    )
    if isOrdered, !wasOrdered { changes.insert(.ordered) }
    if wasOrdered, !isOrdered { changes.insert(.unordered) }
    if destinationNumbers[theirs.destinationNumber - 1] != ours.destinationNumber { changes.insert(.destination) }
    if !hasSameInverse(theirs, ours) { changes.insert(.inverse) }
    if theirs.description.isOptional != ours.description.isOptional {
      changes.insert(ours.description.isOptional ? .optional : .mandatory)
    }
    return RelationshipMapping(source: theirs, destination: ours, changes: changes)
  }

  /// Whether objects that the old destination has can be objects of the new one.
  private func leadsOn(from old: Int, to new: Int) -> Bool {
    guard let former = source.entity(numbered: old), let present = destination.entity(numbered: new) else {
      return false
    }
    return former.familyNumbers.contains { number in
      destinationNumbers[number - 1].map { present.familyNumbers.contains($0) } ?? false
    }
  }

  private func hasSameInverse(_ theirs: ResolvedRelationship, _ ours: ResolvedRelationship) -> Bool {
    switch (theirs.inverse, ours.inverse) {
    case (nil, nil): return true
    case (let old?, let new?):
      let matching = NameMatching(
        store: [.init(old.name, old.renamingIdentifier)], classes: [.init(new.name, new.renamingIdentifier)],
        followsRenaming: followsRenaming)
      return matching.unmatched.isEmpty && old.isToMany == new.isToMany && old.isOrdered == new.isOrdered
    default: return false
    }
  }
}
