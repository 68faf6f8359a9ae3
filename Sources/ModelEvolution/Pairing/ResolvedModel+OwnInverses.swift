package import ModelDescription

extension ResolvedModel {
  /// Whether a store of equal version hashes has a relationship that is its own inverse where this model has one without
  /// an inverse, or the other way round.
  ///
  /// A version hash says of a relationship that is its own inverse what it says of one that has none (VersionHashes.md), and
  /// the two lie in different tables: the model that the store keeps tells which it is. O(relationships).
  ///
  /// - Parameter store: The model that the store keeps, read only where a relationship could be its own inverse.
  package func differsInOwnInverses(from store: @autoclosure () -> ResolvedModel?) -> Bool {
    guard hasOwnInverseOrNone, let store = store() else { return false }
    return ownInverses != store.ownInverses
  }

  private var ownInverses: Set<[String]> {
    Set(
      entities.flatMap { entity in
        (entity.fields.compactMap(\.toOne) + entity.toManys).filter(\.isSelfInverse).map { [entity.name, $0.name] }
      })
  }

  private var hasOwnInverseOrNone: Bool {
    entities.contains { entity in
      entity.description.relationships.contains { relationship in
        (relationship.inverseName ?? relationship.name) == relationship.name
          && self.entity(named: relationship.destinationEntityName)?.rootNumber == entity.rootNumber
      }
    }
  }
}
