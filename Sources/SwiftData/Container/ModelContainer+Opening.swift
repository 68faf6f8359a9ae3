import Foundation
import ModelDescription
import ModelEvolution
import SQLiteStore
public import SchemaTypes
import StoreContract

extension ModelContainer {
  /// Opens or makes the store of a set of model classes; models that they reach by relationships come along.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` that names each entity and property in which an existing store
  ///   differs from the classes; the store's own error when the file is none or cannot be opened. A file that differs is
  ///   left as it is.
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: ModelConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }

  public convenience init(for givenSchema: Schema, configurations: ModelConfiguration...) throws {
    try self.init(for: givenSchema, configurations: configurations)
  }

  public convenience init(for givenSchema: Schema, configurations: [ModelConfiguration]) throws {
    guard configurations.count <= 1 else {
      throw SwiftDataError(
        "loadIssueModelContainer", detail: "a container with several configurations is not supported yet; give one")
    }
    let configuration = configurations.first ?? ModelConfiguration()
    let model = try ResolvedModel(givenSchema.modelDescription())
    let store = try StoreOpening(model: model, configuration: configuration).store()
    try self.init(store: store, models: Array(givenSchema.types.values), name: configuration.name)
  }
}

/// The store of a configuration: made when it is not there, compared with the classes when it is.
private struct StoreOpening {
  let model: ResolvedModel
  let configuration: ModelConfiguration

  func store() throws -> SQLiteStore {
    if configuration.isStoredInMemoryOnly { return try make(at: nil) }
    let path = configuration.url.path
    guard FileManager.default.fileExists(atPath: path) else {
      guard configuration.allowsSave else {
        throw SwiftDataError(
          "loadIssueModelContainer", detail: "there is no store at \(path), and allowsSave: false makes none")
      }
      try FileManager.default.createDirectory(
        at: configuration.url.deletingLastPathComponent(), withIntermediateDirectories: true)
      return try make(at: path)
    }
    try compare(with: path)
    return try SQLiteStore.open(path, model: model, access: configuration.allowsSave ? .readWrite : .readOnly)
  }

  /// SwiftData's stores always keep history (FORMAT.md section 7).
  private func make(at path: String?) throws -> SQLiteStore {
    return try SQLiteStore.create(
      path, model: model, metadata: StoreMetadata(newStoreOf: model),
      modelCache: SQLiteStore.modelCache(of: model, namesDefaultConfiguration: true), withHistory: true)
  }

  /// Only a store of the same hashes opens: what differs is named, and the file is left alone.
  private func compare(with path: String) throws {
    let (metadata, cached) = try SQLiteStore.describe(path)
    let hashes = model.versionHashes()
    guard metadata.hashes != hashes else { return }
    var differences: [String] = []
    if let cached, let store = try? ResolvedModel(cached) {
      let pairing = Pairing(store: store, classes: model, storeHashes: metadata.hashes, classHashes: hashes)
      differences = pairing.differences.filter { $0.grade != .same }.map { "\($0)" }
    }
    if differences.isEmpty {
      let names = Set(metadata.hashes.keys).union(hashes.keys).filter { metadata.hashes[$0] != hashes[$0] }
      differences = names.sorted().map { "entity \($0) has another version hash" }
    }
    throw SwiftDataError(
      "loadIssueModelContainer",
      detail: "\(path) does not have the shape of the classes: \(differences.joined(separator: "; "))")
  }
}
