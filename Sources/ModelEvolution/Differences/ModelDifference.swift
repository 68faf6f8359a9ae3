/// One fact in which a later model differs from an earlier one, and what the change means.
package struct ModelDifference: Hashable, Sendable {
  package var kind: Kind
  /// The earlier model's name of the entity, or the later one's where the earlier has none.
  package var entityName: String
  /// The earlier model's name of the property (a composite's element as a dotted path), or the later one's likewise.
  package var propertyName: String?
  /// The fact as each model says it.
  package var before: String
  package var after: String
  /// This fact alone gives the entity another version hash, so that the frameworks see another version.
  package var changesHash: Bool
  package var lightweight: LightweightVerdict
  package var cloudKit: CloudKitVerdict

  /// Raw values are the words of `causeway diff --json`.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case entityAdded, entityRemoved, entityRenamed, parent, abstract
    case propertyAdded, propertyRemoved, propertyRenamed, propertyMoved, propertyKind
    case attributeType, integerWidth, optionality, externalStorage, preservedOnDeletion, derivation, readOnly
    case destination, inverse, toMany, ordered, counts, deleteRule
    case uniqueness, indexes, hashModifier, hash
    case defaultValue, valueTransformer, validation, cloudEncryption
  }

  /// `Book.title` or `Book`.
  package var place: String { propertyName.map { "\(entityName).\($0)" } ?? entityName }
}

extension ModelDifference: CustomStringConvertible {
  package var description: String { "\(place): was \(before), is \(after)" }
}
