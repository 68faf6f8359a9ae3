package import ModelDescription
import ObjectGraph

extension Schema {
  /// The model that stores of this schema have.
  ///
  /// Facts are those of the cached models in stores that SwiftData made (StoreFormat.md section 7).
  /// - Throws: `ModelError` that names the class and property which cannot be stored.
  package func modelDescription() throws -> ModelDescription {
    if let problem = problems.first {
      throw ModelError(problem.message, entity: problem.entity, property: problem.property)
    }
    return ModelDescription(
      entities: try entities.map { try $0.entityDescription() }, versionIdentifiers: [version.description])
  }
}

extension Schema.Entity {
  func entityDescription() throws -> EntityDescription {
    EntityDescription(
      name: name, superentityName: superentityName,
      attributes: try attributeList.map {
        try AttributeMapping($0, entity: name).description()
      },
      relationships: relationshipList.map(\.relationshipDescription), uniquenessConstraints: allConstraints,
      indexes: indices.map { names in
        FetchIndexDescription(swiftDataIndexOf: names, kind: .binary)
      }
        + locationIndices.map { names in
          FetchIndexDescription(swiftDataIndexOf: names, kind: .rTree)
        })
  }

  /// Constraints, with those that options of hand-made properties state, each once.
  private var allConstraints: [[String]] {
    let options = storedProperties.filter { $0.isUnique && !$0.name.isEmpty }.map { [$0.name] }
    return uniquenessConstraints + options.filter { !uniquenessConstraints.contains($0) }
  }
}

extension Schema.Relationship {
  /// A to-many of the type `[Model]` is mandatory with no minimum, an optional one optional (iOS-ChefTime's store).
  var relationshipDescription: RelationshipDescription {
    let isToMany = !isToOneRelationship
    return RelationshipDescription(
      name: name, destinationEntityName: destination, inverseName: inverseName,
      inverseEntityName: inverseName == nil ? nil : destination, isOptional: isOptional, isToMany: isToMany,
      minimumCount: minimumModelCount ?? 0, maximumCount: isToMany ? maximumModelCount ?? 0 : 1,
      deleteRule: rule, renamingIdentifier: originalName == name ? nil : originalName,
      versionHashModifier: hashModifier)
  }

  private var rule: RelationshipDescription.DeleteRule {
    switch deleteRule {
    case .noAction: .noAction
    case .nullify: .nullify
    case .cascade: .cascade
    case .deny: .deny
    }
  }
}
