import Foundation
import ModelDescription
import SQLiteStore

/// The end of a migration plan of a Swift package, or one of its versions on the way.
struct PlanGoal: MigrationGoal {
  let path: String
  let name: String
  private let plan: PlanChoice
  private let program: PlanProgram
  private let version: String?

  /// Finds the plan and compiles it.
  ///
  /// - Parameters:
  ///   - build: a checkout of Causeway; `nil` is where the command was built.
  ///   - folder: for what is made.
  init(
    _ path: String, plan: String?, version: String?, build: String?, folder: URL, _ console: Console
  ) throws {
    self.path = path
    self.version = version
    let choice = try PlanChoice(path, named: plan)
    let progress = ProgressLine("compiling \(choice.name)", console: console)
    defer { progress.finish() }
    self.plan = choice
    name = version ?? "the last of \(choice.name)"
    program = try PlanProgram(choice, build: CausewayBuild(build), folder: folder)
  }

  func work(on store: String, _ choices: MigrationChoices, _ console: Console) throws -> MigrationWork {
    // Told of a store that is in the way, or none, in the words of every verb.
    _ = try SQLiteStore.description(of: store)
    let answer = try run(explains: true, store, choices, console)
    return MigrationWork(source: answer.from, target: answer.to, isDone: answer.steps.isEmpty) { alwaysCopies in
      let mode = alwaysCopies ? .copy : Self.mode(answer)
      return MigrationExplanation(mode: mode, lines: lines(answer, mode, isOfCopy: alwaysCopies), obstacles: [])
    } run: { file, progress in
      let before = try StoreCounts(file)
      progress.say("running the stages of \(plan.name)")
      let done = try run(explains: false, file, choices, console)
      var report = try MigrationReport(from: before, to: StoreCounts(file))
      report.notes = done.steps + done.kept.map { "kept, since no class says it: \($0)" }
      report.mode = Self.mode(done)
      report.dropped = done.lost + (done.dropped ?? []) + Self.deleted(report)
      report.filled = (done.filled ?? []).compactMap { fill in
        guard let origin = ResolvedFill.Origin(rawValue: fill.origin) else { return nil }
        return MigrationReport.Fill(
          entity: fill.entity, property: fill.property, rows: fill.rows, value: fill.value, origin: origin)
      }
      return report
    }
  }

  /// What no step has left out and is gone: the code of a stage deleted it.
  private static func deleted(_ report: MigrationReport) -> [String] {
    report.entities.compactMap { entity in
      guard let source = entity.source, let destination = entity.destination, entity.after < entity.before else {
        return nil
      }
      let name = source == destination ? source : "\(source), now \(destination)"
      return "\((entity.before - entity.after).counted("row")) of \(name), by the code of a stage"
    }
  }

  /// Of a plan's last version only a store tells the name.
  var words: String { version.map { "version \"\($0)\"" } ?? "the last version of \(plan.name)" }

  private static func mode(_ answer: PlanProgram.Answer) -> MigrationPlan.Mode {
    answer.mode.flatMap(MigrationPlan.Mode.init(rawValue:)) ?? .copy
  }

  /// - Parameter isOfCopy: the copy is what is wanted, and the store stays as it is.
  private func lines(_ answer: PlanProgram.Answer, _ mode: MigrationPlan.Mode, isOfCopy: Bool) -> [String] {
    let place =
      isOfCopy
      ? "on a copy" : mode == .copy ? "on a copy beside the store, which takes its place" : "in the store itself"
    var lines = ["By \(plan.name) of the target \(plan.target.name), \(place):"]
    lines += answer.steps.map { "  \($0)" }
    if !answer.kept.isEmpty { lines.append("kept, since no class says it:") }
    lines += answer.kept.map { "  \($0)" }
    if !answer.lost.isEmpty { lines.append("not kept:") }
    return lines + answer.lost.map { "  \($0)" }
  }

  private func run(
    explains: Bool, _ store: String, _ choices: MigrationChoices, _ console: Console
  ) throws -> PlanProgram.Answer {
    let answer = try program.run(explains: explains, store, version: version, choices: choices) {
      console.note($0.replacingOccurrences(of: store, with: URL(fileURLWithPath: store).lastPathComponent).printable)
    }
    guard let error = answer.error else { return answer }
    if answer.isFailure { throw CommandError(store, CommandError(error)) }
    throw MigrationError(.refusedByPlan, error, path: store)
  }
}
