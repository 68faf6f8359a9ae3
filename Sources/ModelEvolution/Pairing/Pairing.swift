package import Foundation
package import ModelDescription

/// How a store's model and the model of a set of classes pair, and in what they differ.
///
/// Pure: nothing is read or written. Differences are ordered by entity number, then as they were found in it.
package struct Pairing: Sendable {
  package let grade: PairingGrade
  package let differences: [PairingDifference]
  /// Where each entity and property of the classes lies in the store; `nil` when the two differ.
  package let translation: ModelTranslation?

  /// Compares two models.
  ///
  /// - Parameters:
  ///   - storeHashes: The entity hashes that the store's metadata states; `nil` computes them from its model.
  ///   - classHashes: The entity hashes of the classes' model, when they are known already.
  package init(
    store: ResolvedModel, classes: ResolvedModel, storeHashes: [String: Data]? = nil,
    classHashes: [String: Data]? = nil
  ) {
    let storeHashes = storeHashes ?? store.versionHashes()
    let classHashes = classHashes ?? classes.versionHashes()
    var comparison = ModelComparison(store: store, classes: classes, followsRenaming: storeHashes != classHashes)
    comparison.run()
    var found = comparison.differences
    if storeHashes == classHashes {
      // Equal hashes outrank the facts: a cached model may have been written by an older tool.
      found.removeAll { $0.grade != .same }
    } else if found.allSatisfy({ $0.grade == .same }) {
      found += Self.hashDifferences(storeHashes, classHashes)
    }
    let grade = found.map(\.grade).max() ?? .same
    self.grade = grade
    self.differences = found
    self.translation = grade == .differs ? nil : ModelTranslation(comparison)
  }

  private static func hashDifferences(_ store: [String: Data], _ classes: [String: Data]) -> [PairingDifference] {
    Set(store.keys).union(classes.keys).filter { store[$0] != classes[$0] }.sorted().map { name in
      PairingDifference(
        .hash, entity: name, store: store[name].map(words) ?? "no hash", classes: classes[name].map(words) ?? "no hash")
    }
  }

  private static func words(_ hash: Data) -> String {
    let digits = Array("0123456789abcdef")
    return "hash " + String(hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
