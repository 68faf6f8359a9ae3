import ObjectGraph

/// Pairs relationships: those that name their inverse, then those with exactly one candidate on either side.
struct InverseResolution {
  private let entities: [Schema.Entity]
  private let types: [String: any PersistentModel.Type]

  init(_ entities: [Schema.Entity], _ types: [String: any PersistentModel.Type]) {
    self.entities = entities
    self.types = types
  }

  func apply(_ problems: inout [SchemaProblem]) {
    let byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for entity in entities {
      for relationship in entity.relationshipList {
        guard let path = relationship.inverseKeyPath else { continue }
        do {
          try pair(relationship, of: entity, by: path, byName[relationship.destination])
        } catch {
          problems.append(error)
        }
      }
    }
    infer(byName)
  }

  private func pair(
    _ relationship: Schema.Relationship, of entity: Schema.Entity, by path: AnyKeyPath, _ destination: Schema.Entity?
  ) throws(SchemaProblem) {
    func problem(_ message: String) -> SchemaProblem {
      SchemaProblem(entity: entity.name, property: relationship.name, message: message)
    }
    guard let destination, let layout = types[destination.name]?._$layout, let slot = layout.slot(of: path),
      case let name = layout.properties[slot].name,
      let inverse = destination.properties.first(where: { $0.name == name }) as? Schema.Relationship
    else { throw problem("the inverse is no relationship of \(relationship.destination)") }
    guard inverse.destination == entity.name else {
      throw problem(
        "the inverse \(destination.name).\(name) leads to \(inverse.destination), not back to \(entity.name)")
    }
    if let other = inverse.inverseName, other != relationship.name {
      throw problem("the inverse \(destination.name).\(name) is already that of \(other)")
    }
    if let other = relationship.inverseName, other != name {
      throw problem("\(destination.name).\(other) names it as inverse, and it names \(name)")
    }
    relationship.inverseName = name
    inverse.inverseName = relationship.name
    if inverse.inverseKeyPath == nil { inverse.inverseKeyPath = relationship.keypath }
  }

  private func infer(_ byName: [String: Schema.Entity]) {
    for entity in entities {
      for relationship in entity.relationshipList where relationship.inverseName == nil {
        guard let destination = byName[relationship.destination],
          let inverse = onlyCandidate(for: relationship, in: destination, from: entity),
          onlyCandidate(for: inverse, in: entity, from: destination) === relationship
        else { continue }
        relationship.inverseName = inverse.name
        relationship.inverseKeyPath = inverse.keypath
        inverse.inverseName = relationship.name
        inverse.inverseKeyPath = relationship.keypath
      }
    }
  }

  private func onlyCandidate(
    for relationship: Schema.Relationship, in destination: Schema.Entity, from entity: Schema.Entity
  ) -> Schema.Relationship? {
    let candidates = destination.relationshipList.filter {
      $0 !== relationship && $0.destination == entity.name && $0.inverseName == nil && $0.inverseKeyPath == nil
    }
    return candidates.count == 1 ? candidates[0] : nil
  }
}
