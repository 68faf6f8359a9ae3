package import ModelDescription

/// Where a relationship gets its links from.
package struct RelationshipMapping: Sendable {
  /// `nil` for a new relationship.
  package let source: ResolvedRelationship?
  package let destination: ResolvedRelationship
  package let changes: Set<Change>

  package enum Change: String, Hashable, Sendable, CaseIterable {
    case added, renamed, toOneToToMany, toManyToToOne, ordered, unordered, destination, inverse, optional, mandatory
  }

  /// A to-one that must have a value, in rows for which the source need not have one.
  package var mayLackValue: Bool {
    !destination.isToMany && !destination.description.isOptional
      && (source.map { $0.isToMany || $0.description.isOptional } ?? true)
  }
}
