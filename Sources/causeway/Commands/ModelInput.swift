import Foundation
import ModelFiles

/// A model named on the command line; what was odd in it goes to the error output, nothing is dropped in silence.
enum ModelInput {
  static func bundle(_ path: String, _ console: Console) throws -> ModelBundle {
    let bundle = try ModelFiles.load(URL(fileURLWithPath: path))
    for warning in bundle.warnings + bundle.versions.flatMap(\.warnings) { console.note("warning: \(warning)") }
    return bundle
  }
}
