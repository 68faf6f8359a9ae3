import Foundation
import ModelDescription
import ModelFiles
import SQLiteStore

/// `causeway migrate`: a store, or every store of a folder, brought to a version of a model.
struct Migrate: Command {
  static let name = "migrate"
  static let summary = "Brings a store to a version of a model, by inference or by a plan, and proves it."
  static let discussion = """
    Writes a migrated copy: to --output, or beside the store as NAME-migrated. With --in-place the store itself is
    changed: in one transaction where only tables, columns and indexes are added, else on a copy beside it that takes its
    place with one rename; whatever goes wrong, the path holds the old store or the new one. Rows, links, ends of
    relationships and SQLite's own check are compared before that, and told in a table with the hashes.

    What is not lightweight is listed with the reason and what would make it so, and nothing is written. So are rows that
    lack a value for what must have one, unless --fill-zero puts zero, an empty text or false there, and rows that break
    a new constraint. --explain says what would be done, and writes nothing.

    The store has to be of one of the model's versions; --allow-inferred takes another one too, by the model that the
    store keeps of itself, where the version has all that the store has, or with --allow-loss. --from-all
    migrates a copy of every store in a folder, for a build server, and writes nothing but the report that --junit names.

    --to a folder with a Swift package takes its SchemaMigrationPlan: the plan's target is compiled, with the toolchain and
    the modules beside the command, into a program that opens the copy through the plan. --explain lists the stages.

    --mapping takes a mapping model of Xcode's, an .xcmappingmodel, whose models are the store's version and that of --to.
    Objects are copied one by one then, as NSMigrationManager does; a mapping with a policy, which is a class of the
    application, is refused with the names of the classes.

    Exit status: 0 migrated, or the store has the version already; 1 it cannot be migrated so, and the reasons are
    listed; 2 when a file cannot be read or written, or is in use.
    """
  static let example = "causeway migrate Library.sqlite --to Library.xcdatamodeld -o Migrated.sqlite"
  static let arguments: [Argument] = [
    .positional("STORE", "the store file", isOptional: true),
    .option("to", value: "MODEL", ModelInput.help + ", or a Swift package with a plan", isRequired: true),
    .option("version", value: "NAME", "the version to migrate to; the current or last one when not given"),
    .option("plan", value: "NAME", "with a package: the SchemaMigrationPlan, where there are several"),
    .option("causeway", value: "PATH", "with a package: a built checkout of Causeway to compile the plan with"),
    .option("mapping", value: "FILE", "an .xcmappingmodel to migrate by, instead of inference"),
    .flag("explain", "say what would be done"),
    .option("output", short: "o", value: "COPY", "the migrated copy to make"),
    .flag("in-place", "change the store itself"),
    .flag("backup", "with --in-place: copy the store to NAME-backup first"),
    .flag("allow-inferred", "take a store of none of the model's versions"),
    .flag("allow-loss", "with --allow-inferred: drop what the version does not have"),
    .flag("fill-zero", "put zero, an empty text or false where a value is missing"),
    .option("from-all", value: "DIR", "migrate a copy of every store in a folder"),
    .option("junit", value: "FILE", "with --from-all: write the results as JUnit XML"),
  ]

