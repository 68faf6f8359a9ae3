import ModelCodegen
import ModelDescription
import ModelFiles

/// `causeway generate`: one `@Model` class per entity.
struct Generate: Command {
  static let name = "generate"
  static let summary = "Writes SwiftData or Core Data classes for a model, and says what SwiftData cannot."
  static let discussion = """
    One file per entity. A file that is there already is never replaced without --force: then nothing is written.
    The report lists everything of the model that the classes cannot say. With --core-data the classes are those that
    Xcode writes for "Create NSManagedObject Subclass": two files per entity.

    Exit status: 0 fine, 1 when the classes do not pair with a store of the model, 2 when nothing was written.
    """
  static let example = "causeway generate Library.xcdatamodeld -o Sources/Library/Generated"
  static let arguments: [Argument] = [
    .positional("MODEL", ModelInput.help),
    .option("output", short: "o", value: "DIR", "the folder to write to; made when it is not there", isRequired: true),
    .option("version", value: "NAME", "the model version; the current one when not given"),
    .flag("core-data", "write NSManagedObject classes, as Xcode does, instead of @Model classes"),
    .flag("force", "replace files that are there already"),
  ]

  private let path: String
  private let folder: String
  private let version: String?
  private let isCoreData: Bool
  private let replacesFiles: Bool
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.positional("MODEL")
    folder = try arguments.requiredPath("output")
    version = arguments.option("version")
    isCoreData = arguments.hasFlag("core-data")
    replacesFiles = arguments.hasFlag("force")
    wantsJSON = arguments.wantsJSON
  }

  func run(_ console: Console) throws -> ExitStatus {
    let chosen = try ModelInput.version(version, of: path, console)
    _ = try ModelInput.resolve(chosen)
    let code =
      isCoreData
      ? try ManagedClassGenerator(chosen.model, title: chosen.name, style: .managed).generate(bySetting: false)
      : try ModelGenerator(chosen.model, title: chosen.name).generate()
    try OutputFolder(folder, replacesFiles: replacesFiles).write(code.files.map { .init(name: $0.name, text: $0.text) })
    let report = GenerationReport(code, folder: folder, version: chosen.name)
    if wantsJSON { console.print(report.json) } else { report.print(on: console) }
    return report.status
  }
}
