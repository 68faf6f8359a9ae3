internal import ModelDescription

/// Where and how a field of an entity is kept.
struct FieldSlot: Sendable {
  /// Position in the plan's column list; the parameter of an insert is one more.
  let column: Int
  /// Position of the destination's entity number, for a polymorphic to-one.
  let entityColumn: Int?
  let kind: Kind
  let type: AttributeType
  let isOptional: Bool

  enum Kind: Sendable, Equatable {
    case plain
    /// A to-one; the number is that of the destination, which the rows of a leaf have.
    case reference(destination: Int)
    /// Bytes with the prefix of FORMAT.md section 6.
    case external
  }

  init(_ field: ResolvedEntity.Field, column: Int, entityColumn: Int?) {
    self.column = column
    self.entityColumn = entityColumn
    switch field.content {
    case .attribute(let attribute):
      let holdsBytes = attribute.type == .binary || attribute.type == .transformable
      kind = attribute.allowsExternalStorage && holdsBytes ? .external : .plain
      type = attribute.type
      // Leaves of a composite are NULL when it is nil; derived values are the store's own business.
      isOptional = attribute.isOptional || field.path.count > 1 || attribute.derivation != nil
    case .toOne(let relationship):
      kind = .reference(destination: relationship.destinationNumber)
      type = .objectID
      isOptional = relationship.description.isOptional
    }
  }
}
