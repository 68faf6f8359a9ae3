import ModelDescription
import ModelFiles
import SQLiteDriver
import SQLiteStore

/// What a store file says of its own model: the metadata always, the cached model where it can be read.
struct StoredModel {
  let metadata: StoreMetadata
  /// `nil` where `problem` says why.
  let model: ResolvedModel?
  let problem: Problem?

  private let file: StoreFile

  enum Problem: Hashable {
    /// The store keeps none, as stores older than iOS 9 (StoreFormat.md section 10).
    case absent
    case broken(String)

    /// As half a sentence after "the store".
    var words: String {
      switch self {
      case .absent: "keeps no model of itself"
      case .broken(let reason): "keeps a model of itself that is broken: \(reason)"
      }
    }
  }

  /// Reads a file without a change to any file of its folder.
  ///
  /// - Throws: an error of one line when the file is no store or is damaged.
  static func read(_ path: String) throws -> StoredModel {
    try FileInspection(path).check()
    let connection = try Connection(path: path, mode: .untouched)
    return try StoredModel(StoreFile(connection, path: path), path: path)
  }

  init(_ file: StoreFile, path: String) throws {
    self.file = file
    metadata = try StoreMetadata(rows: file.metadataRows(), path: path)
    do {
      guard let content = try file.modelCache() else {
        (model, problem) = (nil, .absent)
        return
      }
      (model, problem) = (try ResolvedModel(ModelCache.read(content)), nil)
    } catch let error as SQLiteError {
      throw error
    } catch {
      (model, problem) = (nil, .broken(CommandError.line(for: error)))
    }
  }

  /// Compares tables, columns and entity numbers of the file with a model, as opening does.
  ///
  /// - Throws: an error of one line that names what the model needs and the file lacks.
  func checkLayout(of model: ResolvedModel, path: String) throws {
    do {
      _ = try file.layout(of: model, schema: file.schema())
    } catch let error as SQLiteError {
      throw error
    } catch {
      throw CommandError(path, error)
    }
  }
}
