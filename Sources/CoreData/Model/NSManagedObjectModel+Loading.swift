public import Foundation
import ModelDescription
import ModelFiles
import ObjectGraph

extension NSManagedObjectModel {
  /// Reads a model: a `.momd` or `.xcdatamodeld` gives its current version, a `.mom` or `.xcdatamodel` the one it is.
  ///
  /// Unlike Apple's, it reads Xcode's own files too. `nil` for a file that cannot be read; one line on the standard error
  /// says why, since Apple's initializer cannot.
  public convenience init?(contentsOf url: URL) {
    do {
      self.init(try ModelFiles.load(url).version().model)
    } catch {
      Notice.show(["no model is read from \(url.path): \(error)"])
      return nil
    }
  }

  /// Puts the entities of several models into one. Entities of one name must be equal.
  ///
  /// `nil` when they are not; one line on the standard error says which, where Apple's raises an exception.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    guard let models else { return nil }
    do {
      self.init(try ModelMerge.merged(models.map { try $0.modelDescription() }))
    } catch {
      Notice.show(["models cannot be merged: \(error)"])
      return nil
    }
  }

  /// Puts the entities that a store holds into one model; `nil` when the models lack one of them.
  public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
    guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data],
      let chosen = try? ModelMerge.model(among: models.map({ try $0.modelDescription() }), havingHashes: hashes)
    else { return nil }
    self.init(chosen)
  }

  /// The models of bundles, those of the main bundle for `nil`, put into one; `nil` when there is none.
  public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    let models = ModelSearch(bundles).all().compactMap { NSManagedObjectModel(contentsOf: $0) }
    return models.isEmpty ? nil : NSManagedObjectModel(byMerging: models)
  }

  /// The model among those of bundles, older versions too, that a store was made with.
  public class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    let versions = ModelSearch(bundles).all().flatMap { (try? ModelFiles.load($0).versions) ?? [] }
    return NSManagedObjectModel(
      byMerging: versions.map { NSManagedObjectModel($0.model) }, forStoreMetadata: metadata)
  }
}

/// One model of several.
enum ModelMerge {
  /// - Throws: `ModelError` that names an entity which two models define in different ways.
  static func merged(_ models: [ModelDescription]) throws -> ModelDescription {
    var result = ModelDescription()
    for model in models {
      for entity in model.entities {
        if let known = result.entity(named: entity.name) {
          guard alone(known) == alone(entity) else {
            throw ModelError("two of the models define it in different ways", entity: entity.name)
          }
        } else {
          result.entities.append(entity)
        }
      }
      for composite in model.composites where !result.composites.contains(where: { $0.name == composite.name }) {
        result.composites.append(composite)
      }
      for configuration in model.configurations {
        if let index = result.configurations.firstIndex(where: { $0.name == configuration.name }) {
          let known = Set(result.configurations[index].entityNames)
          result.configurations[index].entityNames += configuration.entityNames.filter { !known.contains($0) }
        } else {
          result.configurations.append(configuration)
        }
      }
      for template in model.fetchTemplates where !result.fetchTemplates.contains(where: { $0.name == template.name }) {
        result.fetchTemplates.append(template)
      }
      let known = Set(result.versionIdentifiers)
      result.versionIdentifiers += model.versionIdentifiers.filter { !known.contains($0) }
    }
    return result
  }

  private static func alone(_ entity: EntityDescription) -> ModelDescription {
    ModelDescription(entities: [entity]).canonical()
  }

  /// One model that says all the hashes by itself, else entities of several that do together.
  ///
  /// - Throws: `ModelError` that names the first entity for which no model has the hash.
  static func model(
    among models: [ModelDescription], havingHashes hashes: [String: Data]
  ) throws -> ModelDescription {
    var parts: [ModelDescription] = []
    var found: Set<String> = []
    for model in models {
      guard let own = try? ResolvedModel(model).versionHashes() else { continue }
      if own == hashes { return model }
      var part = model
      part.entities.removeAll { entity in
        hashes[entity.name] != own[entity.name] || hashes[entity.name] == nil || found.contains(entity.name)
      }
      found.formUnion(part.entities.map(\.name))
      parts.append(part)
    }
    if let missing = hashes.keys.filter({ !found.contains($0) }).min() {
      throw ModelError("no model has the version hash that the store says", entity: missing)
    }
    return try merged(parts)
  }
}
