extension ModelValidation {
  mutating func check(_ relationship: RelationshipDescription, of entity: EntityDescription) {
    let name = relationship.name
    if relationship.isToMany, relationship.maximumCount > 0, relationship.minimumCount > relationship.maximumCount {
      add(
        .countBounds,
        "it needs at least \(relationship.minimumCount) objects and allows \(relationship.maximumCount)",
        "correct its counts", entity, name)
    }
    guard let destination = self.entity(named: relationship.destinationEntityName) else {
      let destination = relationship.destinationEntityName
      return add(
        .missingDestination,
        destination.isEmpty
          ? "the relationship has no destination entity" : "its destination \"\(destination)\" is not in the model",
        "choose a destination", entity, name)
    }
    guard let inverseName = relationship.inverseName else { return }
    // The inverse may be declared by the destination or by one of its ancestors.
    let candidates = lineage(of: destination)
    guard let owner = candidates.first(where: { $0.relationships.contains { $0.name == inverseName } }),
      let inverse = owner.relationships.first(where: { $0.name == inverseName })
    else {
      return add(
        .danglingInverse, "its inverse \"\(destination.name).\(inverseName)\" does not exist",
        "add the inverse or choose another", entity, name)
    }
    guard inverse.inverseName == name, leads(inverse, to: entity) else {
      let back = inverse.inverseName.map { "\(inverse.destinationEntityName).\($0)" } ?? "no inverse"
      return add(
        .inverseMismatch, "its inverse \(owner.name).\(inverseName) has \(back) as its own, not \(entity.name).\(name)",
        "make the two each other's inverse", entity, name)
    }
  }

  /// Whether the inverse comes back to the entity, one of its ancestors or one of its descendants.
  private func leads(_ inverse: RelationshipDescription, to entity: EntityDescription) -> Bool {
    guard let destination = self.entity(named: inverse.destinationEntityName) else { return false }
    return lineage(of: entity).contains { $0.name == destination.name }
      || lineage(of: destination).contains { $0.name == entity.name }
  }

  /// Constraints and indexes name properties of the entity or of its ancestors.
  mutating func checkLists(of entity: EntityDescription) {
    if entity.uniquenessConstraints.isEmpty, entity.indexes.isEmpty { return }
    let names = Set(lineage(of: entity).flatMap(\.propertyNames))
    let leaves = Set(
      lineage(of: entity).flatMap(\.attributes).flatMap { $0.leaves().map { $0.path.joined(separator: ".") } })
    for constraint in entity.uniquenessConstraints {
      for name in constraint where !names.contains(name) && !leaves.contains(name) {
        add(
          .unknownConstraintProperty, "a uniqueness constraint names \"\(name)\", which is no property of the entity",
          "correct the constraint", entity)
      }
    }
    for index in entity.indexes {
      for name in index.elements.compactMap(\.propertyName) where !names.contains(name) && !leaves.contains(name) {
        add(
          .unknownIndexProperty, "the index \"\(index.name)\" names \"\(name)\", which is no property of the entity",
          "correct the index", entity)
      }
    }
  }
}
