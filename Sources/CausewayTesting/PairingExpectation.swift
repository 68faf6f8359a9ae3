import ModelDescription
import ModelEvolution
import SQLiteStore
public import SwiftData
public import Testing

/// How well a store and a set of models pair.
public enum StorePairing: String, Hashable, Sendable, Comparable {
  /// Every entity has the same version hash: the store opens here and with Apple's frameworks.
  case same
  /// They differ only in facts on which tables and columns do not depend: the store opens here as it is; Apple's
  /// frameworks would migrate it.
  case fits
  /// The store does not open without a migration.
  case differs

  private var rank: Int {
    switch self {
    case .same: 0
    case .fits: 1
    case .differs: 2
    }
  }

  public static func < (left: StorePairing, right: StorePairing) -> Bool { left.rank < right.rank }
}

extension StoreFixture {
  /// How the store pairs with models, and every fact in which the two differ.
  ///
  /// - Throws: an error that says what is wrong with the store or the models.
  public func pairing(with schema: Schema) throws -> (grade: StorePairing, differences: [String]) {
    let classes = try ResolvedModel(schema.modelDescription())
    let description = try SQLiteStore.description(of: url.path)
    let hashes = description.metadata.hashes
    guard let store = description.readableModel else {
      // Without a model of its own a store tells by its hashes whether it is the same, and no more.
      if hashes == classes.versionHashes() { return (.same, []) }
      throw FixtureError("\(url.path) keeps no model that can be read, so that only equal hashes would pair")
    }
    let pairing = Pairing(store: store, classes: classes, storeHashes: hashes)
    let grade: StorePairing =
      switch pairing.grade {
      case .same: .same
      case .fits: .fits
      case .differs: .differs
      }
    return (grade, pairing.differences.filter { $0.grade != .same }.map { $0.sentence(.storeAndClasses) })
  }
}

/// Expects that a store pairs with a version of the models at least as well as said.
///
///     @Test func theShippedStoreIsStillVersion1() throws {
///       try expectPairing(of: StoreFixture("Library.sqlite", in: .module), with: LibraryV1.self)
///     }
///
/// - Parameter grade: `.fits` is content with a store that opens as it is.
public func expectPairing(
  of fixture: StoreFixture, with version: any VersionedSchema.Type, _ grade: StorePairing = .same,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let (found, differences) = try fixture.pairing(with: Schema(versionedSchema: version))
  guard found > grade else { return }
  Issue.record(
    "\(fixture) and \(version) pair as \(found.rawValue), not as \(grade.rawValue): \(differences.joined(separator: "; "))",
    sourceLocation: sourceLocation)
}
