package import ModelDescription

/// What an entity of the destination is made of.
package struct EntityMapping: Sendable {
  /// `nil` for an entity that the source does not have.
  package let source: ResolvedEntity?
  package let destination: ResolvedEntity
  /// One for each field of the destination, own and inherited, in their order.
  package let fields: [FieldMapping]
  /// One for each to-many relationship of the destination, own and inherited, in their order.
  package let toManys: [RelationshipMapping]
  /// Properties of the source, own and inherited, that the destination does not have; a composite's part as a dotted path.
  package let removedProperties: [String]

  /// How an entity changes, in short.
  package enum Change: String, Hashable, Sendable, CaseIterable {
    case added, copied, transformed
  }

  package var change: Change {
    guard let source else { return .added }
    let isCopy =
      source.name == destination.name && removedProperties.isEmpty
      && source.fields.count == destination.fields.count
      && fields.enumerated().allSatisfy { number, field in field.copies(number, of: source, to: destination) }
      && toManys.allSatisfy { $0.changes.isEmpty }
    return isCopy ? .copied : .transformed
  }
}

/// What a field of a row is made of.
package enum FieldMapping: Sendable {
  case attribute(AttributeMapping)
  case toOne(RelationshipMapping)

  package var attribute: AttributeMapping? {
    if case .attribute(let mapping) = self { mapping } else { nil }
  }

  package var toOne: RelationshipMapping? {
    if case .toOne(let mapping) = self { mapping } else { nil }
  }

  fileprivate func copies(_ number: Int, of source: ResolvedEntity, to destination: ResolvedEntity) -> Bool {
    switch self {
    case .attribute(let mapping):
      mapping.sourceField == number && mapping.conversion == .none && mapping.fill == .null
        && source.fields[number].path == destination.fields[number].path
    case .toOne(let mapping): mapping.changes.isEmpty && source.fields[number].path == destination.fields[number].path
    }
  }
}
