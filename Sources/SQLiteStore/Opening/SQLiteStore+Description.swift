package import ModelDescription
internal import ModelFiles
package import SQLiteDriver
internal import StoreContract

extension SQLiteStore {
  /// What a store file says about itself. Leaves every file of the folder as it is.
  ///
  /// - Parameter mode: how the file is read; `.untouched` may have to copy it.
  /// - Throws: `StoreError` that says what is wrong with the file. A cached model that cannot be read is no error here:
  ///   the description says what is broken in it.
  package static func description(of path: String, mode: OpenMode = .untouched) throws -> StoreDescription {
    try FileInspection(path).check()
    return try StoreError.translating(path: path) {
      let file = try StoreFile(Connection(path: path, mode: mode), path: path)
      let metadata = try StoreMetadata(rows: file.metadataRows(), path: path)
      return StoreDescription(metadata: metadata, model: try file.cachedModel())
    }
  }

  /// What a store says about itself before it is opened for use: without a copy where SQLite, reading its log, changes
  /// neither the file nor the log.
  ///
  /// A process that ends with its store open leaves a log, so this is the usual start of a program.
  package static func descriptionForOpening(_ path: String) throws -> StoreDescription {
    guard FileInspection(path).hasOnlyLog else { return try description(of: path) }
    do {
      return try description(of: path, mode: .readOnly)
    } catch let error as StoreError where error.code == .fileSystem || error.code == .readOnly {
      // A folder that takes no `-shm`.
      return try description(of: path)
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
