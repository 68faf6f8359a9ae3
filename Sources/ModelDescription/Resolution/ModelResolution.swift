/// The work of `ResolvedModel.init`: look every name up, or say which one is missing.
struct ModelResolution {
  private(set) var entities: [ResolvedEntity] = []

  init(_ model: ModelDescription) throws {
    let byName = try Self.table(model)
    let children = Dictionary(grouping: model.entities.filter { $0.superentityName != nil }) {
      $0.superentityName ?? ""
    }
    let numbering = try Self.numbering(model, children: children)
    let numbers = Dictionary(uniqueKeysWithValues: numbering.enumerated().map { ($1.entity.name, $0 + 1) })

    for (index, entry) in numbering.enumerated() {
      let entity = entry.entity
      let level = try OwnProperties(entity, numbers: numbers, entities: byName)
      let parent = entity.superentityName.flatMap { numbers[$0] }.map { entities[$0 - 1] }
      entities.append(
        ResolvedEntity(
          description: entity, number: index + 1, superentityNumber: parent?.number,
          rootNumber: parent?.rootNumber ?? index + 1, familyNumbers: (index + 1)...(index + entry.familySize),
          fields: (parent?.fields ?? []) + level.fields, toManys: (parent?.toManys ?? []) + level.toManys,
          transientNames: (parent?.transientNames ?? []).union(
            entity.attributes.filter(\.isTransient).map(\.name))))
    }
  }

  private static func table(_ model: ModelDescription) throws -> [String: EntityDescription] {
    var byName: [String: EntityDescription] = [:]
    for entity in model.entities {
      if byName.updateValue(entity, forKey: entity.name) != nil {
        throw ModelError("the model has two entities of this name", entity: entity.name)
      }
    }
    return byName
  }

  /// Depth-first from the roots, siblings by name without regard to case, ties by the name itself.
  private static func numbering(
    _ model: ModelDescription, children: [String: [EntityDescription]]
  ) throws -> [(entity: EntityDescription, familySize: Int)] {
    var numbered: [(entity: EntityDescription, familySize: Int)] = []
    func visit(_ siblings: [EntityDescription]) {
      for entity in siblings.sorted(by: precedes) {
        let position = numbered.count
        numbered.append((entity, 1))
        visit(children[entity.name] ?? [])
        numbered[position].familySize = numbered.count - position
      }
    }
    visit(model.entities.filter { $0.superentityName == nil })
    if numbered.count < model.entities.count {
      let reached = Set(numbered.map(\.entity.name))
      let names = Set(model.entities.map(\.name))
      for entity in model.entities where !reached.contains(entity.name) {
        guard let parent = entity.superentityName else { continue }
        if !names.contains(parent) {
          throw ModelError("its parent entity \"\(parent)\" is not in the model", entity: entity.name)
        }
      }
      let cycle = model.entities.map(\.name).filter { !reached.contains($0) }
      throw ModelError("its parents form a cycle (\(cycle.joined(separator: ", ")))", entity: cycle.first)
    }
    return numbered
  }

  private static func precedes(_ left: EntityDescription, _ right: EntityDescription) -> Bool {
    let (a, b) = (left.name.lowercased(), right.name.lowercased())
    return a == b ? left.name.precedesLiterally(right.name) : a.precedesLiterally(b)
  }
}

/// The fields and to-manys that one entity declares itself.
private struct OwnProperties {
  var fields: [ResolvedEntity.Field] = []
  var toManys: [ResolvedRelationship] = []

  init(_ entity: EntityDescription, numbers: [String: Int], entities: [String: EntityDescription]) throws {
    guard let number = numbers[entity.name] else { throw ModelError("has no number", entity: entity.name) }
    var seen: Set<String> = []
    let names = entity.attributes.map(\.name) + entity.relationships.map(\.name) + entity.fetchedProperties.map(\.name)
    for name in names where !seen.insert(name).inserted {
      throw ModelError("the entity has two properties of this name", entity: entity.name, property: name)
    }
    for attribute in entity.attributes.sorted(by: { $0.name.precedesLiterally($1.name) }) where !attribute.isTransient {
      for (path, leaf) in attribute.leaves() where !leaf.isTransient && leaf.type != .undefined {
        fields.append(.init(path: path, declaringEntityNumber: number, content: .attribute(leaf)))
      }
    }
    for relationship in entity.relationships.sorted(by: { $0.name.precedesLiterally($1.name) })
    where !relationship.isTransient {
      let resolved = try Self.resolve(relationship, of: entity, number: number, numbers: numbers, entities: entities)
      if relationship.isToMany {
        toManys.append(resolved)
      } else {
        fields.append(.init(path: [relationship.name], declaringEntityNumber: number, content: .toOne(resolved)))
      }
    }
  }

  private static func resolve(
    _ relationship: RelationshipDescription, of entity: EntityDescription, number: Int, numbers: [String: Int],
    entities: [String: EntityDescription]
  ) throws -> ResolvedRelationship {
    guard let destination = numbers[relationship.destinationEntityName] else {
      let name = relationship.destinationEntityName
      throw ModelError(
        name.isEmpty ? "the relationship has no destination entity" : "its destination \"\(name)\" is not in the model",
        entity: entity.name, property: relationship.name)
    }
    guard let inverseName = relationship.inverseName else {
      return ResolvedRelationship(
        description: relationship, declaringEntityNumber: number, destinationNumber: destination,
        inverseEntityNumber: nil, inverse: nil)
    }
    // The inverse may be declared by the destination or by one of its ancestors.
    var owner = entities[relationship.destinationEntityName]
    while let candidate = owner {
      if let inverse = candidate.relationships.first(where: { $0.name == inverseName }),
        let inverseNumber = numbers[candidate.name]
      {
        return ResolvedRelationship(
          description: relationship, declaringEntityNumber: number, destinationNumber: destination,
          inverseEntityNumber: inverseNumber, inverse: inverse)
      }
      owner = candidate.superentityName.flatMap { entities[$0] }
    }
    throw ModelError(
      "its inverse \"\(relationship.destinationEntityName).\(inverseName)\" does not exist", entity: entity.name,
      property: relationship.name)
  }
}

extension AttributeDescription {
  /// The attribute itself, or the leaves of a composite with their paths, in declared order.
  package func leaves() -> [(path: [String], leaf: AttributeDescription)] {
    guard type == .composite else { return [([name], self)] }
    return elements.flatMap { element in element.leaves().map { ([name] + $0.path, $0.leaf) } }
  }
}
