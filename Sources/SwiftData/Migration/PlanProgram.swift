import Foundation
import SQLiteStore
import SchemaTypes
import StoreContract

/// What the program does that `causeway migrate --to PLAN` compiles: it takes a store through a plan, or says what that
/// would be. Nobody's API.
///
/// Its arguments are what to do (`explain` or `migrate`), the store, the file for its answer, the version that is wanted or
/// nothing, and what the configuration allows. The answer is a file, since a stage's code may print; beside it, as
/// `.stage`, lies the name of the stage whose code is running, which may end the process.
public enum _PlanProgram {
  public static func run(_ plan: any SchemaMigrationPlan.Type) -> Int32 {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 4 else { return 2 }
    var answer = Answer()
    let record = StageRecord(URL(fileURLWithPath: words[2] + ".stage"))
    do {
      try PlanRun(
        plan: plan, path: words[1], version: words[3], allowed: Set(words.dropFirst(4)), record: record
      ).run(explains: words[0] == "explain", &answer)
    } catch {
      answer.error =
        record.failedStage.map { "\($0) threw \(thrown(error)); the store is as it was" } ?? told(error)
      answer.isFailure = error is StoreError || error as? SwiftDataError == .unknownSchema
    }
    for report in record.reports {
      answer.mode = report.mode.rawValue
      answer.dropped += report.dropped
      answer.filled += report.filled.map {
        Answer.Fill(
          entity: $0.entity, property: $0.property, rows: $0.rows, value: $0.value, origin: $0.origin.rawValue)
      }
    }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try encoder.encode(answer).write(to: URL(fileURLWithPath: words[2]))
    } catch {
      FileHandle.standardError.write(Data("\(words[2]) cannot be written: \(error)\n".utf8))
      return 2
    }
    return 0
  }

  /// The command's users do not program against the library: its codes tell them nothing.
  private static func told(_ error: any Error) -> String { (error as? SwiftDataError)?.message ?? "\(error)" }

  /// What a stage's own code threw, with its type: `boom` alone does not say whose it is.
  private static func thrown(_ error: any Error) -> String {
    if let error = error as? SwiftDataError { return error.message }
    if let error = error as? StoreError { return "\(error)" }
    if let text = (error as? any LocalizedError)?.errorDescription { return text }
    let (type, text) = (String(describing: Swift.type(of: error)), "\(error)")
    if text.hasPrefix(type) { return text }
    let value: Any = error
    let isCase = Mirror(reflecting: value).displayStyle == .enum && !(value is any CustomStringConvertible)
    return isCase ? "\(type).\(text)" : "\(type): \(text)"
  }

  /// Of one call, as JSON.
  struct Answer: Codable {
    /// The version that the store has, and the one that is wanted.
    var from: String?
    var to = ""
    /// A line for each step.
    var steps: [String] = []
    var kept: [String] = []
    var lost: [String] = []
    /// Where the work is or would be done, and what it left out and put in.
    var mode: String?
    var dropped: [String] = []
    var filled: [Fill] = []
    /// Why it does not go, if it does not.
    var error: String?
    /// The file cannot be read or written, or is in use, which is no matter of the plan.
    var isFailure = false

    /// Rows that got a value which the store did not have.
    struct Fill: Codable {
      var entity: String
      var property: String
      var rows: Int64
      var value: String
      var origin: String
    }
  }
}

/// One call of the program.
private struct PlanRun {
  let plan: any SchemaMigrationPlan.Type
  let path: String
  let version: String
  let allowed: Set<String>
  let record: StageRecord

  func run(explains: Bool, _ answer: inout _PlanProgram.Answer) throws {
    let versions = try MigrationPlanVersions(plan)
    let entry = try entry(of: versions)
    answer.to = entry.description
    var migrates: ModelConfiguration.Migrations = [.automatic]
    if allowed.contains("inferred") { migrates.insert(.unknownVersions) }
    if allowed.contains("zero") { migrates.insert(.blankValues) }
    let configuration = ModelConfiguration(url: URL(fileURLWithPath: path), migrates: migrates)
    let opening = StoreOpening(
      model: entry.model, configuration: configuration, schema: entry.schema, elsewhere: [], plan: plan,
      versions: versions, record: record)
    // Not as for an opening, which may make files beside the store.
    let judgement = opening.judgement(path, try SQLiteStore.description(of: path))
    switch try judgement.verdict() {
    case .open:
      answer.from =
        judgement.description.metadata.hashes == entry.hashes
        ? entry.description : "\(entry.description), which it fits as it is"
    case .migrate(let steps):
      answer.from = steps.first?.source.name
      answer.steps = steps.map(\.words)
      answer.kept = steps.first?.kept ?? []
      answer.lost = steps.flatMap(\.lost)
      if explains { answer.mode = mode(of: steps).rawValue }
    }
    guard !explains, !answer.steps.isEmpty else { return }
    _ = try opening.open()
  }

  /// A single lightweight step may only add to the store where it is.
  private func mode(of steps: [MigrationStep]) -> MigrationPlan.Mode {
    guard steps.count == 1, let step = steps.first, step.work == nil else { return .copy }
    // Values decide nothing about the place; a lack of them is told by the run.
    var fills = MigrationFills()
    fills.defersCheck = true
    let plan = try? StoreMigration.plan(
      path, from: step.source.model, to: step.destination.model, fills: fills)
    return plan?.mode ?? .copy
  }

  private func entry(of versions: MigrationPlanVersions) throws -> MigrationPlanVersions.Entry {
    let found = versions.entries.last { version.isEmpty || $0.name == version || "\($0.identifier)" == version }
    guard let found else {
      let known = versions.entries.map(\.description).joined(separator: ", ")
      throw SwiftDataError(
        "unknownSchema", detail: "\(versions.planName) has no version \(version); it has \(known)")
    }
    return found
  }
}
