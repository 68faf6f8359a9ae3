import Foundation
import FoundationAdditions
import ModelDescription
import ModelEvolution

/// Writes a mapping that was read from a file as Core Data's objects have it.
struct AuthoredMappings {
  private let mapping: AuthoredMapping

  init(_ mapping: AuthoredMapping) { self.mapping = mapping }

  var entityMappings: [NSEntityMapping] { mapping.entities.map(entityMapping) }

  private func entityMapping(_ entity: AuthoredEntityMapping) -> NSEntityMapping {
    let result = NSEntityMapping()
    result.name = entity.name
    result.mappingType =
      switch entity.kind {
      case .custom: .customEntityMappingType
      case .add: .addEntityMappingType
      case .remove: .removeEntityMappingType
      case .copy: .copyEntityMappingType
      case .transform: .transformEntityMappingType
      }
    result.sourceEntityName = entity.source?.name
    result.sourceEntityVersionHash = entity.sourceHash
    result.destinationEntityName = entity.destination?.name
    result.destinationEntityVersionHash = entity.destinationHash
    result.entityMigrationPolicyClassName = entity.policyClassName
    result.attributeMappings = entity.attributes.map(Self.property)
    result.relationshipMappings = entity.relationships.map(Self.property)
    if !entity.userInfo.isEmpty { result.userInfo = entity.userInfo.entries }
    if let expression = entity.sourceExpression {
      (result.sourceExpression, result.problem) = Self.expression(expression)
    } else if let name = entity.source?.name, let filter = entity.sourceFilter {
      result.sourceExpression = __Deprecated.Expression(
        format: "FUNCTION($manager, %@, %@, %@)", SourceRequest.selector, name, filter)
    }
    return result
  }

  private static func property(_ property: AuthoredEntityMapping.Property) -> NSPropertyMapping {
    let result = NSPropertyMapping()
    result.name = property.name
    if !property.userInfo.isEmpty { result.userInfo = property.userInfo.entries }
    guard let expression = property.expression else { return result }
    (result.valueExpression, result.problem) = Self.expression(expression)
    return result
  }

  /// The expression, or why there is none.
  private static func expression(_ expression: MappingExpression) -> (__Deprecated.Expression?, String?) {
    switch expression {
    case .unread(_, let reason): return (nil, reason)
    case .format(let text):
      do {
        return (try __Deprecated.Expression.parse(text), nil)
      } catch {
        return (nil, "\(error)")
      }
    }
  }
}
