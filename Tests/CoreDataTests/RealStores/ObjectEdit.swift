import CoreData
import Foundation

/// One edited property: what is to be read back, and where the file may show it.
struct ObjectEdit {
  let object: URL
  let key: String
  let kinds: [String]
  /// How the property reads after the edit.
  let shown: String
  /// Of a to-many: the keys of its rows, in order where it has one.
  var members: [Int64]?

  init(_ object: NSManagedObject, _ property: NSPropertyDescription) {
    self.object = object.objectID.uriRepresentation()
    key = property.name
    kinds = Self.kinds(property, of: object.entity)
    shown = Self.shown(object, property)
    if let relationship = property as? NSRelationshipDescription, relationship.isToMany {
      let keys = Self.members(object, relationship).map { StoreCopy.key($0) }
      members = relationship.isOrdered ? keys : keys.sorted()
    }
  }

  /// What a property is counted under.
  static func kinds(_ property: NSPropertyDescription, of entity: NSEntityDescription) -> [String] {
    let isInherited = entity.superentity?.propertiesByName[property.name] != nil
    return [kind(property)] + (isInherited ? ["inherited"] : [])
  }

  private static func kind(_ property: NSPropertyDescription) -> String {
    if let relationship = property as? NSRelationshipDescription {
      guard relationship.isToMany else { return "to-one" }
      if relationship.isOrdered { return "ordered" }
      return relationship.inverseRelationship?.isToMany == true ? "many-to-many" : "one-to-many"
    }
    guard let attribute = property as? NSAttributeDescription else { return "fetched" }
    if attribute is NSDerivedAttributeDescription { return "derived" }
    switch attribute.attributeType {
    case .integer16AttributeType: return "integer 16"
    case .integer32AttributeType: return "integer 32"
    case .integer64AttributeType: return "integer 64"
    case .booleanAttributeType: return "boolean"
    case .doubleAttributeType: return "double"
    case .floatAttributeType: return "float"
    case .decimalAttributeType: return "decimal"
    case .dateAttributeType: return "date"
    case .stringAttributeType: return "string"
    case .UUIDAttributeType: return "UUID"
    case .URIAttributeType: return "URI"
    case .binaryDataAttributeType: return attribute.allowsExternalBinaryDataStorage ? "external data" : "binary"
    case .transformableAttributeType: return "transformable"
    case .compositeAttributeType: return "composite"
    default: return "undefined"
    }
  }

  static func members(_ object: NSManagedObject, _ relationship: NSRelationshipDescription) -> [NSManagedObject] {
    let value = object.value(forKey: relationship.name)
    return (value as? NSOrderedSet)?.array as? [NSManagedObject] ?? (value as? NSSet)?.allObjects as? [NSManagedObject]
      ?? []
  }

  /// A value as text that is the same for equal values.
  static func shown(_ object: NSManagedObject, _ property: NSPropertyDescription) -> String {
    if let relationship = property as? NSRelationshipDescription {
      if relationship.isToMany {
        let uris = members(object, relationship).map { $0.objectID.uriRepresentation().absoluteString }
        return (relationship.isOrdered ? uris : uris.sorted()).joined(separator: " ")
      }
      let other = object.value(forKey: relationship.name) as? NSManagedObject
      return other?.objectID.uriRepresentation().absoluteString ?? "nil"
    }
    switch object.value(forKey: property.name) {
    case let date as Date: return "\(date.timeIntervalSinceReferenceDate)"
    case let data as Data: return data.base64EncodedString()
    case let list as [Any]: return list.map { "\($0)" }.joined(separator: ", ")
    case let table as [String: Any]: return table.map { "\($0): \($1)" }.sorted().joined(separator: ", ")
    case let value?: return "\(value)"
    case nil: return "nil"
    }
  }
}
