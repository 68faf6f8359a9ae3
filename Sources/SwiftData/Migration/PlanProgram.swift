import Foundation
import SQLiteStore
import SchemaTypes
import StoreContract

/// What the program does that `causeway migrate --to PLAN` compiles: it takes a store through a plan, or says what that
/// would be. Nobody's API.
///
/// Its arguments are what to do (`explain` or `migrate`), the store, the file for its answer, the version that is wanted or
/// nothing, and what the configuration allows. The answer is a file, since a stage's code may print.
public enum _PlanProgram {
  public static func run(_ plan: any SchemaMigrationPlan.Type) -> Int32 {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 4 else { return 2 }
    var answer = Answer()
    do {
      try PlanRun(
        plan: plan, path: words[1], version: words[3], allowed: Set(words.dropFirst(4))
      ).run(explains: words[0] == "explain", &answer)
    } catch {
      answer.error = "\(error)"
      answer.isFailure = error is StoreError || error as? SwiftDataError == .unknownSchema
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

  /// Of one call, as JSON.
  struct Answer: Codable {
    /// The version that the store has, and the one that is wanted.
    var from: String?
    var to = ""
    /// A line for each step.
    var steps: [String] = []
    var kept: [String] = []
    var lost: [String] = []
    /// Why it does not go, if it does not.
    var error: String?
    /// The file cannot be read or written, or is in use, which is no matter of the plan.
    var isFailure = false
  }
}

/// One call of the program.
private struct PlanRun {
  let plan: any SchemaMigrationPlan.Type
  let path: String
  let version: String
  let allowed: Set<String>

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
      versions: versions)
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
    }
    guard !explains, !answer.steps.isEmpty else { return }
    _ = try ModelContainer(for: entry.schema, migrationPlan: plan, configurations: configuration)
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
