import Foundation
import FoundationAdditions
import ModelDescription

extension NSEntityDescription {
  /// The class instance for an entity of a model, without parent and subentities.
  static func make(_ description: EntityDescription) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = description.name
    entity.isAbstract = description.isAbstract
    if let name = description.className { entity.managedObjectClassName = name }
    entity.renamingIdentifier = description.renamingIdentifier
    entity.versionHashModifier = description.versionHashModifier
    entity.userInfo = description.userInfo.entries
    entity.uniquenessConstraints = description.uniquenessConstraints
    entity.take(spotlight: description.spotlightDisplayName, compounds: description.compoundIndexes)
    entity.properties =
      description.attributes.map { NSAttributeDescription.make($0) }
      + description.relationships.map { relationship in
        let made = NSRelationshipDescription()
        made.take(relationship)
        return made
      }
      + description.fetchedProperties.map { property in
        let made = NSFetchedPropertyDescription()
        made.take(property)
        return made
      }
    entity.indexes = description.indexes.map { NSFetchIndexDescription.make($0) }
    var origin = description
    (origin.attributes, origin.relationships, origin.fetchedProperties, origin.indexes) = ([], [], [], [])
    entity.origin = origin
    return entity
  }

  /// The entity as a value.
  ///
  /// - Throws: `ModelError` for an entity without a name and for what a model cannot hold.
  func entityDescription() throws -> EntityDescription {
    guard let name, !name.isEmpty else { throw ModelError("an entity of the model has no name") }
    var result = origin ?? EntityDescription(name: name)
    result.name = name
    // A parent that the model lacks stays what the file says.
    result.superentityName = superentity?.name ?? (origin?.name == name && model != nil ? missingParent : nil)
    result.isAbstract = isAbstract
    result.className = givenClassName
    result.renamingIdentifier = givenRenamingIdentifier
    result.versionHashModifier = versionHashModifier
    result.userInfo = UserInfo(any: userInfo)
    result.uniquenessConstraints = constraintNames
    result.compoundIndexes = compoundNames
    result.spotlightDisplayName = spotlightDisplayName
    result.indexes = indexes.map { $0.indexDescription() }
    (result.attributes, result.relationships, result.fetchedProperties) = ([], [], [])
    for property in ownProperties {
      switch property {
      case let attribute as NSAttributeDescription: result.attributes.append(try attribute.attributeDescription())
      case let relationship as NSRelationshipDescription:
        result.relationships.append(relationship.relationshipDescription())
      case let fetched as NSFetchedPropertyDescription: result.fetchedProperties.append(fetched.fetchedDescription())
      default:
        throw ModelError(
          "is a \(type(of: property)), which an entity cannot have; it takes attributes, relationships and fetched "
            + "properties", entity: name, property: property.name)
      }
    }
    return result
  }

  private var missingParent: String? {
    origin?.superentityName.flatMap { model?.entity(named: $0) == nil ? $0 : nil }
  }
}

extension NSFetchIndexDescription {
  static func make(_ description: FetchIndexDescription) -> NSFetchIndexDescription {
    let elements = description.elements.map { element in
      let made = NSFetchIndexElementDescription.make(element)
      made.origin = element
      return made
    }
    let index = NSFetchIndexDescription(name: description.name, elements: elements)
    index.partialIndexPredicate = description.partialPredicate.map { ModelText.predicate($0) }
    index.originalPredicate = description.partialPredicate
    index.origin = description
    return index
  }

  func indexDescription() -> FetchIndexDescription {
    var result = origin ?? FetchIndexDescription(name: name, elements: [])
    result.name = name
    result.partialPredicate = originalPredicate ?? partialIndexPredicate?.formatText
    result.elements = elements.map { $0.elementDescription() }
    return result
  }
}

extension NSFetchIndexElementDescription {
  fileprivate static func make(_ description: FetchIndexDescription.Element) -> NSFetchIndexElementDescription {
    let kind: NSFetchIndexElementType = description.kind == .rTree ? .rTree : .binary
    let element: NSFetchIndexElementDescription
    if let text = description.expression {
      let expression = NSExpressionDescription()
      expression.name = description.propertyName ?? "expression"
      expression.expression = ModelText.expression(text)
      element = NSFetchIndexElementDescription(property: expression, collationType: kind)
      element.originalExpression = text
    } else {
      element = NSFetchIndexElementDescription(propertyName: description.propertyName, collationType: kind)
    }
    element.isAscending = description.isAscending
    return element
  }

  fileprivate func elementDescription() -> FetchIndexDescription.Element {
    var result = origin ?? FetchIndexDescription.Element(propertyName: nil)
    if let expression = expressionDescription {
      result.expression = originalExpression ?? expression.expression.map { ModelText.text($0) }
    } else {
      result.propertyName = propertyName
      result.expression = nil
    }
    result.kind = collationType == .rTree ? .rTree : .binary
    result.isAscending = isAscending
    return result
  }
}

extension EntityHash {
  /// The hash of an entity: that of its model, or its own where it is in none yet.
  static func hash(of entity: NSEntityDescription) -> Data {
    if let name = entity.name, let hash = entity.model?.entityVersionHashesByName[name] { return hash }
    var lineage: [EntityDescription] = []
    var parentHash = Data()
    for level in entity.lineage.reversed() {
      guard let description = try? level.entityDescription() else { return Data() }
      lineage.append(description)
      parentHash = hash(of: lineage, parentHash: parentHash)
    }
    return parentHash
  }
}
