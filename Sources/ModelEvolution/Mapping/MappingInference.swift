import ModelDescription

/// The work of `ModelMapping.inferred`: entities first, then what each row of the destination is made of.
struct MappingInference {
  let source: ResolvedModel
  let destination: ResolvedModel
  let followsRenaming: Bool
  /// Number of the source's entity for each of the destination's, by position.
  let sourceNumbers: [Int?]
  /// The other way round.
  let destinationNumbers: [Int?]
  var obstacles: [MappingObstacle] = []
  private var found: Set<MappingObstacle> = []

  init(source: ResolvedModel, destination: ResolvedModel) {
    self.source = source
    self.destination = destination
    followsRenaming = source.versionHashes() != destination.versionHashes()
    let matching = NameMatching(
      store: source.entities.map { .init($0.name, $0.description.renamingIdentifier) },
      classes: destination.entities.map { .init($0.name, $0.description.renamingIdentifier) },
      followsRenaming: followsRenaming)
    sourceNumbers = matching.storeIndices.map { $0.map { $0 + 1 } }
    var numbers = [Int?](repeating: nil, count: source.entities.count)
    for (position, index) in matching.storeIndices.enumerated() {
      if let index { numbers[index] = position + 1 }
    }
    destinationNumbers = numbers
  }

  consuming func mapping() -> ModelMapping {
    let entities = destination.entities.map { map($0) }
    return ModelMapping(
      source: source, destination: destination, entities: entities, destinationNumbers: destinationNumbers,
      obstacles: obstacles)
  }

  private mutating func map(_ entity: ResolvedEntity) -> EntityMapping {
    let partner = sourceNumbers[entity.number - 1].flatMap { source.entity(numbered: $0) }
    let ours = StoredProperty.all(of: entity, in: destination)
    let theirs = partner.map { StoredProperty.all(of: $0, in: source) } ?? []
    let matching = NameMatching(
      store: theirs.map(\.matchingName), classes: ours.map(\.matchingName), followsRenaming: followsRenaming)
    var row = RowMapping(entity: entity, source: partner)
    for (property, index) in zip(ours, matching.storeIndices) {
      map(property, from: index.map { theirs[$0] }, into: &row)
    }
    row.removed += matching.unmatched.map { theirs[$0].name }
    return row.mapping()
  }

  private mutating func map(_ property: StoredProperty, from former: StoredProperty?, into row: inout RowMapping) {
    switch (former?.content, property.content) {
    case (nil, .attribute), (.attribute, .attribute):
      mapAttribute(property, from: former, into: &row)
    case (nil, .relationship(let ours)):
      row.set(relationship(ours, from: nil), at: property.fields.first)
    case (.relationship(let theirs), .relationship(let ours)):
      row.set(relationship(ours, from: theirs, in: row.entity), at: property.fields.first)
    case (.relationship, .attribute(let ours)):
      note(
        .propertyKind, row.entity, property, ours.name, "a relationship becomes an attribute.",
        "Give the attribute a name of its own, and fill it in a custom stage.")
      mapAttribute(property, from: nil, into: &row)
      row.removed += [former?.name].compactMap(\.self)
    case (.attribute, .relationship(let ours)):
      note(
        .propertyKind, row.entity, property, ours.name, "an attribute becomes a relationship.",
        "Give the relationship a name of its own, and set it in a custom stage.")
      row.set(relationship(ours, from: nil), at: property.fields.first)
      row.removed += [former?.name].compactMap(\.self)
    }
  }

  /// Notes an obstacle under the entity that declares the property, once for a whole family.
  mutating func note(
    _ kind: MappingObstacle.Kind, _ entity: ResolvedEntity, _ property: StoredProperty, _ name: String,
    _ reason: String, _ remedy: String
  ) {
    let owner = destination.entity(numbered: property.declaringEntityNumber) ?? entity
    // A new parent has no rows of its own: what its children bring along is theirs.
    let place = sourceNumbers[owner.number - 1] == nil ? entity : owner
    let obstacle = MappingObstacle(
      kind: kind, entityName: place.name, propertyName: name, reason: reason, remedy: remedy)
    if found.insert(obstacle).inserted { obstacles.append(obstacle) }
  }
}

/// The mapping of one entity in the making.
struct RowMapping {
  let entity: ResolvedEntity
  let source: ResolvedEntity?
  var fields: [FieldMapping?]
  var toManys: [RelationshipMapping] = []
  var removed: [String] = []

  init(entity: ResolvedEntity, source: ResolvedEntity?) {
    self.entity = entity
    self.source = source
    fields = Array(repeating: nil, count: entity.fields.count)
  }

  /// - Parameter field: that of a to-one; `nil` for a to-many.
  mutating func set(_ relationship: RelationshipMapping, at field: Int?) {
    if let field { fields[field] = .toOne(relationship) } else { toManys.append(relationship) }
  }

  func mapping() -> EntityMapping {
    let fields = zip(entity.fields, fields).map { field, mapping -> FieldMapping in
      if let mapping { return mapping }
      switch field.content {
      case .attribute: return .attribute(AttributeMapping(sourceField: nil, fill: .null))
      case .toOne(let relationship):
        return .toOne(RelationshipMapping(source: nil, destination: relationship, changes: [.added]))
      }
    }
    let order = Dictionary(
      entity.toManys.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    return EntityMapping(
      source: source, destination: entity, fields: fields,
      toManys: toManys.sorted { order[$0.destination.name, default: 0] < order[$1.destination.name, default: 0] },
      removedProperties: removed)
  }
}
