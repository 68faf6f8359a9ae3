package import Foundation
package import ModelDescription

/// Everything in which a later model differs from an earlier one, fact by fact.
///
/// Pure: nothing is read or written. Ordered by entity, then as found in it.
package struct ModelDifferences: Sendable {
  package let all: [ModelDifference]
  /// Entities whose version hash is another one, by name; an entity of one side only counts too.
  package let changedHashes: [HashChange]
  /// Entities that hash alike on both sides.
  package let sameHashes: [String]

  /// Obstacles of the inferred mapping that no difference names; tests hold it empty.
  package let unexplainedObstacles: [MappingObstacle]

  package struct HashChange: Hashable, Sendable {
    package var entityName: String
    package var before: Data?
    package var after: Data?
    /// No fact of the entity itself changes it: its parent's or a related entity's name does.
    package var isInherited: Bool
  }

  /// Compares two models.
  ///
  /// - Parameters:
  ///   - hashesBefore: the entity hashes that a store's metadata states; `nil` computes them from its model.
  package init(
    from before: ResolvedModel, to after: ResolvedModel, hashesBefore: [String: Data]? = nil,
    hashesAfter: [String: Data]? = nil
  ) {
    let old = hashesBefore ?? before.versionHashes()
    let new = hashesAfter ?? after.versionHashes()
    var comparison = ModelComparison(store: before, classes: after, followsRenaming: old != new)
    comparison.run()
    let correspondence = ModelCorrespondence(comparison)
    var facts = FactList(comparison.differences, correspondence)
    facts.addFactsBeyondPairing()
    facts.joinMoves()
    let trial = HashTrial(correspondence: correspondence)
    let lightweight = LightweightRules(correspondence)
    let cloud = CloudKitChanges(correspondence: correspondence)
    var found = facts.facts.map { fact in
      ModelDifference(
        kind: fact.kind, entityName: fact.entity,
        propertyName: fact.path.isEmpty ? nil : fact.path.joined(separator: "."),
        before: fact.before, after: fact.after,
        changesHash: trial.changesHash(fact.kind, entity: fact.entity, path: fact.path),
        lightweight: lightweight.verdict(on: fact), cloudKit: cloud.verdict(on: fact))
    }
    let names = Set(old.keys).union(new.keys).sorted()
    sameHashes = names.filter { old[$0] == new[$0] }
    let told = Self.told(found, correspondence)
    changedHashes = names.filter { old[$0] != new[$0] }.map { name in
      HashChange(entityName: name, before: old[name], after: new[name], isInherited: !told.contains(name))
    }
    if found.allSatisfy({ !$0.changesHash }) {
      // Metadata that disagree with the model beside them, or a fact that no comparison knows.
      for change in changedHashes {
        found.append(
          ModelDifference(
            kind: .hash, entityName: change.entityName, before: Self.words(change.before),
            after: Self.words(change.after), changesHash: true, lightweight: .nothingToDo, cloudKit: .allowed))
      }
    }
    all = found
    unexplainedObstacles = lightweight.unattached(facts.facts)
  }

  /// Names, on either side, of entities with a fact of their own that changes the hash.
  private static func told(_ found: [ModelDifference], _ correspondence: ModelCorrespondence) -> Set<String> {
    var names: Set<String> = []
    for difference in found where difference.changesHash {
      names.insert(difference.entityName)
      if let later = correspondence.laterEntity(of: difference.entityName) { names.insert(later.name) }
    }
    return names
  }

  private static func words(_ hash: Data?) -> String {
    guard let hash else { return "no hash" }
    let digits = Array("0123456789abcdef")
    return "hash " + String(hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// A store of the earlier version becomes one of the later by inference alone.
  package var isLightweight: Bool { unexplainedObstacles.isEmpty && all.allSatisfy(\.lightweight.isLightweight) }

  /// The frameworks cannot tell the two versions apart.
  package var hashAlike: Bool { changedHashes.isEmpty }
}
