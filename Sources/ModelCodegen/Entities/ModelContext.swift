import ModelDescription

/// What the writer of one class must know of the whole model.
struct ModelContext {
  let resolved: ResolvedModel
  let types: TypeNames
  let literals: SwiftLiteral
  let availability: SystemAvailability
  let inverses: InverseTable
  /// Swift names of written properties, own ones only, by entity and property.
  private var names: [String: [String: String]] = [:]
  /// The struct of each composite attribute's elements.
  private(set) var composites: [CompositeKey: String] = [:]

  /// Which attribute has the composite: named composites share one struct.
  enum CompositeKey: Hashable {
    case named(String)
    case anonymous(entity: String, property: String)
  }

  /// - Parameter others: names of types that stand beside the generated ones.
  init(_ model: ModelDescription, others: Set<String> = []) throws {
    try UnusableNames.check(model)
    resolved = try ResolvedModel(model)
    availability = SystemAvailability(model)
    inverses = InverseTable(model)
    var declared = Set(model.entities.map(\.name))
    for entity in model.entities.sorted(by: { $0.name < $1.name }) {
      for attribute in entity.attributes where attribute.type == .composite {
        let key = Self.key(of: attribute, in: entity.name)
        if composites[key] != nil { continue }
        var name =
          attribute.compositeName ?? entity.name + attribute.name.prefix(1).uppercased() + attribute.name.dropFirst()
        while declared.contains(name) { name += "Value" }
        declared.insert(name)
        composites[key] = name
      }
    }
    types = TypeNames(declared: declared.union(others))
    literals = SwiftLiteral(types: types)
    for entity in resolved.entities { names[entity.name] = try Self.names(of: entity.description) }
  }

  static func key(of attribute: AttributeDescription, in entity: String) -> CompositeKey {
    attribute.compositeName.map { .named($0) } ?? .anonymous(entity: entity, property: attribute.name)
  }

  private static func names(of entity: EntityDescription) throws -> [String: String] {
    var swiftNames = PropertyNames(entity.attributes.map(\.name) + entity.relationships.map(\.name))
    let written =
      entity.attributes.filter { isWritten($0) }.map(\.name)
      + entity.relationships.filter { !$0.isTransient }.map(\.name)
    var names: [String: String] = [:]
    for property in written {
      guard let escaped = SwiftIdentifier.escaped(swiftNames.name(for: property)) else {
        throw ModelError("the name cannot be written in Swift", entity: entity.name, property: property)
      }
      names[property] = escaped
    }
    return names
  }

  static func isWritten(_ attribute: AttributeDescription) -> Bool {
    attribute.type != .undefined && attribute.type != .objectID
  }

  /// The name in Swift of an entity's own or inherited property; `nil` when the classes do not have it.
  func swiftName(of property: String, in entity: String) -> String? {
    var current: String? = entity
    while let name = current {
      if let found = names[name]?[property] { return found }
      current = resolved.entity(named: name)?.description.superentityName
    }
    return nil
  }

  func className(of entity: String) throws -> String {
    guard let name = SwiftIdentifier.escaped(entity) else {
      throw ModelError("the name cannot be written in Swift", entity: entity)
    }
    return name
  }

  /// The entity's ancestors, root first.
  func ancestors(of entity: EntityDescription) -> [EntityDescription] {
    var ancestors: [EntityDescription] = []
    var current = entity.superentityName
    while let name = current, let parent = resolved.entity(named: name)?.description {
      ancestors.insert(parent, at: 0)
      current = parent.superentityName
    }
    return ancestors
  }
}
