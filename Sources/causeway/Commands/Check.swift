import Foundation
import ModelDescription
import ModelFiles

/// `causeway check`: how a store and classes pair with a model, and in what they differ.
struct Check: Command {
  static let name = "check"
  static let summary = "Grades a store, or the @Model classes of a folder, against a model: same, fits or differs."
  static let discussion = """
    same     all entity hashes are equal
    fits     they differ only in facts on which tables and columns do not depend: the store opens as it is
    differs  anything else: the store does not open without a migration

    Every difference is listed by entity and property, with what to do and, for fits, what Apple's SwiftData would do.
    Without --version the best pair among the model's versions counts. With --store and --swift the classes are also
    graded against the store itself. Types are resolved over all Swift files of DIR; what they do not show is listed as
    not resolved, never guessed.

    A store whose tables, columns or entity numbers are not those of its own model is refused, since it opens with no
    classes. The model that a store keeps of itself is needed where its hashes are those of no version: a broken one is
    refused there, and only noted where a version has the hashes. A store with history is noted beside Core Data code
    that does not say NSPersistentHistoryTrackingKey.

    --frozen DIR is a check of its own: each VersionedSchema in DIR that "causeway freeze" or "generate --versioned" wrote
    must be as it was then, and no two may hash alike.

    Exit status: 0 when everything is the same or fits, 1 when something differs, was edited or could not be resolved, 2
    when the input cannot be read. Nothing is written, neither to the store nor beside it.
    """
  static let example = "causeway check --model Library.xcdatamodeld --store Library.sqlite --swift Sources/Library"
  static let arguments: [Argument] = [
    .option("model", value: "MODEL", ModelInput.help),
    .option("store", value: "STORE", "a store file"),
    .option("swift", value: "DIR", "a folder with Swift files, read with all folders in it"),
    .option("version", value: "NAME", "the only model version to compare with"),
    .option("frozen", value: "DIR", "a folder with frozen versions; given alone, without a model"),
  ]

  private let model: String
  private let frozen: String?
  private let version: String?
  private let store: String?
  private let folder: String?
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    frozen = arguments.option("frozen")
    if frozen == nil, arguments.option("model") == nil { throw CommandError("--model MODEL is missing") }
    model = arguments.option("model") ?? ""
    version = arguments.option("version")
    store = arguments.option("store")
    folder = arguments.option("swift")
    wantsJSON = arguments.wantsJSON
    if frozen != nil {
      for name in ["model", "store", "swift", "version"] where arguments.option(name) != nil {
        throw CommandError("--frozen is checked alone; leave --\(name) out")
      }
    } else if store == nil, folder == nil {
      throw CommandError("nothing to check: give --store STORE, --swift DIR or both")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if let frozen {
      let check = try ProgressLine.during("reading Swift files", console) { try FrozenCheck(frozen) }
      if wantsJSON { console.print(check.json) } else { check.print(on: console) }
      return check.status
    }
    let bundle = try ModelInput.bundle(model)
    let versions = try ModelVersions(bundle, only: version)
    var report = CheckReport(versions)
    let storeCheck = try store.map { try StoreCheck($0, versions) }
    if let storeCheck { report.pairs.append(storeCheck.pair) }
    if let folder {
      let progress = ProgressLine("reading Swift files", console: console)
      defer { progress.finish() }
      let classes = try ClassesCheck(folder, SourceHelper.beside.read(folder))
      progress.finish()
      report.pairs.append(try classes.pair(with: versions))
      if let storeCheck, let model = storeCheck.model {
        report.pairs.append(classes.pair(withStore: model, hashes: storeCheck.hashes))
      }
      report.sourceFindings = classes.findings
      if let store, let note = try HistoryOption.note(store: store, folder: folder) {
        report.pairs[0].notes.append(note)
      }
    }
    warn(of: bundle, compared: report.pairs.compactMap(\.version), console)
    if wantsJSON { console.print(report.json) } else { report.print(on: console) }
    return report.status
  }

  /// Warns of the versions that the report is about; of others only that there are warnings, where no version was named.
  private func warn(of bundle: ModelBundle, compared: [String], _ console: Console) {
    ModelInput.warn(of: bundle, versions: compared, console)
    let others = bundle.versions.filter { !compared.contains($0.name) && !$0.warnings.isEmpty }
    guard version == nil, !others.isEmpty else { return }
    let warnings = others.map(\.warnings.count).reduce(0, +)
    console.note(
      "note: \(warnings.counted("warning")) of \(others.count.counted("other version")) not shown; \"causeway hash"
        + " \(model)\" lists them")
  }
}
