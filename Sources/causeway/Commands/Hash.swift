import Foundation
import ModelDescription
import ModelFiles
import SQLiteStore

/// `causeway hash`: the version hashes of every version of a model, or of a store.
struct Hash: Command {
  static let name = "hash"
  static let summary = "Prints the version hashes of every version of a model, or of a store, with digest and checksum."
  static let discussion = """
    The hashes are those that Core Data and SwiftData write into a store's metadata and compare when they open it.
    Versions that hash alike are marked: the frameworks cannot tell their stores apart. Of a store, the hashes that its
    metadata states are printed, and compared with those of the model that it keeps of itself.

    Exit status: 0 fine, 1 when a store's metadata and model disagree, 2 when the file cannot be read.
    """
  static let example = "causeway hash Library.xcdatamodeld"
  static let arguments: [Argument] = [
    .positional("MODEL|STORE", ModelInput.help)
  ]

  private let path: String
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.positional("MODEL|STORE")
    wantsJSON = arguments.wantsJSON
  }

  func run(_ console: Console) throws -> ExitStatus {
    guard ModelInput.looksLikeModel(path) else {
      let report = try ProgressLine.during("reading the store", console) {
        StoreHashReport(try StoredModel.read(path), path: path)
      }
      if wantsJSON { console.print(report.json) } else { report.print(on: console) }
      return report.status
    }
    let bundle = try bundle()
    ModelInput.warn(of: bundle, versions: bundle.versions.map(\.name), console)
    let report = try ProgressLine.during("hashing \(bundle.versions.count.counted("version"))", console) {
      let models = try bundle.versions.map { ($0.name, try ModelInput.resolve($0)) }
      return HashReport(models, path: path, currentName: bundle.currentName)
    }
    if wantsJSON { console.print(report.json) } else { report.print(on: console) }
    return .fine
  }

  private func bundle() throws -> ModelBundle {
    do {
      return try ModelInput.bundle(path)
    } catch  where ModelInput.isPlainFolder(path) {
      throw CommandError("\(CommandError.line(for: error)); name \(ModelInput.help)")
    }
  }
}
