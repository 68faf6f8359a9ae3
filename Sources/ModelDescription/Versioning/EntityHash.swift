package import Foundation

/// The version hash of an entity: the bytes that Apple's frameworks put into a store's metadata.
///
/// Known from (model, hash) pairs of stores that the frameworks wrote (VersionHashes.md section 1).
package enum EntityHash {
  /// - Parameters:
  ///   - lineage: The entity and its ancestors, the root first.
  ///   - parentHash: The hash of the parent; empty for a root.
  ///   - isSelfInverse: Whether a relationship that the named entity declares is its own inverse.
  package static func hash(
    of lineage: [EntityDescription], parentHash: Data,
    isSelfInverse: (RelationshipDescription, String) -> Bool = { $0.isOwnInverse(in: $1) }
  ) -> Data {
    guard let entity = lineage.last else { return Data() }
    var bytes = Array(entity.name.utf8)
    bytes.append(entity.isAbstract ? 1 : 0)
    bytes += parentHash
    let hashes = properties(of: lineage, isSelfInverse)
    for property in hashes.sorted(by: { $0.key.precedesLiterally($1.key) }) { bytes += property.value }
    bytes += (entity.versionHashModifier ?? "").utf8
    let constraints = entity.uniquenessConstraints.map { $0.joined(separator: ".") }
    for constraint in constraints.sorted(by: { $0.precedesLiterally($1) }) { bytes += constraint.utf8 }
    return MessageDigest.sha256(bytes)
  }

  /// Own and inherited properties; one that an entity declares again replaces the inherited one.
  private static func properties(
    of lineage: [EntityDescription], _ isSelfInverse: (RelationshipDescription, String) -> Bool
  ) -> [String: Data] {
    var hashes: [String: Data] = [:]
    for level in lineage {
      for attribute in level.attributes where !attribute.isTransient {
        hashes[attribute.name] = PropertyHash.attribute(attribute)
      }
      for relationship in level.relationships where !relationship.isTransient {
        hashes[relationship.name] = PropertyHash.relationship(
          relationship, isSelfInverse: isSelfInverse(relationship, level.name))
      }
    }
    return hashes
  }
}

extension RelationshipDescription {
  /// Whether it is its own inverse, as far as the description alone can say: with a descendant of the entity as its
  /// destination only `ResolvedModel` knows.
  package func isOwnInverse(in entityName: String) -> Bool {
    inverseName == name && destinationEntityName == entityName && (inverseEntityName ?? entityName) == entityName
  }
}
