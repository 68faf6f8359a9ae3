import Foundation
import FoundationAdditions
import ModelDescription
import ModelEvolution

/// Writes an inferred mapping as Core Data's objects have it.
struct InferredMappings {
  private let mapping: ModelMapping
  private let hashes: (source: [String: Data], destination: [String: Data])

  init(_ mapping: ModelMapping) {
    self.mapping = mapping
    hashes = (mapping.source.versionHashes(), mapping.destination.versionHashes())
  }

  /// Apple's inferred mappings are named by what they do and by the entity.
  private static func name(_ pair: EntityMapping) -> String {
    switch pair.change {
    case .added: "IEM_Add_\(pair.destination.name)"
    case .copied: "IEM_Copy_\(pair.destination.name)"
    case .transformed: "IEM_Transform_\(pair.destination.name)"
    }
  }

  var entityMappings: [NSEntityMapping] {
    mapping.entities.map(entityMapping)
      + mapping.removedEntities.map { entity in
        let removed = NSEntityMapping()
        removed.name = "IEM_Remove_\(entity.name)"
        removed.mappingType = .removeEntityMappingType
        removed.sourceEntityName = entity.name
        removed.sourceEntityVersionHash = hashes.source[entity.name]
        return removed
      }
  }

  private func entityMapping(_ pair: EntityMapping) -> NSEntityMapping {
    let result = NSEntityMapping()
    result.name = Self.name(pair)
    result.mappingType =
      switch pair.change {
      case .added: .addEntityMappingType
      case .copied: .copyEntityMappingType
      case .transformed: .transformEntityMappingType
      }
    result.sourceEntityName = pair.source?.name
    result.sourceEntityVersionHash = pair.source.flatMap { hashes.source[$0.name] }
    result.destinationEntityName = pair.destination.name
    result.destinationEntityVersionHash = hashes.destination[pair.destination.name]
    guard let source = pair.source else { return result }
    var (attributes, relationships): ([NSPropertyMapping], [NSPropertyMapping]) = ([], [])
    for (field, content) in zip(pair.destination.fields, pair.fields) {
      switch content {
      // A struct's parts are mapped by rows only.
      case .attribute(let attribute) where field.path.count == 1:
        let property = NSPropertyMapping()
        property.name = field.name
        property.valueExpression = attribute.sourceField.map { Self.value(source.fields[$0].name) }
        attributes.append(property)
      case .attribute: continue
      case .toOne(let relationship): relationships += relationshipMapping(relationship).map { [$0] } ?? []
      }
    }
    for relationship in pair.toManys { relationships += relationshipMapping(relationship).map { [$0] } ?? [] }
    result.attributeMappings = attributes
    result.relationshipMappings = relationships
    return result
  }

  private static func value(_ name: String) -> __Deprecated.Expression {
    __Deprecated.Expression(format: "$source.\(name)")
  }

  private func relationshipMapping(_ relationship: RelationshipMapping) -> NSPropertyMapping? {
    guard let former = relationship.source,
      let destination = mapping.entity(numbered: relationship.destination.destinationNumber)
    else { return nil }
    let property = NSPropertyMapping()
    property.name = relationship.destination.name
    property.valueExpression = __Deprecated.Expression(
      format: "FUNCTION($manager, %@, %@, $source.\(former.name))",
      "destinationInstancesForEntityMappingNamed:sourceInstances:", Self.name(destination))
    return property
  }
}
