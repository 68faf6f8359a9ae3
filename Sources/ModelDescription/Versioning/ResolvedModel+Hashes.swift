package import Foundation

extension ResolvedModel {
  /// The version hash of each entity, by name (`NSStoreModelVersionHashes`). O(properties).
  package func versionHashes() -> [String: Data] {
    var hashes: [String: Data] = [:]
    var lineages: [[EntityDescription]] = []
    // Entities stand after their parents, so a parent's hash is always known.
    for entity in entities {
      let parent = entity.superentityNumber.map { entities[$0 - 1] }
      let lineage = (entity.superentityNumber.map { lineages[$0 - 1] } ?? []) + [entity.description]
      lineages.append(lineage)
      hashes[entity.name] = EntityHash.hash(
        of: lineage, parentHash: parent.flatMap { hashes[$0.name] } ?? Data(), isSelfInverse: isSelfInverse)
    }
    return hashes
  }

  /// An inherited relationship is the one that its entity declares, also where it is another's inverse: so `friends` of
  /// a parent with a child as destination and the inherited `friends` as inverse is its own inverse.
  private func isSelfInverse(_ relationship: RelationshipDescription, of entityName: String) -> Bool {
    guard relationship.inverseName == relationship.name else { return false }
    var owner = entity(named: relationship.destinationEntityName)
    while let candidate = owner {
      if candidate.description.relationships.contains(where: { $0.name == relationship.name }) {
        return candidate.name == entityName
      }
      owner = candidate.superentityNumber.flatMap { self.entity(numbered: $0) }
    }
    return false
  }

  /// `NSStoreModelVersionHashesDigest`: Base64 of SHA-512 over names and hashes in literal name order.
  package func versionHashesDigest() -> String {
    VersionHashes.digest(versionHashes())
  }

  /// `NSStoreModelVersionChecksumKey`: Base64 of SHA-256 over the hashes in literal name order.
  package func versionChecksum() -> String {
    VersionHashes.checksum(versionHashes())
  }
}
