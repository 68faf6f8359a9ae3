import ModelDescription

/// Which relationships of the written classes have which inverse: those that say one, and those that SwiftData pairs.
struct InverseTable {
  struct Place: Hashable, Comparable {
    var entity: String
    var name: String

    static func < (left: Place, right: Place) -> Bool {
      (left.entity, left.name) < (right.entity, right.name)
    }
  }

  private let entities: [String: EntityDescription]
  /// Both ends of each pair that a key path says.
  private var partners: [Place: Place] = [:]

  init(_ model: ModelDescription) {
    entities = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let named = model.entities.sorted { $0.name < $1.name }.flatMap { entity in
      entity.relationships.filter { !$0.isTransient }.compactMap { relationship in
        let place = Place(entity: entity.name, name: relationship.name)
        return namedInverse(of: relationship).map { (place, $0) }
      }
    }
    let names = Dictionary(named, uniquingKeysWith: { first, _ in first })
    // Two that name each other come before one that names a third.
    for (place, other) in named where place != other && names[other] == place { pair(place, other) }
    for (place, other) in named where place != other { pair(place, other) }
  }

  private mutating func pair(_ place: Place, _ other: Place) {
    guard partners[place] == nil, partners[other] == nil else { return }
    partners[place] = other
    partners[other] = place
  }

  /// The relationship that this one names as its inverse: the destination or one of its ancestors has it.
  func namedInverse(of relationship: RelationshipDescription) -> Place? {
    guard let inverse = relationship.inverseName else { return nil }
    var current: String? = relationship.destinationEntityName
    while let name = current, let entity = entities[name] {
      if let found = entity.relationships.first(where: { $0.name == inverse }) {
        return found.isTransient ? nil : Place(entity: name, name: inverse)
      }
      current = entity.superentityName
    }
    return nil
  }

  /// The other end of a pair that a key path says.
  func partner(of place: Place) -> Place? { partners[place] }

  /// Whether this end of the pair carries the key path: the first of two that name each other, else the one that names.
  func carriesKeyPath(_ relationship: RelationshipDescription, at place: Place) -> Bool {
    guard let other = partners[place], namedInverse(of: relationship) == other else { return false }
    let back = entities[other.entity]?.relationships.first { $0.name == other.name }.flatMap(namedInverse)
    return back != place || place < other
  }

  /// What SwiftData pairs a relationship with of which no class says an inverse: the only one that is possible, if it
  /// is so from the other end too (SwiftData's documentation of `Relationship(inverse:)`).
  func inferred(for place: Place) -> Place? {
    guard partners[place] == nil, let other = onlyCandidate(for: place), onlyCandidate(for: other) == place else {
      return nil
    }
    return other
  }

  private func onlyCandidate(for place: Place) -> Place? {
    guard let own = entities[place.entity]?.relationships.first(where: { $0.name == place.name }),
      let destination = entities[own.destinationEntityName]
    else { return nil }
    let candidates = destination.relationships
      .filter { !$0.isTransient && $0.destinationEntityName == place.entity }
      .map { Place(entity: destination.name, name: $0.name) }
      .filter { $0 != place && partners[$0] == nil }
    return candidates.count == 1 ? candidates[0] : nil
  }
}
