/// Why a difference between two models is not lightweight, and what would make it so.
package struct MappingObstacle: Hashable, Sendable {
  package let kind: Kind
  /// The destination's name of the entity, or the source's where the destination has none.
  package let entityName: String
  /// The destination's name of the property; a composite's part as a dotted path.
  package let propertyName: String?
  /// The difference and why it cannot be inferred, as one sentence without its place.
  package let reason: String
  /// What would make it lightweight, as one sentence.
  package let remedy: String

  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Another type, whose values the old ones do not give.
    case attributeType
    /// A narrower number, which not every value fits.
    case narrowing
    /// A composite of other parts than one attribute, or the other way round.
    case compositeShape
    /// An attribute that was a relationship, or the other way round.
    case propertyKind
    /// A relationship to an entity that has nothing to do with the former one.
    case destination
  }

  /// `Book.title` or `Book`.
  package var place: String { propertyName.map { "\(entityName).\($0)" } ?? entityName }
}

extension MappingObstacle: CustomStringConvertible {
  package var description: String { "\(place): \(reason) \(remedy)" }
}
