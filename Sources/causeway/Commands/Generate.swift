import Foundation
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

    With --versioned there is one VersionedSchema for each version of the model, in the order of their names, a
    SchemaMigrationPlan with their stages, and an alias for each class of the last version. A stage is lightweight where
    the migration can be inferred; else it is a custom one, and a comment says what has to be filled. The classes are read
    back, and it is told where they hash otherwise than the model.

    Exit status: 0 fine, 1 when the classes do not pair with a store of the model, with --versioned also when they hash
    otherwise, 2 when nothing was written.
    """
  static let example = "causeway generate Library.xcdatamodeld -o Sources/Library/Generated"
  static let arguments: [Argument] = [
    .positional("MODEL", ModelInput.help),
    .option("output", short: "o", value: "DIR", "the folder to write to; made when it is not there", isRequired: true),
    .option("version", value: "NAME", "the model version; the current one when not given"),
    .flag("core-data", "write NSManagedObject classes, as Xcode does, instead of @Model classes"),
    .flag("versioned", "write a VersionedSchema for each version, and a migration plan"),
    .flag("force", "replace files that are there already"),
  ]

  private let path: String
  private let folder: String
  private let version: String?
  private let isCoreData: Bool
  private let isVersioned: Bool
  private let replacesFiles: Bool
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.positional("MODEL")
    folder = try arguments.requiredPath("output")
    version = arguments.option("version")
    isCoreData = arguments.hasFlag("core-data")
    isVersioned = arguments.hasFlag("versioned")
    replacesFiles = arguments.hasFlag("force")
    wantsJSON = arguments.wantsJSON
    if isVersioned, isCoreData { throw CommandError("--versioned writes @Model classes; leave --core-data out") }
    if isVersioned, version != nil { throw CommandError("--versioned takes every version; leave --version out") }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if isVersioned { return try runVersioned(console) }
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

  private func runVersioned(_ console: Console) throws -> ExitStatus {
    let bundle = try ModelInput.bundle(path)
    ModelInput.warn(of: bundle, versions: bundle.versions.map(\.name), console)
    let output = OutputFolder(folder, replacesFiles: replacesFiles)
    let staging = try StagingFolder(in: FileManager.default.temporaryDirectory)
    defer { staging.discard() }
    let progress = ProgressLine("writing versions", console: console)
    defer { progress.finish() }
    let versions = try VersionedCode(bundle, folder: staging.url, progress: progress)
    progress.finish()
    try output.write(versions.code.files.map { .init(name: $0.name, text: $0.text) })
    let report = GenerationReport(versions.code, folder: folder, version: nil, isExact: versions.isExact)
    if wantsJSON { console.print(report.json) } else { report.print(on: console) }
    return report.status
  }
}
