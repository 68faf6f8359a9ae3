import ModelDescription
import ModelFiles

/// `causeway diff`: in what two versions differ, and what each difference means.
struct Diff: Command {
  static let name = "diff"
  static let summary = "Compares two of: model versions, stores, folders of @Model classes, VersionedSchemas."
  static let discussion = """
    Every difference is listed by entity and property: what A says, what B says; whether that changes the version hash;
    whether a store of A can become one of B by a lightweight migration, and if not why and what would make it so;
    whether a store that is mirrored to CloudKit may follow.

    A is the earlier side. Each side is a model (the current version when none is named), a store (by the model it keeps
    of itself and the hashes of its metadata), or a folder of Swift files or one such file (its @Model classes; with
    #NAME those of the VersionedSchema of that name). Renamings are followed by renaming identifiers and originalName.

    Exit status: 0 no differences, 1 differences, or something that could not be resolved, 2 when a side cannot be read.
    Nothing is written.
    """
  static let example = "causeway diff 'Library.xcdatamodeld#Library' 'Library.xcdatamodeld#Library 2'"
  static let arguments: [Argument] = [
    .positional("A", ComparedSide.help), .positional("B", "the later side, likewise"),
    .option("from", value: "NAME", "the version of A, where it is not given with #"),
    .option("to", value: "NAME", "the version of B, likewise"),
  ]

  private let paths: (String, String)
  private let versions: (String?, String?)
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    paths = (try arguments.positional("A"), try arguments.positional("B"))
    versions = (arguments.option("from"), arguments.option("to"))
    wantsJSON = arguments.wantsJSON
  }

  func run(_ console: Console) throws -> ExitStatus {
    let before = try ComparedSide.read(paths.0, version: versions.0, console)
    let after = try ComparedSide.read(paths.1, version: versions.1, console)
    let report = ProgressLine.during("comparing", console) { DifferenceReport(from: before, to: after) }
    if wantsJSON { console.print(report.json) } else { report.print(on: console) }
    return report.status
  }
}
