import ObjectGraph

/// Something about the classes that no schema can say.
package struct SchemaProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package var entity: String
  package var property: String?
  package var message: String

  package var description: String { "\(entity)\(property.map { ".\($0)" } ?? ""): \(message)" }
}

/// Makes entities of model classes: those given, and all that they reach through relationships.
struct SchemaBuilder {
  private(set) var entities: [Schema.Entity] = []
  private(set) var types: [String: any PersistentModel.Type] = [:]
  private(set) var problems: [SchemaProblem] = []

  mutating func add(_ given: [any PersistentModel.Type]) {
    var queue = given[...]
    while let type = queue.popFirst() {
      let name = Self.name(type)
      if let known = types[name] {
        if known != type {
          problems.append(
            SchemaProblem(
              entity: name,
              message: "two classes, \(String(reflecting: known)) and \(String(reflecting: type)), have this name"))
        }
        continue
      }
      types[name] = type
      queue += addEntity(name, type)
    }
    addFamilies()
    InverseResolution(entities, types).apply(&problems)
  }

  /// Superclasses come along, and properties go down to subclasses.
  private func addFamilies() {
    let byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for entity in entities {
      var next = entity.superentityName.flatMap { byName[$0] }
      next?.subentities.insert(entity)
      entity.superentity = next
      while let ancestor = next {
        entity.inheritedProperties = ancestor.storedProperties + entity.inheritedProperties
        next = ancestor.superentityName.flatMap { byName[$0] }
      }
    }
  }

  private static func name(_ type: any PersistentModel.Type) -> String { String(describing: type) }

  /// The classes that the new entity refers to.
  private mutating func addEntity(_ name: String, _ type: any PersistentModel.Type) -> [any PersistentModel.Type] {
    let entity = Schema.Entity(name)
    var destinations: [any PersistentModel.Type] = []
    if let parent = type._$layout.superclass as? any PersistentModel.Type {
      entity.superentityName = Self.name(parent)
      destinations.append(parent)
    }
    for item in type.schemaMetadata {
      if let list = item.metadata as? any SchemaKeyPathList {
        addList(list, to: entity, type._$layout)
      } else if let destination = Self.destination(item.valueType) {
        entity.storedProperties.append(relationship(item, to: Self.name(destination)))
        destinations.append(destination)
      } else {
        if item.metadata is Schema.Relationship {
          problems.append(
            SchemaProblem(
              entity: name, property: item.name,
              message: "'@Relationship' needs a model or an array of models, not \(item.valueType)"))
        }
        let attribute = attribute(item)
        attribute.initialValue = item.initial
        if attribute.isUnique { addConstraint([item.name], to: entity) }
        entity.storedProperties.append(attribute)
      }
    }
    entities.append(entity)
    return destinations
  }

  private mutating func addList(
    _ list: any SchemaKeyPathList, to entity: Schema.Entity, _ layout: ModelLayout
  ) {
    for (kind, keyPaths) in list.list {
      let names = keyPaths.compactMap { layout.slot(of: $0).map { layout.properties[$0].name } }
      guard names.count == keyPaths.count, !names.isEmpty else {
        problems.append(
          SchemaProblem(
            entity: entity.name,
            message: "'#Unique' and '#Index' take key paths of the model's own persisted properties"))
        continue
      }
      switch kind {
      case .unique: addConstraint(names, to: entity)
      case .binary: entity.indices.append(names)
      case .rtree: entity.locationIndices.append(names)
      }
    }
  }

  /// `.unique` and `#Unique` may say the same.
  private func addConstraint(_ names: [String], to entity: Schema.Entity) {
    if !entity.uniquenessConstraints.contains(names) { entity.uniquenessConstraints.append(names) }
  }

  private func relationship(_ item: Schema.PropertyMetadata, to destination: String) -> Schema.Relationship {
    let said = item.metadata as? Schema.Relationship
    let relationship = Schema.Relationship(
      deleteRule: said?.deleteRule ?? .nullify, minimumModelCount: said?.minimumModelCount ?? 0,
      maximumModelCount: said?.maximumModelCount ?? 0, originalName: said?.originalName,
      inverse: said?.inverseKeyPath, hashModifier: said?.hashModifier)
    relationship.options = said?.options ?? []
    relationship.name = item.name
    if relationship.originalName.isEmpty { relationship.originalName = item.name }
    relationship.keypath = item.keypath
    relationship.valueType = item.valueType
    relationship.destination = destination
    return relationship
  }

  private func attribute(_ item: Schema.PropertyMetadata) -> Schema.Attribute {
    let said = item.metadata as? Schema.Attribute
    let original = said.flatMap { $0.originalName.isEmpty ? nil : $0.originalName }
    let options = said?.options ?? []
    if !options.contains(.codable), said?.transformerName == nil,
      let shape = try? ValueShape(of: Schema.Relationship.unwrapped(item.valueType)),
      case .structure(let elements) = shape
    {
      let composite = Schema.CompositeAttribute(
        name: item.name, originalName: original, options: options, valueType: item.valueType,
        defaultValue: item.defaultValue, hashModifier: said?.hashModifier)
      composite.properties = elements.map { Schema.Attribute(part: $0) }
      return composite
    }
    return Schema.Attribute(
      name: item.name, originalName: original, options: options, valueType: item.valueType,
      defaultValue: item.defaultValue, hashModifier: said?.hashModifier)
  }

  private static func destination(_ type: any Any.Type) -> (any PersistentModel.Type)? {
    let type = Schema.Relationship.unwrapped(type)
    return (type as? any PersistentModel.Type) ?? (type as? any ModelArray.Type)?.elementType
      as? any PersistentModel.Type
  }
}

extension Schema.PropertyMetadata {
  var valueType: any Any.Type { type(of: keypath).valueType }
}
