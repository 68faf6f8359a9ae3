package import Foundation
package import ModelDescription
internal import ModelEvolution
internal import SQLiteDriver
internal import StoreContract

/// How many rows and links a store has, by the model that it keeps of itself.
package struct StoreCounts: Sendable {
  package let model: ResolvedModel
  package let hashes: [String: Data]
  /// By number of the entity, without those of its descendants.
  private let rows: [Int: Int64]
  /// By relationship where it is declared.
  private let links: [LinkPlanner.End: Int64]

  /// Reads a store and leaves every file of its folder as it is.
  ///
  /// - Parameter known: the store's model; `nil` takes the one that it keeps of itself.
  /// - Throws: `StoreError`; also for a store that keeps no model, where nothing else tells what to count.
  package init(_ path: String, model known: ResolvedModel? = nil) throws {
    let description = try SQLiteStore.description(of: path)
    guard let model = known ?? description.readableModel else {
      throw StoreError(
        .modelUnreadable, "The store \(path) keeps no model that can be read, so that its rows cannot be counted.",
        path: path)
    }
    let (rows, links) = try StoreError.translating(path: path) {
      let connection = try Connection(path: path, mode: .untouched)
      let source = try MigrationSource(connection, model: model, for: nil)
      var links: [LinkPlanner.End: Int64] = [:]
      for relationship in model.entities.flatMap(\.ownRelationships) {
        guard let pairs = LinkSource(relationship, in: source, schema: MigrationSchema.source)?.pairs else { continue }
        links[LinkPlanner.End(relationship)] = try connection.integer("SELECT count(*) FROM (\(pairs))") ?? 0
      }
      return (source.rowCounts, links)
    }
    (self.model, hashes, self.rows, self.links) = (model, description.metadata.hashes, rows, links)
  }

  fileprivate func rows(_ entity: ResolvedEntity?) -> Int64 { entity.flatMap { rows[$0.number] } ?? 0 }

  fileprivate func links(_ relationship: ResolvedRelationship?) -> Int64 {
    relationship.flatMap { links[LinkPlanner.End($0)] } ?? 0
  }
}

extension MigrationReport {
  /// What two states of a store have, counted from outside: whoever migrated it is not asked.
  ///
  /// Names that changed are followed as inference follows them.
  package init(from before: StoreCounts, to after: StoreCounts) {
    self.init(mode: .copy)
    (hashesBefore, hashesAfter) = (before.hashes, after.hashes)
    let mapping = ModelMapping.inferred(from: before.model, to: after.model)
    for pair in mapping.entities {
      entities.append(
        EntityCount(
          source: pair.source?.name, destination: pair.destination.name, before: before.rows(pair.source),
          after: after.rows(pair.destination)))
    }
    for entity in mapping.removedEntities {
      entities.append(EntityCount(source: entity.name, destination: nil, before: before.rows(entity), after: 0))
    }
    var told: Set<LinkPlanner.End> = []
    for pair in mapping.entities {
      for relationship in pair.destination.ownRelationships {
        // Of two that are each other's inverse one speaks for both.
        guard told.insert(LinkPlanner.End(relationship)).inserted else { continue }
        let inverse = relationship.inverse(in: after.model)
        if let inverse { told.insert(LinkPlanner.End(inverse)) }
        let former = mapping.source(of: relationship) ?? inverse.flatMap { mapping.source(of: $0) }
        links.append(
          LinkCount(
            relationship: "\(pair.destination.name).\(relationship.name)", before: before.links(former),
            after: after.links(relationship)))
      }
    }
  }
}

extension ResolvedEntity {
  /// Those that it declares itself.
  fileprivate var ownRelationships: [ResolvedRelationship] {
    (fields.compactMap(\.toOne) + toManys).filter { $0.declaringEntityNumber == number }
  }
}

extension ResolvedRelationship {
  fileprivate func inverse(in model: ResolvedModel) -> ResolvedRelationship? {
    guard let name = inverse?.name, let entity = inverseEntityNumber.flatMap({ model.entity(numbered: $0) }) else {
      return nil
    }
    return entity.toMany(named: name) ?? entity.fields.lazy.compactMap(\.toOne).first { $0.name == name }
  }
}

extension ModelMapping {
  /// What a relationship of the destination was.
  fileprivate func source(of relationship: ResolvedRelationship) -> ResolvedRelationship? {
    guard let pair = entity(numbered: relationship.declaringEntityNumber) else { return nil }
    let own = pair.fields.compactMap(\.toOne) + pair.toManys
    return own.first { LinkPlanner.End($0.destination) == LinkPlanner.End(relationship) }?.source
  }
}
