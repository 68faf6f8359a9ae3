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

  /// - Throws: `CommandError` that names the file beside what is wrong with the model in it.
  static func resolve(_ version: ModelBundle.Version) throws -> ResolvedModel {
    do {
      return try ResolvedModel(version.model)
    } catch {
      throw CommandError("\(version.path): \(error)")
    }
  }
}
