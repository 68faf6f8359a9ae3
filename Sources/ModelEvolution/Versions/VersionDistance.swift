package import Foundation
package import ModelDescription

/// How far a store is from a version that it could have been.
package struct VersionDistance: Sendable {
  /// As the caller calls the version.
  package let name: String
  package let pairing: Pairing
  /// How many entities and properties differ; those of a missing entity count as well.
  package let count: Int

  package init(name: String, store: ResolvedModel, storeHashes: [String: Data]?, version: ResolvedModel) {
    self.name = name
    pairing = Pairing(store: store, classes: version, storeHashes: storeHashes)
    var places: Set<String> = []
    var inMissing = 0
    for difference in pairing.differences where difference.grade != .same {
      guard places.insert(difference.place).inserted else { continue }
      switch difference.kind {
      case .entityMissingInStore: inMissing += Self.size(version, difference.entityName)
      case .entityMissingInClasses: inMissing += Self.size(store, difference.entityName)
      default: break
      }
    }
    count = places.count + inMissing
  }

  private static func size(_ model: ResolvedModel, _ entity: String) -> Int {
    model.entity(named: entity).map { $0.description.attributes.count + $0.description.relationships.count } ?? 0
  }

  /// The nearest versions, the nearest first; of equally near ones the later.
  ///
  /// - Parameter versions: oldest first.
  package static func nearest(
    to store: ResolvedModel, storeHashes: [String: Data]? = nil, among versions: [(name: String, model: ResolvedModel)],
    limit: Int = 2
  ) -> [VersionDistance] {
    let all = versions.map {
      VersionDistance(name: $0.name, store: store, storeHashes: storeHashes, version: $0.model)
    }
    return Array(
      all.enumerated().sorted { ($0.element.count, -$0.offset) < ($1.element.count, -$1.offset) }.map(\.element)
        .prefix(limit))
  }

  /// What differs, a line for each fact.
  package var lines: [String] {
    pairing.differences.filter { $0.grade != .same }.map { $0.sentence(.storeAndClasses) }
  }
}
