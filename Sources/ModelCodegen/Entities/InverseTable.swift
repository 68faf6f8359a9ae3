import ModelDescription

/// Which relationships of the written classes have an inverse: those that say one, and those that SwiftData pairs.
struct InverseTable {
  struct Place: Hashable {
    var entity: String
    var name: String
  }

  private let entities: [String: EntityDescription]
  /// Relationships that a written key path pairs.
  private var paired: Set<Place> = []

  init(_ model: ModelDescription) {
    entities = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for entity in model.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        let place = Place(entity: entity.name, name: relationship.name)
        guard let inverse = relationship.inverseName,
          let owner = owner(of: inverse, from: relationship.destinationEntityName)
        else { continue }
        let other = Place(entity: owner, name: inverse)
        if other != place { paired.formUnion([place, other]) }
      }
    }
  }

  /// The entity that declares the relationship: the destination or one of its ancestors.
  func owner(of relationship: String, from destination: String) -> String? {
    var current: String? = destination
    while let name = current, let entity = entities[name] {
      if entity.relationships.contains(where: { $0.name == relationship }) { return name }
      current = entity.superentityName
    }
    return nil
  }

  /// Whether a written key path pairs the relationship, at this end or at the other.
  func isPaired(_ relationship: String, of entity: String) -> Bool {
    paired.contains(Place(entity: entity, name: relationship))
  }

  /// What SwiftData pairs a relationship with of which no class says an inverse: the only one that is possible, if it
  /// is so from the other end too (SwiftData's documentation of `Relationship(inverse:)`).
  func inferred(for relationship: String, of entity: String) -> Place? {
    let place = Place(entity: entity, name: relationship)
    guard !paired.contains(place), let other = onlyCandidate(for: place), onlyCandidate(for: other) == place else {
      return nil
    }
    return other
  }

  private func onlyCandidate(for place: Place) -> Place? {
    guard let own = entities[place.entity]?.relationships.first(where: { $0.name == place.name }),
      let destination = entities[own.destinationEntityName]
    else { return nil }
    let candidates = destination.relationships.filter {
      !$0.isTransient && $0.destinationEntityName == place.entity
    }.map { Place(entity: destination.name, name: $0.name) }.filter { $0 != place && !paired.contains($0) }
    return candidates.count == 1 ? candidates[0] : nil
  }
}