  private let store: String?
  private let folder: String?
  private let junit: String?
  private let model: String
  private let version: String?
  private let plan: String?
  private let causeway: String?
  private let mapping: String?
  private let explains: Bool
  private let isInPlace: Bool
  private let keepsBackup: Bool
  private let output: String?
  private let choices: MigrationChoices
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    store = arguments.optionalPositional("STORE")
    folder = arguments.option("from-all")
    model = try arguments.requiredOption("to")
    version = arguments.option("version")
    plan = arguments.option("plan")
    causeway = arguments.option("causeway")
    mapping = arguments.option("mapping")
    explains = arguments.hasFlag("explain")
    isInPlace = arguments.hasFlag("in-place")
    keepsBackup = arguments.hasFlag("backup")
    output = arguments.option("output") == nil ? nil : try arguments.requiredPath("output")
    junit = arguments.option("junit") == nil ? nil : try arguments.requiredPath("junit")
    choices = MigrationChoices(
      allowsInferred: arguments.hasFlag("allow-inferred"), allowsLoss: arguments.hasFlag("allow-loss"),
      fillsZero: arguments.hasFlag("fill-zero"))
    wantsJSON = arguments.wantsJSON
    switch (store, folder) {
    case (nil, nil): throw CommandError("name a STORE, or a folder with --from-all DIR")
    case (.some, .some): throw CommandError("--from-all names the stores; leave STORE out")
    default: break
    }
    if isInPlace, output != nil { throw CommandError("--in-place changes the store itself; leave --output out") }
    if keepsBackup, !isInPlace { throw CommandError("--backup goes with --in-place; a copy leaves the store as it is") }
    if folder != nil, isInPlace || output != nil || explains {
      throw CommandError("--from-all changes nothing and writes no store; leave --in-place, --output and --explain out")
    }
    if mapping != nil, choices.allowsLoss || choices.fillsZero {
      throw CommandError("--mapping says itself what is kept and filled; leave --allow-loss and --fill-zero out")
    }
    if junit != nil, folder == nil { throw CommandError("--junit goes with --from-all DIR") }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if ModelInput.isPlainFolder(model) {
      if mapping != nil { throw CommandError("--mapping goes with a model; \(model) is a folder, which has a plan") }
      return try withPlan(console)
    }
    if URL(fileURLWithPath: model).pathExtension == "swift", ModelInput.fileType(of: model) == .typeRegular {
      throw CommandError("\(model) is a Swift file; --to takes a model, or the folder of a Swift package")
    }
    if plan != nil || causeway != nil {
      throw CommandError("--plan and --causeway go with --to DIR, a folder of a Swift package; \(model) is none")
    }
    let target = try MigrationTarget(model, version: version, console)
    guard let mapping else { return try migrate(to: target, console) }
    return try migrate(to: MappingGoal(mapping, target, console), console)
  }

  /// Compiles the plan first, in a folder that goes when the work is done.
  private func withPlan(_ console: Console) throws -> ExitStatus {
    if choices.allowsLoss {
      throw CommandError("--allow-loss goes with a model; a plan says itself what is dropped")
    }
    let staging = try StagingFolder(in: FileManager.default.temporaryDirectory)
    defer { staging.discard() }
    return try migrate(
      to: PlanGoal(model, plan: plan, version: version, build: causeway, folder: staging.url, console), console)
  }

  private func migrate(to goal: any MigrationGoal, _ console: Console) throws -> ExitStatus {
    if let folder {
      let matrix = try MigrationMatrix(folder, goal: goal, choices: choices, console)
      if let junit { try matrix.writeJUnit(junit) }
      if wantsJSON { console.print(matrix.json) } else { matrix.print(on: console) }
      return matrix.status
    }
    guard let store else { throw CommandError("STORE is missing") }
    var report = MigrateReport(path: store, goal: goal)
    do {
      try migrate(store, goal, &report, console)
    } catch let error as MigrationError where MigrateReport.isFinding(error.code) {
      report.refusal = error
    }
    if wantsJSON { console.print(report.json) } else { report.print(on: console) }
    return report.status
  }

  private func migrate(
    _ store: String, _ goal: any MigrationGoal, _ report: inout MigrateReport, _ console: Console
  ) throws {
    let work = try goal.work(on: store, choices, console)
    report.note(work)
    guard !work.isDone else { return }
    if explains {
      report.plan = try work.explain(!isInPlace)
      return
    }
    let progress = MigrationLine(console)
    defer { progress.finish() }
    if isInPlace {
      if keepsBackup {
        let backup = Self.sibling(of: store, "backup")
        _ = try SQLiteStore.placeOfNewStore(backup)
        try SQLiteStore.copy(store, to: backup)
        report.backup = backup
      }
      do {
        report.result = try work.run(store, progress)
      } catch {
        // The store is as it was; a copy of it would only be in the way of the next try.
        if let backup = report.backup { try? SQLiteStore.remove(backup) }
        report.backup = nil
        throw error
      }
      report.place = store
      return
    }
    let place = URL(fileURLWithPath: try SQLiteStore.placeOfNewStore(output ?? Self.sibling(of: store, "migrated")))
    let staging = try StagingFolder(in: place.deletingLastPathComponent())
    defer { staging.discard() }
    let part = staging.url.appendingPathComponent(place.lastPathComponent).path
    try SQLiteStore.copy(store, to: part)
    do {
      report.result = try work.run(part, progress)
    } catch var error as MigrationError {
      // The copy is nobody's business.
      error.message = error.message.replacingOccurrences(of: part, with: store)
      throw error
    } catch {
      throw CommandError(CommandError.line(for: error).replacingOccurrences(of: part, with: store))
    }
    try staging.moveStore(place.lastPathComponent)
    report.place = output ?? place.path
  }

  /// `Library-migrated.sqlite` beside `Library.sqlite`.
  private static func sibling(of path: String, _ word: String) -> String {
    let url = URL(fileURLWithPath: path)
    let base = url.deletingPathExtension().lastPathComponent
    let name = url.pathExtension.isEmpty ? "\(base)-\(word)" : "\(base)-\(word).\(url.pathExtension)"
    return url.deletingLastPathComponent().appendingPathComponent(name).path
  }
}
