/// One fact in which the store's model and the classes' model differ.
package struct PairingDifference: Hashable, Sendable {
  /// What this difference alone makes of the pair; `same` for facts that no hash contains.
  package var grade: PairingGrade
  package var kind: Kind
  /// The store's name of the entity, or the classes' where the store has none.
  package var entityName: String
  /// The store's name of the property (a composite's element as a dotted path), or the classes' where the store has none.
  package var propertyName: String?
  /// The fact as each side says it.
  package var storeSays: String
  package var classesSay: String
  /// What SwiftData's classes cannot follow; `nil` where they can say what the other side says.
  package var obstacle: Obstacle?

  /// A fact of a model that classes cannot be given.
  package enum Obstacle: Hashable, Sendable {
    /// SwiftData pairs the two on its own: each is the other's only candidate.
    case paired(with: String)
    /// The model names an inverse that names another one; SwiftData's inverses are mutual.
    case oneSided
    /// SwiftData has no attribute of the type.
    case type
  }

  /// Raw values are the words of `causeway check --json`.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case entityMissingInClasses, entityMissingInStore, entityRenamed, parent
    case propertyMissingInClasses, propertyMissingInStore, propertyRenamed, propertyKind
    case attributeType, integerWidth, optionality, externalStorage, preservedOnDeletion, derivation
    case destination, inverse, toMany, ordered, counts
    case abstract, uniqueness, hashModifier, hash
    case deleteRule, defaultValue, valueTransformer
  }

  package init(
    _ kind: Kind, grade: PairingGrade? = nil, entity: String, property: String? = nil, store: String, classes: String,
    obstacle: Obstacle? = nil
  ) {
    self.kind = kind
    self.grade = grade ?? kind.usualGrade
    self.entityName = entity
    self.propertyName = property
    self.storeSays = store
    self.classesSay = classes
    self.obstacle = obstacle
  }

  /// `Book.title` or `Book`.
  package var place: String { propertyName.map { "\(entityName).\($0)" } ?? entityName }
}

extension PairingDifference: CustomStringConvertible {
  package var description: String { "\(place): the store has \(storeSays), the classes have \(classesSay)" }
}
