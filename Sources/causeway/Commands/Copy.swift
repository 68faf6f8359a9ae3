import Foundation
import ModelDescription
import ModelFiles
import SQLiteStore

/// `causeway copy`: a store's objects in a store of another model.
struct Copy: Command {
  static let name = "copy"
  static let summary = "Copies a store's objects into a store of another model, or merges them."
  static let discussion = """
    Entities and properties go by name, or by the renaming identifier of the model, as in a migration. What the model lacks
    stays behind and is named; what it needs and the source does not have is refused before anything is written. --dry-run
    says what would be copied, with counts. The source is not changed; the copy has one state of it.

    A new store is made in batches as STORE.copying beside its place, and gets its name when it is whole and compared with
    the source. Objects keep their keys, and it keeps history from then on. A copy that was stopped is gone on with by
    --resume; the source has to be as it was.

    Into a store that is in use, which has to be of the model, objects are merged: --key says by which attributes
    those of an entity, and of its subentities, are known again. Every entity with objects needs one, every object a
    value for it, and no two objects may share it; nor may an object be new to the store and have a value that is
    unique there and another's. Objects that the store has keep their values; to-ones of theirs that are empty are
    set, and to-manys get the members that they lack, which the counts of objects leave out.
    History names the author "causeway copy". A merge that was stopped is simply run again: it makes no doubles.

    Exit status: 0 copied; 1 it cannot be copied so, and the reasons are listed; 2 when a file cannot be read or written.
    """
  static let example = "causeway copy Old.sqlite --to-model Library.xcdatamodeld -o Library.sqlite"
  static let arguments: [Argument] = [
    .positional("SOURCE", "the store to copy from"),
    .option("to-model", value: "MODEL", ModelInput.help, isRequired: true),
    .option("output", short: "o", value: "STORE", "the store to make, or with --key to merge into", isRequired: true),
    .option("version", value: "NAME", "the model version of the copy; the current one when not given"),
    .list("key", value: "ENTITY=ATTRIBUTE,…", "merge; these attributes together tell an entity's objects apart"),
    .option("batch", value: "N", "rows of one transaction, or objects of one save; 5000 when not given"),
    .flag("resume", "go on with a copy that was stopped"),
    .flag("dry-run", "say what would be copied; write nothing"),
  ]

  private let source: String
  private let model: String
  private let output: String
  private let version: String?
  private let keys: [String: [String]]
  private let batch: Int?
  private let resumes: Bool
  private let isDry: Bool
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    source = try arguments.positional("SOURCE")
    model = try arguments.requiredOption("to-model")
    output = try arguments.requiredPath("output")
    version = arguments.option("version")
    batch = try arguments.integer("batch", in: 1...1_000_000)
    resumes = arguments.hasFlag("resume")
    isDry = arguments.hasFlag("dry-run")
    wantsJSON = arguments.wantsJSON
    keys = try Self.keys(arguments.list("key"))
    if resumes, !keys.isEmpty {
      throw CommandError("--resume goes on with a new store; a merge is simply run again, without it")
    }
    if resumes, isDry { throw CommandError("--dry-run writes nothing; leave --resume out") }
  }

  private static func keys(_ texts: [String]) throws -> [String: [String]] {
    var keys: [String: [String]] = [:]
    for text in texts {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      let names = (parts.last ?? "").split(separator: ",").map(String.init)
      guard parts.count == 2, !parts[0].isEmpty, !names.isEmpty else {
        throw CommandError("--key takes ENTITY=ATTRIBUTE, such as Book=isbn or Person=name,born, not \"\(text)\"")
      }
      guard keys[parts[0]] == nil else {
        throw CommandError("--key \(parts[0]) is given twice; several attributes go into one: \(parts[0])=a,b")
      }
      keys[parts[0]] = names
    }
    return keys
  }

  func run(_ console: Console) throws -> ExitStatus {
    let target = try MigrationTarget(model, version: version, console)
    var report = CopyReport(source: source, target: target, store: output, isDry: isDry, merges: !keys.isEmpty)
    do {
      try copy(to: target, &report, console)
    } catch let error as CopyRefusal {
      report.refusal = error
    } catch let error as MigrationError where MigrateReport.isFinding(error.code) {
      report.refusal = Self.refusal(error)
    }
    if wantsJSON { console.print(report.json) } else { report.print(on: console) }
    return report.status
  }

  private func copy(to target: MigrationTarget, _ report: inout CopyReport, _ console: Console) throws {
    let isMerge = !keys.isEmpty
    let mergeKeys = isMerge ? try MergeKeys(keys, model: target.model) : nil
    if resumes, FileManager.default.fileExists(atPath: output),
      !FileManager.default.fileExists(atPath: StoreCopy.unfinishedPath(of: output))
    {
      throw CommandError("\(output) is there, and no copy of it is unfinished; there is nothing to go on with")
    }
    if !isMerge { _ = try SQLiteStore.placeOfNewStore(output) }
    let choices = MigrationChoices(allowsInferred: true, allowsLoss: true, fillsZero: false)
    let from = try target.source(of: source, choices)
    let progress = MigrationLine(console, title: "copying")
    defer { progress.finish() }
    var options = CopyOptions { progress.update($0) }
    if let batch { options.batch = batch }
    // Large stores have room beside their copy rather than in the folder of temporary files.
    let folder =
      isDry || isMerge
      ? FileManager.default.temporaryDirectory : URL(fileURLWithPath: output).deletingLastPathComponent()
    let scratch = try CopyScratch(for: output, in: folder)
    defer { scratch.discard() }
    let copy = try StoreCopy(source, from: from.model, to: target.model, scratch: scratch.url, options: options)
    report.notes = copy.notes
    if let mergeKeys {
      report.counts = try copy.merge(into: output, keys: mergeKeys, writes: !isDry)
      report.notes = copy.notes.ofMerge(report.counts)
      return
    }
    if !isDry {
      do {
        try copy.makeStore(output, resumes: resumes)
      } catch {
        throw Self.explained(error, part: StoreCopy.unfinishedPath(of: output), resumes)
      }
      report.notes = copy.notes
    }
    report.counts = copy.counts
  }

  /// Says how to go on with what is there.
  private static func explained(_ error: any Error, part: String, _ resumed: Bool) -> any Error {
    guard !(error is MigrationError), FileManager.default.fileExists(atPath: part) else { return error }
    var line = CommandError.line(for: error)
    guard !resumed else { return CommandError(line) }
    while line.last == "." { line.removeLast() }
    return CommandError("\(line); --resume goes on with \(part)")
  }

  /// What is in the way, in the words of a copy: no plan has a part in it.
  private static func refusal(_ error: MigrationError) -> CopyRefusal {
    guard error.code == .notLightweight else {
      return CopyRefusal(error.message, advice: error.advice, findings: error.findings)
    }
    return CopyRefusal(
      error.message.replacingOccurrences(of: "cannot be migrated by inference", with: "cannot be copied by inference"),
      advice: "Make them lightweight; or migrate a copy through a plan first (causeway migrate --to PACKAGE), and copy"
        + " that.", findings: error.findings)
  }
}
