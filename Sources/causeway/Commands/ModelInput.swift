import Foundation
import ModelDescription
import ModelFiles

/// A model named on the command line; what was odd in it goes to the error output, nothing is dropped in silence.
enum ModelInput {
  /// What a model argument's help says.
  static let help = "an .xcdatamodeld, .xcdatamodel, .momd or .mom, or a store"

  /// Reads a model; `warn` says what was odd in it.
  ///
  /// - Throws: an error of one line that names the file and what is wrong with it.
  static func bundle(_ path: String) throws -> ModelBundle {
    looksLikeStore(path) ? try storedModel(path) : try ModelFiles.load(URL(fileURLWithPath: path))
  }

  /// Reads the one version that a verb works on, and says what was odd in it.
  static func version(_ name: String?, of path: String, _ console: Console) throws -> ModelBundle.Version {
    let bundle = try bundle(path)
    let version = try bundle.version(name)
    warn(of: bundle, versions: [version.name], console)
    return version
  }

  /// Writes what was odd in a bundle and in these versions to the error output.
  static func warn(of bundle: ModelBundle, versions names: [String], _ console: Console) {
    let versions = bundle.versions.filter { names.contains($0.name) }
    for warning in bundle.warnings + versions.flatMap(\.warnings) { console.note("warning: \(warning)") }
  }

  /// The model that a store keeps of itself, as a bundle of one version that is called like the file.
  private static func storedModel(_ path: String) throws -> ModelBundle {
    let stored = try StoredModel.read(path)
    guard let model = stored.model else {
      throw CommandError("\(path): the store \((stored.problem ?? .absent).words); name a model file instead")
    }
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let warnings = ModelValidation.findings(in: model.description).filter { $0.severity == .warning }
      .map { "\(path): \($0)" }
    return ModelBundle(
      path: path,
      versions: [.init(name: name, path: path, model: model.description, warnings: warnings)], currentName: name)
  }

  /// Whether a file begins as a database does.
  private static func looksLikeStore(_ path: String) -> Bool {
    guard !hasModelName(path), let head = head(of: path) else { return false }
    return head.starts(with: Array("SQLite format 3\0".utf8))
  }

  /// Whether a path is to be read as a model rather than as a store: by its name, as a folder, or by its first bytes.
  static func looksLikeModel(_ path: String) -> Bool {
    if hasModelName(path) || fileType(of: path) == .typeDirectory { return true }
    guard let head = head(of: path) else { return false }
    return ["bplist", "<?xml", "<model"].contains { head.starts(with: Array($0.utf8)) }
  }

  private static func hasModelName(_ path: String) -> Bool {
    ["xcdatamodeld", "xcdatamodel", "momd", "mom", "omo"].contains(URL(fileURLWithPath: path).pathExtension)
  }

  /// The first bytes of a regular file; opening a FIFO would wait for a writer.
  private static func head(of path: String) -> Data? {
    guard fileType(of: path) == .typeRegular, let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return (try? file.read(upToCount: 16)) ?? Data()
  }

  /// What stands at a path, where symbolic links lead; `nil` for nothing.
  static func fileType(of path: String) -> FileAttributeType? {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return (try? FileManager.default.attributesOfItem(atPath: resolved))?[.type] as? FileAttributeType
  }

  /// Whether a path is a folder whose name is not that of a model.
  static func isPlainFolder(_ path: String) -> Bool {
    let url = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
      && !["xcdatamodeld", "xcdatamodel", "momd"].contains(url.pathExtension)
  }

  /// - Throws: `CommandError` that names the file beside what is wrong with the model in it.
  static func resolve(_ version: ModelBundle.Version) throws -> ResolvedModel {
    do {
      return try ResolvedModel(version.model)
    } catch {
      throw CommandError("\(version.path): \(error)")
    }
  }
}
