import ModelDescription

extension ModelMapping {
  /// Everything that the source has is in the destination as it was, also the order of members.
  package var onlyAdds: Bool { isLightweight && drops.isEmpty }

  /// What the destination has no place for; a property, or an entity without one.
  package var drops: [(entity: String, property: String?)] {
    var drops: [(entity: String, property: String?)] = removedEntities.map { ($0.name, nil) }
    for pair in entities {
      let changed = pair.relationships.filter { !$0.keepsLinks }.map(\.destination.name)
      drops += (pair.removedProperties + changed).map { (pair.destination.name, $0) }
    }
    return drops
  }
}

extension EntityMapping {
  fileprivate var relationships: [RelationshipMapping] {
    fields.compactMap { field in
      switch field {
      case .attribute: nil
      case .toOne(let relationship): relationship
      }
    } + toManys
  }
}

extension RelationshipMapping {
  fileprivate var keepsLinks: Bool {
    source == nil || changes.isSubset(of: [.renamed, .optional, .ordered, .inverse])
  }
}
