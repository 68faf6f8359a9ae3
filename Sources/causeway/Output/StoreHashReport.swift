import Foundation
import ModelDescription
import SQLiteStore

/// The hashes that a store's metadata states, beside those of the model that it keeps of itself.
struct StoreHashReport {
  private let path: String
  private let uuid: String
  private let stated: EntityHashes
  private let computed: EntityHashes?
  private let problem: StoredModel.Problem?

  init(_ stored: StoredModel, path: String) {
    self.path = path
    uuid = stored.metadata.uuid
    stated = EntityHashes(
      stored.metadata.hashes, digest: stored.metadata.digest, checksum: stored.metadata.checksum)
    computed = stored.model.map { EntityHashes($0.versionHashes()) }
    problem = stored.problem
  }

  var status: ExitStatus {
    if case .broken? = problem { return .findings }
    return disagreements.isEmpty ? .fine : .findings
  }

  /// What metadata and model disagree on: entities, "digest", "checksum". Digest and checksum are those of the stated
  /// hashes where there is no model.
  private var disagreements: [String] {
    let other = computed ?? EntityHashes(stated.byEntity)
    let names = Set(stated.byEntity.keys).union(other.byEntity.keys)
    var found = names.filter { stated.byEntity[$0] != other.byEntity[$0] }.sorted()
    // Older frameworks state neither (StoreFormat.md section 10).
    if let digest = stated.digest, digest != other.digest { found.append("digest") }
    if let checksum = stated.checksum, checksum != other.checksum { found.append("checksum") }
    return found
  }

  var json: JSONValue {
    .document([
      "kind": "store", "path": .string(path), "identifier": .string(uuid), "stated": .object(stated.members),
      "computed": computed.map { .object($0.members) } ?? .null, "disagreements": .strings(disagreements),
      "problem": problem.map { .string("the store \($0.words)") } ?? .null,
    ])
  }

  func print(on console: Console) {
    console.print(console.styled(path.printable, .bold))
    if stated.byEntity.isEmpty { console.print("  the metadata states no entity hashes") }
    stated.print(on: console)
    console.print()
    let found = disagreements
    switch (computed, problem) {
    case (_, let problem?):
      console.print("The store \(problem.words.printable); its hashes cannot be compared with a model.")
      if !found.isEmpty { console.print("Not what its hashes give: \(found.joined(separator: ", ")).".printable) }
    case (let computed?, nil) where !found.isEmpty:
      console.print(console.styled("The model that the store keeps of itself hashes otherwise:", .red))
      computed.print(on: console)
      console.print("Not alike: \(found.joined(separator: ", ")).".printable)
    default:
      console.print("The model that the store keeps of itself has the same hashes.")
    }
  }
}
