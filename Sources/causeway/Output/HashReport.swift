import Foundation
package import ModelDescription

/// The version hashes of one or more versions of a model, and which versions hash alike.
package struct HashReport: Sendable {
  private let versions: [Version]

  private struct Version: Sendable {
    let name: String
    let hashes: [(entity: String, hash: String)]
    let digest: String
    let checksum: String
    /// Names of other versions with the same hash for every entity.
    var alike: [String] = []
  }

  package init(_ models: [(name: String, model: ResolvedModel)]) {
    var versions = models.map { name, model in
      Version(
        name: name,
        hashes: model.versionHashes().sorted { $0.key < $1.key }.map { ($0.key, $0.value.hexadecimal) },
        digest: model.versionHashesDigest(), checksum: model.versionChecksum())
    }
    for index in versions.indices {
      versions[index].alike = versions.indices.filter {
        $0 != index && versions[$0].hashes.elementsEqual(versions[index].hashes, by: ==)
      }.map { versions[$0].name }
    }
    self.versions = versions
  }

  package var json: JSONValue {
    .document([
      "versions": .array(
        versions.map { version in
          [
            "name": .string(version.name), "digest": .string(version.digest),
            "checksum": .string(version.checksum), "alike": .strings(version.alike),
            "entities": .object(Dictionary(version.hashes.map { ($0.entity, .string($0.hash)) }) { hash, _ in hash }),
          ]
        })
    ])
  }

  package func print(on console: Console) {
    for (index, version) in versions.enumerated() {
      if index > 0 { console.print() }
      console.print(console.styled(version.name, .bold))
      if !version.alike.isEmpty {
        console.print("  hashes like " + version.alike.joined(separator: ", "))
      }
      let width = version.hashes.map(\.entity.count).max() ?? 0
      for (entity, hash) in version.hashes { console.print("  \(entity.padded(to: width))  \(hash)") }
      console.print("  digest    \(version.digest)")
      console.print("  checksum  \(version.checksum)")
    }
  }
}
