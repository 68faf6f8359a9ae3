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
    infer(byName, &problems)
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
    let isFirst = relationship.inverseName == nil
    relationship.inverseName = name
    inverse.inverseName = relationship.name
    if isFirst, inverse !== relationship, let back = inverse.inverseKeyPath, let own = types[entity.name]?._$layout,
      own.slot(of: back).map({ own.properties[$0].name }) == relationship.name
    {
      throw problem(
        "it and \(destination.name).\(name) both name the other as inverse; say '@Relationship(inverse:)' at one of them"
      )
    }
    if inverse.inverseKeyPath == nil { inverse.inverseKeyPath = relationship.keypath }
  }

  /// One candidate on either side makes a pair, none leaves the relationship without inverse, several are a question.
  private func infer(_ byName: [String: Schema.Entity], _ problems: inout [SchemaProblem]) {
    var asked: Set<String> = []
    for entity in entities {
      for relationship in entity.relationshipList where relationship.inverseName == nil {
        guard let destination = byName[relationship.destination] else { continue }
        let there = candidates(for: relationship, in: destination, from: entity)
        guard let inverse = there.first else { continue }
        let here = candidates(for: inverse, in: entity, from: destination)
        guard there.count == 1, here.count == 1 else {
          let pair = [entity.name, destination.name].sorted().joined(separator: " ")
          // One question for two models: their other relationships are part of it.
          guard asked.insert(pair).inserted else { continue }
          problems.append(Self.question(relationship, of: entity, there, here, destination))
          continue
        }
        relationship.inverseName = inverse.name
        relationship.inverseKeyPath = inverse.keypath
        inverse.inverseName = relationship.name
        inverse.inverseKeyPath = relationship.keypath
      }
    }
  }

  private static func question(
    _ relationship: Schema.Relationship, of entity: Schema.Entity, _ there: [Schema.Relationship],
    _ here: [Schema.Relationship], _ destination: Schema.Entity
  ) -> SchemaProblem {
    func list(_ relationships: [Schema.Relationship], _ name: String) -> String {
      relationships.map { "\(name).\($0.name)" }.sorted().joined(separator: " or ")
    }
    let message =
      there.count > 1
      ? "its inverse could be \(list(there, destination.name)); say which by "
        + "'@Relationship(inverse: \\\(destination.name).\(there[0].name))' at the one or the other"
      : "the inverse of \(destination.name).\(there[0].name) could be \(list(here, entity.name)); say which by "
        + "'@Relationship(inverse: \\\(entity.name).\(relationship.name))'"
    return SchemaProblem(entity: entity.name, property: relationship.name, message: message)
  }

  private func candidates(
    for relationship: Schema.Relationship, in destination: Schema.Entity, from entity: Schema.Entity
  ) -> [Schema.Relationship] {
    destination.relationshipList.filter {
      $0 !== relationship && $0.destination == entity.name && $0.inverseName == nil && $0.inverseKeyPath == nil
    }
  }
}
