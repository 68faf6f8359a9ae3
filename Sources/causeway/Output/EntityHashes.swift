import Foundation
import ModelDescription

/// The hash of each entity of a model, with what is computed from all of them.
struct EntityHashes: Hashable, Sendable {
  let byEntity: [String: Data]
  /// `nil` where a store's metadata states none.
  var digest: String?
  var checksum: String?

  /// Digest and checksum computed.
  init(_ hashes: [String: Data]) {
    self.init(hashes, digest: VersionHashes.digest(hashes), checksum: VersionHashes.checksum(hashes))
  }

  /// Digest and checksum as somebody states them.
  init(_ hashes: [String: Data], digest: String?, checksum: String?) {
    byEntity = hashes
    self.digest = digest
    self.checksum = checksum
  }

  var members: [String: JSONValue] {
    [
      "entities": .object(byEntity.mapValues { .string($0.hexadecimal) }), "digest": .optional(digest),
      "checksum": .optional(checksum),
    ]
  }

  func print(on console: Console) {
    let sorted = byEntity.sorted { $0.key < $1.key }
    let width = sorted.map(\.key.count).max() ?? 0
    for (entity, hash) in sorted { console.print("  \(entity.padded(to: width))  \(hash.hexadecimal)".printable) }
    if let digest { console.print("  digest    \(digest)".printable) }
    if let checksum { console.print("  checksum  \(checksum)".printable) }
  }
}
