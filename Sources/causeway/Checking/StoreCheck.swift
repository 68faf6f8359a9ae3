import Foundation
import ModelDescription
import ModelEvolution
import SQLiteStore

/// A store against the versions of a model.
struct StoreCheck {
  let pair: CheckedPair
  /// The store's model: its own, or that of the version with its hashes.
  let model: ResolvedModel?
  /// The entity hashes that the store's metadata states.
  let hashes: [String: Data]

  /// Hashes of a version need no cached model, here as when the store opens: a broken one is noted only.
  ///
  /// - Throws: `CommandError` when the grade cannot be told, since the store's own model is broken and its hashes are
  ///   those of no version; or when the file lacks tables, columns or numbers that its model needs, so that no grade
  ///   would make it open.
  init(_ path: String, _ versions: ModelVersions) throws {
    let stored = try StoredModel.read(path)
    hashes = stored.metadata.hashes
    if hashes.isEmpty {
      throw CommandError("\(path): its metadata holds no entity hashes, so no model can be compared")
    }
    if let (version, alike) = versions.version(withHashes: hashes) {
      let own = stored.model ?? version.model
      try stored.checkLayout(of: own, path: path)
      model = own
      pair = Self.same(path, version, alike, stored, versions)
      return
    }
    model = stored.model ?? versions.model(withHashes: hashes)
    if model == nil, case .broken(let reason)? = stored.problem {
      throw CommandError(
        "\(path): its hashes are those of no version of \(versions.path), and what differs cannot be told: the model"
          + " that it keeps of itself is broken (\(reason))")
    }
    if let model { try stored.checkLayout(of: model, path: path) }
    guard
      let best = CheckedPair.best(
        versions,
        { [hashes, model] version in
          guard let own = model else {
            let found = Self.hashDifferences(hashes, version.hashes)
            return (found.map(\.grade).max() ?? .same, found)
          }
          let pairing = Pairing(
            store: own, classes: version.model, storeHashes: hashes, classHashes: version.hashes)
          return (pairing.grade, pairing.differences)
        })
    else { throw CommandError("\(versions.path): the model has no version") }
    var pair = CheckedPair(
      sides: .storeAndModel, subject: path, version: best.version.name, choices: versions.all.count,
      grade: best.grade, differences: best.differences)
    if model == nil {
      pair.notes.append("The store keeps no model of itself: only entity hashes are compared, not properties.")
    }
    self.pair = pair
  }

  private static func same(
    _ path: String, _ version: ModelVersions.Version, _ alike: [String], _ stored: StoredModel,
    _ versions: ModelVersions
  ) -> CheckedPair {
    var pair = CheckedPair(
      sides: .storeAndModel, subject: path, version: version.name, alike: alike, choices: versions.all.count,
      grade: .same, differences: [])
    if let own = stored.model {
      // What no hash contains may still differ.
      pair.differences =
        Pairing(
          store: own, classes: version.model, storeHashes: version.hashes, classHashes: version.hashes
        ).differences
    } else if case .broken(let reason)? = stored.problem {
      pair.notes.append("The model that the store keeps of itself is broken (\(reason)); its hashes decide.")
    }
    if let index = versions.currentIndex, versions.all[index].hashes != version.hashes {
      let current = versions.all[index]
      let grade = Pairing(store: version.model, classes: current.model).grade
      let words = grade == .differs ? "differs from it" : "fits it too"
      pair.notes.append(
        "The current version is \"\(current.name)\": the store \(words); --version \"\(current.name)\" lists in what.")
    }
    return pair
  }

  /// Without the store's model all that can be said is which entities hash differently.
  private static func hashDifferences(_ store: [String: Data], _ model: [String: Data]) -> [PairingDifference] {
    Set(store.keys).union(model.keys).filter { store[$0] != model[$0] }.sorted().map { name in
      guard let theirs = store[name] else {
        return PairingDifference(
          .entityMissingInStore, entity: name, store: "no such entity", classes: "entity \(name)")
      }
      guard let ours = model[name] else {
        return PairingDifference(
          .entityMissingInClasses, grade: .differs, entity: name, store: "entity \(name)", classes: "no such class")
      }
      return PairingDifference(
        .hash, grade: .differs, entity: name, store: "hash \(theirs.hexadecimal)", classes: "hash \(ours.hexadecimal)")
    }
  }
}
