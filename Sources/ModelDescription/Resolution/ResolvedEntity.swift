/// An entity with its inherited properties, number and family.
///
/// A class and not a struct: entities are looked up for rows and identifiers, and a copy of so many parts costs more than
/// the look-up.
package final class ResolvedEntity: Sendable {
  package let description: EntityDescription
  /// From 1, depth-first (`Z_ENT`).
  package let number: Int
  package let superentityNumber: Int?
  /// The root of the family: the entity whose table holds the rows.
  package let rootNumber: Int
  /// Numbers of the entity itself and all its descendants: they are contiguous.
  package let familyNumbers: ClosedRange<Int>
  /// What a row holds: attributes (composites flattened to leaves) and to-one relationships, own and inherited.
  ///
  /// Ordered: root entity first, then level by level; within a level attributes sorted by name, then to-ones by name.
  /// Transient attributes are left out. Positions are the "field numbers" of the store contract.
  package let fields: [Field]
  /// Every to-many relationship, own and inherited, root first, sorted by name within a level.
  package let toManys: [ResolvedRelationship]
  /// Transient attributes, own and inherited, which no row holds.
  package let transientNames: Set<String>

  init(
    description: EntityDescription, number: Int, superentityNumber: Int?, rootNumber: Int,
    familyNumbers: ClosedRange<Int>, fields: [Field], toManys: [ResolvedRelationship], transientNames: Set<String>
  ) {
    self.description = description
    self.number = number
    self.superentityNumber = superentityNumber
    self.rootNumber = rootNumber
    self.familyNumbers = familyNumbers
    self.fields = fields
    self.toManys = toManys
    self.transientNames = transientNames
  }

  package var name: String { description.name }
  package var isRoot: Bool { superentityNumber == nil }
  package var hasSubentities: Bool { familyNumbers.count > 1 }

  /// The position in `fields` of a property or of a composite's leaf (`["author", "id"]`). O(fields).
  package func fieldNumber(ofPath path: [String]) -> Int? {
    fields.firstIndex { $0.path == path }
  }

  package func fieldNumber(of name: String) -> Int? { fieldNumber(ofPath: [name]) }

  package func toMany(named name: String) -> ResolvedRelationship? {
    toManys.first { $0.name == name }
  }

  /// One stored value of a row.
  package struct Field: Sendable {
    /// One name for an attribute or to-one, several for a composite's leaf.
    package let path: [String]
    package let declaringEntityNumber: Int
    package let content: Content

    package var name: String { path.joined(separator: ".") }

    package var attribute: AttributeDescription? {
      if case .attribute(let attribute) = content { attribute } else { nil }
    }

    package var toOne: ResolvedRelationship? {
      if case .toOne(let relationship) = content { relationship } else { nil }
    }
  }

  package enum Content: Sendable {
    case attribute(AttributeDescription)
    case toOne(ResolvedRelationship)
  }
}
