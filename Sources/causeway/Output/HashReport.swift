import Foundation
package import ModelDescription

/// The version hashes of one or more versions of a model, and which versions hash alike.
package struct HashReport: Sendable {
  private let path: String
  private let currentName: String?
  private let versions: [Version]

  private struct Version: Sendable {
    let name: String
    let hashes: EntityHashes
    /// Names of other versions with the same hash for every entity.
    var alike: [String] = []
  }

  package init(_ models: [(name: String, model: ResolvedModel)], path: String = "", currentName: String? = nil) {
    self.path = path
    self.currentName = currentName
    var versions = models.map { Version(name: $0, hashes: EntityHashes($1.versionHashes())) }
    for index in versions.indices {
      versions[index].alike = versions.indices.filter {
        $0 != index && versions[$0].hashes == versions[index].hashes
      }.map { versions[$0].name }
    }
    self.versions = versions
  }

  package var json: JSONValue {
    .document([
      "kind": "model", "path": .string(path),
      "versions": .array(
        versions.map { version in
          .object(
            version.hashes.members.merging([
              "name": .string(version.name), "current": .boolean(version.name == currentName),
              "alike": .strings(version.alike),
            ]) { $1 })
        }),
    ])
  }

  package func print(on console: Console) {
    for (index, version) in versions.enumerated() {
      if index > 0 { console.print() }
      let mark = version.name == currentName && versions.count > 1 ? "  (current)" : ""
      console.print(console.styled(version.name, .bold) + mark)
      if !version.alike.isEmpty {
        console.print(console.styled("  hashes like " + version.alike.joined(separator: ", "), .yellow))
      }
      version.hashes.print(on: console)
    }
  }
}
