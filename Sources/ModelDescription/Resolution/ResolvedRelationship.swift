/// A relationship whose destination and inverse are found.
package struct ResolvedRelationship: Sendable {
  package let description: RelationshipDescription
  package let declaringEntityNumber: Int
  package let destinationNumber: Int
  /// The entity that declares the inverse, and its description, when there is one.
  package let inverseEntityNumber: Int?
  package let inverse: RelationshipDescription?

  package var name: String { description.name }
  package var isToMany: Bool { description.isToMany }
  package var isManyToMany: Bool { description.isToMany && inverse?.isToMany == true }
  /// The relationship is its own inverse (`friends` ⇄ `friends`).
  package var isSelfInverse: Bool {
    inverse?.name == description.name && inverseEntityNumber == declaringEntityNumber
  }
}
