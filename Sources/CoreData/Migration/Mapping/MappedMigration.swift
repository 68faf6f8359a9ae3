import Foundation
package import ModelDescription
package import ModelEvolution
package import SQLiteStore

/// Brings a store's file to another model by a mapping model, object by object: on a copy, which one rename puts in place.
package struct MappedMigration {
  let url: URL
  /// The model that the store has.
  let source: ResolvedModel
  let destination: ResolvedModel
  let mappings: NSMappingModel
  let keepsBytes: Bool

  /// - Parameters:
  ///   - mapping: read from a file, between models of which these two may have more.
  ///   - keepsBytes: transformable values are moved as bytes: the application's transformers are not at hand.
  package init(
    _ url: URL, by mapping: AuthoredMapping, from source: ResolvedModel, to destination: ResolvedModel,
    keepsBytes: Bool = false
  ) {
    self.url = url
    self.source = source
    self.destination = destination
    self.keepsBytes = keepsBytes
    mappings = NSMappingModel(mapping)
  }

  private func objectModel(_ model: ResolvedModel) -> NSManagedObjectModel {
    NSManagedObjectModel(keepsBytes ? StoredBytesTransformer.applied(to: model.description) : model.description)
  }

  /// - Parameters:
  ///   - hashes: the entity hashes that the store had when it was looked at.
  ///   - options: hears of the progress.
  /// - Throws: `MigrationError`, and Core Data's errors under Apple's numbers; then the store is as it was.
  package func run(
    hashes: [String: Data], options: MigrationOptions = MigrationOptions()
  ) throws -> MigrationReport {
    let manager = NSMigrationManager(
      sourceModel: objectModel(source), destinationModel: objectModel(destination))
    let workspace = try MigrationWorkspace(url.path, model: source, hashes: hashes, options: options)
    do {
      var report = try workspace.migrate(to: destination) { former, new in
        try manager.migrate(former, into: new, by: mappings, url)
      }
      report.dropped += dropped(report)
      try workspace.commit()
      return report
    } catch {
      workspace.discard()
      throw error
    }
  }

  /// Objects of entities that nothing was made of.
  private func dropped(_ report: MigrationReport) -> [String] {
    let taken = Set(
      mappings.entityMappings.compactMap { $0.mappingType == .removeEntityMappingType ? nil : $0.sourceEntityName })
    return report.entities.compactMap { count in
      guard let name = count.source, count.before > 0, !taken.contains(name) else { return nil }
      return "\(count.before.counted("row")) of \(name), which no entity mapping takes"
    }
  }
}
