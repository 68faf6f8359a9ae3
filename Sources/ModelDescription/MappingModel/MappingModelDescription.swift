/// A mapping model as its file says it: what becomes of the entities of one model in another.
///
/// What a modeller leaves to be generated is not in it; `AuthoredMapping` works that out from the two models.
package struct MappingModelDescription: Hashable, Sendable {
  package var source: MappedModel
  package var destination: MappedModel
  /// In the order in which they run.
  package var entityMappings: [EntityMappingDescription]

  package init(source: MappedModel, destination: MappedModel, entityMappings: [EntityMappingDescription] = []) {
    self.source = source
    self.destination = destination
    self.entityMappings = entityMappings
  }
}

/// One of the two models of a mapping model, as the file knows it.
package struct MappedModel: Hashable, Sendable {
  /// Where the project had it when the mapping was saved.
  package var path: String?
  /// The file's own copy of it, which hashes and generated expressions follow from.
  package var model: ModelDescription?

  package init(path: String? = nil, model: ModelDescription? = nil) {
    self.path = path
    self.model = model
  }

  /// The version's name: the last part of the path, without its ending.
  package var name: String? {
    guard let file = path?.split(separator: "/").last else { return nil }
    return file.hasSuffix(".xcdatamodel") ? String(file.dropLast(".xcdatamodel".count)) : String(file)
  }
}
