import Foundation
import SwiftData

enum SchemaClient {
  typealias Maker = MacroClient.Maker

  static func schema(_ version: any VersionedSchema.Type, _ url: URL, _ decoder: any Decoder) throws {
    let all = [
      Schema(), Schema(Schema.Entity("A"), Schema.Entity("B"), version: Schema.Version(1, 0, 0)), Schema([Maker.self]),
      Schema([Maker.self], version: .init(1, 2, 3)), Schema(versionedSchema: version), try Schema(from: decoder),
      try Schema.load(from: url),
    ]
    let one = all[0]
    let _: (Schema.Version, Schema.Version, Schema.Version) = (
      Schema.schemaEncodingVersion, one.encodingVersion, one.version
    )
    let _: ([Schema.Entity], [String: Schema.Entity]) = (one.entities, one.entitiesByName)
    try one.save(to: url)
    let _: Data = try JSONEncoder().encode(one)
    let _: (Bool, Int, String) = (one == all[1], one.hashValue, one.debugDescription)
    let _: Schema.Entity? = one.entity(for: Maker.self)
    let _: String = Schema.entityName(for: Maker.self)
    let part = Schema.Version(1, 2, 3)
    let _: (Int, Int, Int, String) = (part.major, part.minor, part.patch, part.description)
    let _: (Bool, Bool, Int) = (part < part, part == part, part.hashValue)
    let _: any Codable = part
  }

  static func entity(_ property: any SchemaProperty, _ decoder: any Decoder) throws {
    let child = Schema.Entity("Child", properties: property)
    let entity = Schema.Entity("Parent", subentities: child, properties: property, property)
    let _: Schema.Entity = try Schema.Entity(from: decoder)
    entity.name = "Name"
    entity.subentities = [child]
    entity.superentityName = nil
    entity.superentity = child.superentity
    entity.storedProperties = entity.inheritedProperties
    entity.inheritedProperties = []
    let _: [any SchemaProperty] = entity.properties
    entity.attributes = []
    entity.relationships = []
    entity.attributesByName = [:]
    entity.relationshipsByName = [:]
    entity.storedPropertiesByName = [:]
    entity.inheritedPropertiesByName = [:]
    entity.uniquenessConstraints = [["name"]]
    entity.indices = [["name"]]
    let _: (Bool, Int, String, any Codable) = (entity == child, entity.hashValue, entity.debugDescription, entity)
  }

  static func property<P: SchemaProperty>(_ given: P) {
    var property = given
    property.name = "name"
    property.originalName = "other"
    property.valueType = String.self
    let _: [Bool] = [
      property.isAttribute, property.isRelationship, property.isTransient, property.isOptional, property.isUnique,
    ]
    let _: any Codable & Hashable = property
  }

  static func attribute(_ decoder: any Decoder) throws {
    let options: [Schema.Attribute.Option] = [
      .unique, .transformable(by: MacroClient.Coder.self), .transformable(by: "Coder"), .externalStorage,
      .allowsCloudEncryption, .preserveValueOnDeletion, .ephemeral, .spotlight, .codable,
    ]
    let option = options[0]
    let _: (Bool, Int, String, any Codable) = (option == options[1], option.hashValue, option.debugDescription, option)
    let attribute = Schema.Attribute(.unique, .spotlight, originalName: "other", hashModifier: "2")
    let other = Schema.Attribute(
      name: "name", originalName: "other", options: options, valueType: Int.self, defaultValue: 1, hashModifier: "2")
    let _: Schema.Attribute = try Schema.Attribute(from: decoder)
    attribute.name = other.name
    attribute.originalName = other.originalName
    attribute.options = other.options
    attribute.valueType = other.valueType
    attribute.defaultValue = other.defaultValue
    attribute.isOptional = other.isOptional
    attribute.hashModifier = other.hashModifier
    let _: [Bool] = [
      attribute.isAttribute, attribute.isRelationship, attribute.isTransient, attribute.isUnique,
      attribute.isTransformable, attribute.isCodable, attribute == other,
    ]
    let _: (Int, String) = (attribute.hashValue, attribute.debugDescription)
    let composite = Schema.CompositeAttribute(
      name: "name", originalName: nil, options: [], valueType: Int.self, defaultValue: nil, hashModifier: nil)
    composite.properties = [other]
    let _: Schema.CompositeAttribute = try Schema.CompositeAttribute(from: decoder)
    let _: String = composite.debugDescription
    let _: Schema.Attribute = composite
  }

  static func relationship(_ decoder: any Decoder) throws {
    let relationship = Schema.Relationship(
      .unique, deleteRule: .nullify, minimumModelCount: 0, maximumModelCount: 0, originalName: "other",
      inverse: \MacroClient.Thing.maker, hashModifier: "2")
    let other = try Schema.Relationship(from: decoder)
    relationship.name = other.name
    relationship.originalName = other.originalName
    relationship.keypath = other.keypath
    relationship.options = other.options
    relationship.valueType = other.valueType
    relationship.destination = other.destination
    relationship.deleteRule = other.deleteRule
    relationship.inverseName = other.inverseName
    relationship.inverseKeyPath = other.inverseKeyPath
    relationship.minimumModelCount = other.minimumModelCount
    relationship.maximumModelCount = other.maximumModelCount
    relationship.hashModifier = other.hashModifier
    let _: [Bool] = [
      relationship.isToOneRelationship, relationship.isUnique, relationship.isAttribute, relationship.isTransient,
      relationship.isRelationship, relationship.isOptional, relationship == other,
    ]
    let _: (Int, String) = (relationship.hashValue, relationship.debugDescription)
    let rules: [Schema.Relationship.DeleteRule] = [.noAction, .nullify, .cascade, .deny]
    let _: [String] = rules.map(\.rawValue)
    let option: Schema.Relationship.Option = .unique
    let _: (Bool, Int, String, any Codable) = (option == .unique, option.hashValue, option.debugDescription, option)
  }

  static func lists(_ decoder: any Decoder) throws {
    let index = Schema.Index<Maker>([\.name], [\.code])
    let kinds = Schema.Index<Maker>(.binary([\.name]), .rtree([\.code]))
    let _: [Schema.Index<Maker>.Types<Maker>] = kinds.indices
    index.name = index.originalName
    index.originalName = ""
    index.valueType = Maker.self
    let _: (Bool, Bool, Int, String) = (index.isUnique, index == kinds, index.hashValue, index.debugDescription)
    let _: Schema.Index<Maker> = try Schema.Index<Maker>(from: decoder)
    let _: [any CodingKey] = [Schema.Index<Maker>.CodingKeys.indices, Schema.Unique<Maker>.CodingKeys.constraints]
    let unique = Schema.Unique<Maker>([\.name], [\.code, \.year])
    let _: [[PartialKeyPath<Maker>]] = unique.constraints
    unique.name = unique.originalName
    unique.originalName = ""
    unique.valueType = Maker.self
    let _: (Bool, Bool, Int, String) = (unique.isUnique, unique == unique, unique.hashValue, unique.debugDescription)
    let _: Schema.Unique<Maker> = try Schema.Unique<Maker>(from: decoder)
  }
}
