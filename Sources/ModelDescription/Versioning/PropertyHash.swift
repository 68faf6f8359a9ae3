package import Foundation

/// The version hash of a single property (VersionHashes.md section 1).
package enum PropertyHash {
  /// Name, flags and modifier: what every property's hash starts with.
  package static func base(
    name: String, isOptional: Bool, isTransient: Bool, isReadOnly: Bool, modifier: String?
  ) -> Data {
    let flags: UInt8 = (isOptional ? 1 : 0) | (isTransient ? 2 : 0) | (isReadOnly ? 4 : 0)
    return MessageDigest.sha256(Array(name.utf8) + [flags, 0] + Array((modifier ?? "").utf8))
  }

  package static func attribute(_ attribute: AttributeDescription) -> Data {
    if let derivation = attribute.derivation {
      let text = DerivationText.canonical(derivation.expression) + (derivation.filter ?? "")
      return MessageDigest.sha256(Array(text.utf8))
    }
    if attribute.type == .composite {
      let leaves = attribute.leaves().map(\.leaf).filter { !$0.isTransient }
      let sorted = leaves.sorted { $0.name.precedesLiterally($1.name) }
      return MessageDigest.sha256(sorted.flatMap { Array(self.attribute($0)) })
    }
    var bytes = Array(
      base(
        name: attribute.name, isOptional: attribute.isOptional, isTransient: attribute.isTransient,
        isReadOnly: attribute.isReadOnly, modifier: attribute.versionHashModifier))
    bytes += littleEndian(attribute.type.rawValue)
    if attribute.allowsExternalStorage { bytes.append(1) }
    if attribute.preservesValueOnDeletion { bytes.append(1) }
    return MessageDigest.sha256(bytes)
  }

  /// - Parameter isSelfInverse: the relationship is its own inverse; then the inverse's name does not count
  ///   (VersionHashes.md section 1; no pair has such a relationship).
  package static func relationship(_ relationship: RelationshipDescription, isSelfInverse: Bool) -> Data {
    var bytes = Array(
      base(
        name: relationship.name, isOptional: relationship.isOptional, isTransient: relationship.isTransient,
        isReadOnly: relationship.isReadOnly, modifier: relationship.versionHashModifier))
    bytes += relationship.destinationEntityName.utf8
    if let inverse = relationship.inverseName, !isSelfInverse { bytes += inverse.utf8 }
    bytes += littleEndian(relationship.maximumCount)
    bytes += littleEndian(relationship.minimumCount)
    if relationship.isOrdered { bytes += [1, 0] }
    return MessageDigest.sha256(bytes)
  }

  /// The low 32 bits, little-endian.
  private static func littleEndian(_ value: Int) -> [UInt8] {
    let word = UInt32(truncatingIfNeeded: value)
    return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}
