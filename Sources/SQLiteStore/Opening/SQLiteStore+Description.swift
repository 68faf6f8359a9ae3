package import ModelDescription
internal import ModelFiles
internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore {
  /// What a store file says about itself. Leaves every file of the folder as it is.
  ///
  /// - Throws: `StoreError` that says what is wrong with the file. A cached model that cannot be read is no error here:
  ///   the description says what is broken in it.
  package static func description(of path: String) throws -> StoreDescription {
    try FileInspection(path).check()
    return try StoreError.translating(path: path) {
      let file = try StoreFile(Connection(path: path, mode: .untouched), path: path)
      let metadata = try StoreMetadata(rows: file.metadataRows(), path: path)
      return StoreDescription(metadata: metadata, model: try file.cachedModel())
    }
  }

  /// The metadata and the cached model; `nil` for one that is missing or broken, which `description(of:)` tells apart.
  package static func describe(_ path: String) throws -> (metadata: StoreMetadata, model: ModelDescription?) {
    let found = try description(of: path)
    return (found.metadata, found.readableModel?.description)
  }
}

extension StoreFile {
  /// The cached model, and whether it is missing or broken.
  package func cachedModel() throws -> StoreDescription.CachedModel {
    guard let content = try modelCache() else { return .missing }
    do {
      return .readable(try ResolvedModel(ModelCache.read(content)))
    } catch {
      return .broken(
        StoreError(
          .modelUnreadable, "The model that \(path) keeps in Z_MODELCACHE cannot be read: \(error)",
          advice: "Give the model that the store was made with.", path: path))
    }
  }
}
