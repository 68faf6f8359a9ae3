import ModelDescription

/// What of the store's model no class can say.
extension ModelComparison {
  /// SwiftData's types of attributes are those of the mapping in its documentation; these two are not among them.
  static func obstacle(_ property: EntityPair.Property) -> PairingDifference.Obstacle? {
    guard case .attribute(let attribute) = property else { return nil }
    return [.undefined, .objectID].contains(attribute.type) ? .type : nil
  }

  /// - Returns: `nil` where the classes can be given the store's inverse, or the lack of one.
  func inverseObstacle(
    _ theirs: RelationshipDescription, _ ours: RelationshipDescription, in pair: EntityPair
  ) -> PairingDifference.Obstacle? {
    guard let named = theirs.inverseName else { return pairedBySwiftData(ours, of: pair.classes) }
    let other = Self.relationship(named, of: theirs.destinationEntityName, in: store)
    return other?.inverseName == theirs.name ? nil : .oneSided
  }

  /// SwiftData pairs two relationships that lead to each other's class where neither has another candidate, whether
  /// the classes say an inverse or not.
  private func pairedBySwiftData(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) -> PairingDifference.Obstacle? {
    guard let inverse = relationship.inverseName,
      let destination = classes.entity(named: relationship.destinationEntityName)?.description,
      Self.candidates(for: relationship, of: entity, in: destination).map(\.name) == [inverse],
      let other = destination.relationships.first(where: { $0.name == inverse }),
      Self.candidates(for: other, of: destination, in: entity).map(\.name) == [relationship.name]
    else { return nil }
    let name = storeName(ofEntity: destination.name)
    return .paired(with: "\(name).\(storeName(ofProperty: inverse, entity: destination.name))")
  }

  /// Relationships of the destination that lead back, but for those that have another inverse already.
  private static func candidates(
    for relationship: RelationshipDescription, of entity: EntityDescription, in destination: EntityDescription
  ) -> [RelationshipDescription] {
    destination.relationships.filter {
      $0.destinationEntityName == entity.name && !$0.isTransient
        && (entity.name != destination.name || $0.name != relationship.name)
        && ($0.inverseName == nil || $0.inverseName == relationship.name)
    }
  }

  /// A relationship that an entity or one of its ancestors declares.
  private static func relationship(
    _ name: String, of entityName: String, in model: ResolvedModel
  ) -> RelationshipDescription? {
    var entity = model.entity(named: entityName)
    while let level = entity {
      if let found = level.description.relationships.first(where: { $0.name == name }) { return found }
      entity = level.superentityNumber.flatMap { model.entity(numbered: $0) }
    }
    return nil
  }
}
