import Foundation
import ModelDescription
import ModelFiles

/// A model named on the command line; what was odd in it goes to the error output, nothing is dropped in silence.
enum ModelInput {
  /// What a model argument's help says.
  static let help = "an .xcdatamodeld, .xcdatamodel, .momd or .mom"

  static func bundle(_ path: String, _ console: Console) throws -> ModelBundle {
    let bundle = try ModelFiles.load(URL(fileURLWithPath: path))
    for warning in bundle.warnings + bundle.versions.flatMap(\.warnings) { console.note("warning: \(warning)") }
    return bundle
  }

  /// Whether a path is to be read as a model rather than as a store: by its name, as a folder, or by its first bytes.
  static func looksLikeModel(_ path: String) -> Bool {
    let url = URL(fileURLWithPath: path)
    if ["xcdatamodeld", "xcdatamodel", "momd", "mom", "omo"].contains(url.pathExtension) { return true }
    let resolved = url.resolvingSymlinksInPath().path
    switch (try? FileManager.default.attributesOfItem(atPath: resolved))?[.type] as? FileAttributeType {
    case .typeDirectory?: return true
    case .typeRegular?: break
    // Opening a FIFO would wait for a writer.
    default: return false
    }
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let head = (try? file.read(upToCount: 6)) ?? Data()
    return ["bplist", "<?xml", "<model"].contains { head.starts(with: Array($0.utf8)) }
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
