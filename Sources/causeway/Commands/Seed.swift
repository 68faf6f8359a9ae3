import Foundation
import ModelDescription
import ModelFiles
import SQLiteStore
import StoreContract

/// `causeway seed`: a store of a model's version, filled with made-up rows.
struct Seed: Command {
  static let name = "seed"
  static let summary = "Makes a store of a model's version with plausible, repeatable rows."
  static let discussion = """
    Properties and relationships get values: mandatory ones always, unique ones without repetition. Bounds and patterns
    of the model are met, and numbers are such as the property's name promises. With --extremes the first rows of each
    entity hold the outermost values of its attributes: bounds, or the limits of the type, the longest and shortest texts,
    data too large for a row; there are at least eight rows of each then.

    A property for which no value can be made up is left empty, and named; so is what the model asks for and no new store
    gets yet, such as partial indexes. The same model, number and seed give the same rows.

    Exit status: 0 fine, 2 when the store could not be made. A file that is there already is left alone.
    """
  static let example = "causeway seed Library.xcdatamodeld --rows 100 -o Library.sqlite"
  static let arguments: [Argument] = [
    .positional("MODEL", ComparedSide.help),
    .option("rows", value: "N", "rows of each entity that is not abstract, or a few more", isRequired: true),
    .option("output", short: "o", value: "STORE", "the store file to make", isRequired: true),
    .option("version", value: "NAME", "the model version; the current one when not given"),
    .flag("extremes", "the outermost values of every attribute in the first rows"),
    .option("seed", value: "S", "the seed of the made-up values; 1 when not given"),
  ]

  private let path: String
  private let store: String
  private let rows: Int
  private let version: String?
  private let seed: Int
  private let extremes: Bool
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.positional("MODEL")
    store = try arguments.requiredPath("output")
    _ = try arguments.requiredOption("rows")
    rows = try arguments.integer("rows", in: 1...1_000_000) ?? 1
    version = arguments.option("version")
    seed = try arguments.integer("seed", in: 0...Int.max) ?? 1
    extremes = arguments.hasFlag("extremes")
    wantsJSON = arguments.wantsJSON
  }

  /// Makes the store beside its place and moves it there when it is whole: what is stopped leaves nothing.
  private func save(_ plan: SeedPlan, _ model: ResolvedModel, isOfClasses: Bool) throws -> Int {
    let place = URL(fileURLWithPath: try SQLiteStore.placeOfNewStore(store))
    let staging: StagingFolder
    do {
      staging = try StagingFolder(in: place.deletingLastPathComponent())
    } catch {
      throw CommandError(store, error)
    }
    defer { staging.discard() }
    let count = try fill(staging.url.appendingPathComponent(place.lastPathComponent).path, plan, model, isOfClasses)
    try staging.moveStore(place.lastPathComponent)
    return count
  }

  /// The store is closed when this is done, and its log gone with that.
  private func fill(_ path: String, _ plan: SeedPlan, _ model: ResolvedModel, _ isOfClasses: Bool) throws -> Int {
    let file = try SQLiteStore.create(
      path, model: model,
      metadata: StoreMetadata(newStoreOf: model),
      modelCache: SQLiteStore.modelCache(of: model, namesDefaultConfiguration: isOfClasses),
      withHistory: false)
    return try file.save(plan.request).insertedKeys.count
  }

  func run(_ console: Console) throws -> ExitStatus {
    let side = try ComparedSide.read(path, version: version, console)
    if let finding = side.findings.first {
      throw CommandError(
        "\(path): \([finding.entity, finding.property].compactMap(\.self).joined(separator: ".")): \(finding.message)")
    }
    let model = side.model
    let name = side.version ?? URL(fileURLWithPath: side.path).deletingPathExtension().lastPathComponent
    let progress = ProgressLine("making rows", console: console)
    defer { progress.finish() }
    let plan = try SeedPlan(model, rows: rows, seed: UInt64(seed), extremes: extremes)
    progress.title = "saving \(plan.request.inserts.count.counted("row"))"
    let count = try save(plan, model, isOfClasses: side.kind == .classes)
    progress.finish()
    let omissions = try StoreLayout(model).omissions
    if wantsJSON {
      console.print(
        .document([
          "store": .string(store), "version": .string(name), "rows": .integer(Int64(count)),
          "omissions": .strings(omissions), "empty": .strings(plan.omissions),
          "placeholders": .strings(plan.placeholders),
        ]))
      return .fine
    }
    console.print("Made \(store), version \"\(name)\", \(count.counted("row")).")
    for omission in omissions { console.print("  \(omission)") }
    for omission in plan.omissions { console.print("  \(omission) is left empty: no value can be made up for it") }
    for name in plan.placeholders {
      console.print("  \(name) holds an archived list of words: only its own transformer or class makes better bytes")
    }
    return .fine
  }
}
