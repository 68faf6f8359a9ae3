import Foundation
import ModelDescription
import ModelFiles
import SQLiteStore

/// `causeway doctor`: what is wrong with a store, and a mended copy of it.
struct Doctor: Command {
  static let name = "doctor"
  static let summary = "Looks for damage in a store, and writes a mended copy."
  static let discussion = """
    Looks for keys of rows that are not there, rows without an owner that they cannot be without, wrong entity numbers and
    last keys, one-to-ones of which one end is missing, rows that share what is unique, broken orders, values that are
    missing or of a wrong type, large values whose file is missing and files of no value, missing indexes, and what
    SQLite's own check finds. Each kind is told with its count and the first rows.

    --fix copies the store with the files of its large values, and mends the copy; the store itself is never changed. What
    cannot be mended without a decision is left, and told. History does not say what was mended.

    Rows are checked by the model that the store keeps of itself, or by --model: its version with the store's hashes.

    Exit status: 0 nothing is wrong, or nothing is left wrong in the copy; 1 something is, or the rows could not be
    checked for want of a model; 2 when the store cannot be read, or no copy was written.
    """
  static let example = "causeway doctor Library.sqlite --fix -o Mended.sqlite"
  static let arguments: [Argument] = [
    .positional("STORE", "the store file"),
    .option("model", value: "MODEL", "check by this model, or by another store's"),
    .option("version", value: "NAME", "the model version; the one with the store's hashes when not given"),
    .flag("fix", "write a mended copy"),
    .option("output", short: "o", value: "COPY", "the copy to make, with --fix"),
  ]

  private let path: String
  private let model: String?
  private let version: String?
  private let copy: String?
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.positional("STORE")
    model = arguments.option("model")
    version = arguments.option("version")
    wantsJSON = arguments.wantsJSON
    switch (arguments.hasFlag("fix"), arguments.option("output")) {
    case (true, nil): throw CommandError("--fix mends a copy; name it with -o COPY")
    case (false, .some): throw CommandError("-o names the copy that --fix mends; give --fix too")
    case (true, .some): copy = try arguments.requiredPath("output")
    case (false, nil): copy = nil
    }
    if model == nil, version != nil {
      throw CommandError("--version names a version of a model; give --model MODEL too")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let chosen = try chooseModel()
    let place = try copy.map { URL(fileURLWithPath: try SQLiteStore.placeOfNewStore($0)) }
    let progress = ProgressLine("checking", console: console)
    defer { progress.finish() }
    let damages = try SQLiteStore.examine(path, model: chosen?.model)
    var report = DoctorReport(path: path, model: chosen?.source, damages: damages)
    if let place {
      guard let chosen else {
        throw CommandError(
          "\(path): the store keeps no model of itself, so its rows cannot be mended; give --model MODEL")
      }
      progress.title = "mending a copy"
      var result = try mend(place, chosen.model)
      // Files of no value are not copied in the first place.
      result.mended += damages.filter { $0.kind == .unreferencedFile }
      report.fix = (copy ?? place.path, result)
    }
    progress.finish()
    if wantsJSON { console.print(report.json) } else { report.print(on: console) }
    return report.status
  }

  /// The model that the rows are checked by, and where it comes from.
  private func chooseModel() throws -> (model: ResolvedModel, source: String)? {
    let stored = try StoredModel.read(path)
    guard let model else {
      if case .broken(let reason)? = stored.problem {
        throw CommandError(
          "\(path): the model that the store keeps of itself is broken (\(reason)); give --model MODEL")
      }
      return stored.model.map { ($0, "the store's own") }
    }
    let versions = try ModelVersions(ModelInput.bundle(model), only: version)
    if version != nil, let named = versions.all.first { return (named.model, "\(model), version \"\(named.name)\"") }
    guard let (found, _) = versions.version(withHashes: stored.metadata.hashes) else {
      throw CommandError(
        "\(path): its hashes are those of no version of \(model); \"causeway check\" tells which is nearest, and"
          + " --version takes one all the same")
    }
    return (found.model, "\(model), version \"\(found.name)\"")
  }

  /// Mends beside its place, and moves it there when it is whole.
  private func mend(_ place: URL, _ model: ResolvedModel) throws -> SQLiteStore.Mended {
    let staging = try StagingFolder(in: place.deletingLastPathComponent())
    defer { staging.discard() }
    let part = staging.url.appendingPathComponent(place.lastPathComponent).path
    // The folder is gone when this is read; what was in it is beside the copy.
    func settled(_ text: String) -> String {
      text.replacingOccurrences(of: staging.url.path, with: place.deletingLastPathComponent().path)
    }
    do {
      try SQLiteStore.copy(path, to: part)
    } catch {
      throw CommandError("\(path): cannot be copied, so nothing was mended: \(settled(CommandError.line(for: error)))")
    }
    var result: SQLiteStore.Mended
    do {
      result = try SQLiteStore.mend(part, model: model)
    } catch {
      throw CommandError("\(path): its copy cannot be mended: \(settled(CommandError.line(for: error)))")
    }
    for index in result.mended.indices { result.mended[index].message = settled(result.mended[index].message) }
    for index in result.left.indices { result.left[index].message = settled(result.left[index].message) }
    try staging.moveStore(place.lastPathComponent)
    return result
  }
}
