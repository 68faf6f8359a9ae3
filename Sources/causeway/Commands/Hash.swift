import ModelDescription
import ModelFiles

/// `causeway hash`: the version hashes of every version of a model.
struct Hash: Command {
  static let name = "hash"
  static let summary = "Prints the version hashes of every version of a model, with digest and checksum."
  static let discussion = """
    The hashes are those that Core Data and SwiftData write into a store's metadata and compare when they open it.
    Versions that hash alike are marked: the frameworks cannot tell their stores apart.

    Exit status: 0 fine, 2 when the model cannot be read.
    """
  static let example = "causeway hash Library.xcdatamodeld"
  static let arguments: [Argument] = [
    .positional("MODEL", ModelInput.help)
  ]

  private let path: String
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.positional("MODEL")
    wantsJSON = arguments.wantsJSON
  }

  func run(_ console: Console) throws -> ExitStatus {
    let versions = try ModelInput.bundle(path, console).versions
    let report = HashReport(try versions.map { ($0.name, try ModelInput.resolve($0)) })
    if wantsJSON { console.print(report.json) } else { report.print(on: console) }
    return .fine
  }
}
