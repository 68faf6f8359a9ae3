import ModelDescription

/// A property that rows hold, own or inherited, with the fields that keep it.
struct StoredProperty {
  let content: Content
  /// Numbers of the entity's fields: one for an attribute or to-one, several for a composite, none for a to-many.
  let fields: [Int]
  let declaringEntityNumber: Int

  enum Content {
    case attribute(AttributeDescription)
    case relationship(ResolvedRelationship)
  }

  var name: String {
    switch content {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  var matchingName: NameMatching.Name {
    switch content {
    case .attribute(let attribute): .init(attribute.name, attribute.renamingIdentifier)
    case .relationship(let relationship): .init(relationship.name, relationship.description.renamingIdentifier)
    }
  }

  /// Every stored property of an entity, its own and those of its ancestors, the root's first.
  static func all(of entity: ResolvedEntity, in model: ResolvedModel) -> [StoredProperty] {
    var lineage: [ResolvedEntity] = []
    var next: ResolvedEntity? = entity
    while let level = next {
      lineage.insert(level, at: 0)
      next = level.superentityNumber.flatMap { model.entity(numbered: $0) }
    }
    return lineage.flatMap { level -> [StoredProperty] in
      func fields(_ name: String) -> [Int] {
        entity.fields.indices.filter {
          entity.fields[$0].declaringEntityNumber == level.number && entity.fields[$0].path.first == name
        }
      }
      let attributes = level.description.attributes.filter { !$0.isTransient }.map {
        StoredProperty(content: .attribute($0), fields: fields($0.name), declaringEntityNumber: level.number)
      }
      let toOnes = entity.fields.indices.compactMap { number -> StoredProperty? in
        guard let toOne = entity.fields[number].toOne, toOne.declaringEntityNumber == level.number else { return nil }
        return StoredProperty(content: .relationship(toOne), fields: [number], declaringEntityNumber: level.number)
      }
      let toManys = entity.toManys.filter { $0.declaringEntityNumber == level.number }.map {
        StoredProperty(content: .relationship($0), fields: [], declaringEntityNumber: level.number)
      }
      return attributes + toOnes + toManys
    }
  }
}
