import ModelDescription

/// Two entities that belong together, with their stored properties matched.
struct EntityPair {
  let store: EntityDescription
  let classes: EntityDescription
  /// The entity's number in the classes' model.
  let number: Int
  private(set) var attributes: [(store: AttributeDescription, classes: AttributeDescription)] = []
  private(set) var relationships: [(store: RelationshipDescription, classes: RelationshipDescription)] = []
  /// An attribute on one side that is a relationship on the other.
  private(set) var mixed: [(store: Property, classes: Property)] = []
  private(set) var onlyInStore: [Property]
  private(set) var onlyInClasses: [Property] = []

  enum Property {
    case attribute(AttributeDescription)
    case relationship(RelationshipDescription)

    var name: String {
      switch self {
      case .attribute(let attribute): attribute.name
      case .relationship(let relationship): relationship.name
      }
    }

    var matchingName: NameMatching.Name {
      switch self {
      case .attribute(let attribute): .init(attribute.name, attribute.renamingIdentifier)
      case .relationship(let relationship): .init(relationship.name, relationship.renamingIdentifier)
      }
    }
  }

  init(store: EntityDescription, classes: EntityDescription, number: Int, followsRenaming: Bool) {
    self.store = store
    self.classes = classes
    self.number = number
    let theirs = Self.storedProperties(store)
    let ours = Self.storedProperties(classes)
    let matching = NameMatching(
      store: theirs.map(\.matchingName), classes: ours.map(\.matchingName), followsRenaming: followsRenaming)
    onlyInStore = matching.unmatched.map { theirs[$0] }
    for (property, index) in zip(ours, matching.storeIndices) {
      guard let index else {
        onlyInClasses.append(property)
        continue
      }
      switch (theirs[index], property) {
      case (.attribute(let left), .attribute(let right)): attributes.append((left, right))
      case (.relationship(let left), .relationship(let right)): relationships.append((left, right))
      case (let left, let right): mixed.append((left, right))
      }
    }
  }

  /// The store's property names by those of the classes.
  var storeNames: [String: String] {
    var names: [String: String] = [:]
    for (store, classes) in attributes { names[classes.name] = store.name }
    for (store, classes) in relationships { names[classes.name] = store.name }
    for (store, classes) in mixed { names[classes.name] = store.name }
    return names
  }

  /// Transient properties are in neither file nor hash.
  private static func storedProperties(_ entity: EntityDescription) -> [Property] {
    entity.attributes.filter { !$0.isTransient }.map(Property.attribute)
      + entity.relationships.filter { !$0.isTransient }.map(Property.relationship)
  }
}
