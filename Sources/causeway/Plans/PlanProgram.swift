import Foundation
import ModelDescription
import SQLiteStore

/// A program that takes stores through a migration plan: the plan's target, compiled with a few lines of its own.
///
/// An executable's sources are compiled in as they are, under another entry point, so that a plan may be internal and may
/// stand in an app.
struct PlanProgram {
  let program: URL

  /// What it answers: `SwiftData` writes it.
  struct Answer: Decodable {
    let from: String?
    let to: String
    let steps: [String]
    let kept: [String]
    let lost: [String]
    // Not of a program that an older checkout's modules made.
    let mode: String?
    let dropped: [String]?
    let filled: [Fill]?
    let error: String?
    let isFailure: Bool

    /// Rows that got a value which the store did not have.
    struct Fill: Decodable {
      let entity: String
      let property: String
      let rows: Int64
      let value: String
      let origin: String
    }
  }

  /// Compiles the plan.
  ///
  /// - Parameter folder: for what is made.
  /// - Throws: `CommandError` with the compiler's first error and the place of the whole log.
  init(_ plan: PlanChoice, build: CausewayBuild, folder: URL) throws {
    program = folder.appendingPathComponent("plan")
    let closure = try plan.package.closure(of: plan.target)
    let modules = folder.path
    let log = CompilerLog(of: plan.package.root)
    var objects: [String] = []
    for target in closure {
      let object = folder.appendingPathComponent("\(target.module).o").path
      var words = [
        "swiftc", "-Onone", "-module-name", target.module, "-emit-module", "-emit-module-path",
        folder.appendingPathComponent("\(target.module).swiftmodule").path, "-emit-object", "-wmo", "-o", object, "-I",
        modules,
      ]
      words += target.settings + build.importArguments
      var sources = target.sources.map(\.path)
      let resources = PlanResources(target: target, package: plan.package.name, folder: folder)
      if let accessor = try resources.install() { sources.append(accessor.path) }
      if target.hasModels {
        let needed = try plan.package.closure(of: target).dropLast()
        sources += try PlanModels(target: target, dependencies: Array(needed)).generate(in: folder).map(\.path)
      }
      if target == plan.target {
        let file = folder.appendingPathComponent("CausewayPlanProgram.swift")
        try Self.write(Self.entrance(plan.name), to: file)
        sources.append(file.path)
      }
      if target.isExecutable {
        words += ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "\(target.module)_main"]
      } else if sources.count == 1 {
        words.append("-parse-as-library")
      }
      try Self.compile(words + sources, "the target \(target.name)", plan, log)
      objects.append(object)
    }
    let main = folder.appendingPathComponent("main.swift")
    try Self.write(Self.main, to: main)
    try Self.compile(
      ["swiftc", "-Onone", "-module-name", "CausewayPlanMain", "-o", program.path, main.path] + objects
        + build.objects() + build.linkArguments, "the program", plan, log)
    log.remove()
  }

  private static let symbol = "causeway_plan_program"

  private static func entrance(_ plan: String) -> String {
    [
      "import SwiftData", "", "@_cdecl(\"\(symbol)\") nonisolated public func _causewayPlanProgram() -> Int32 {",
      "  SwiftData._PlanProgram.run(\(plan).self)", "}", "",
    ].joined(separator: "\n")
  }

  private static var main: String {
    """
    import Foundation

    @_silgen_name("\(symbol)") func program() -> Int32
    exit(program())

    """
  }

  private static func write(_ text: String, to url: URL) throws {
    do { try Data(text.utf8).write(to: url) } catch { throw CommandError(url.path, error) }
  }

  private static func compile(
    _ words: [String], _ what: String, _ plan: PlanChoice, _ log: CompilerLog
  ) throws {
    let outcome = try ToolCall(words).run(isOneStream: true)
    guard !outcome.isFine else { return }
    let errors = outcome.errors.split(separator: "\n").map(String.init).filter { $0.contains("error: ") }
    let first = (errors.first ?? "the compiler gave no reason").replacingOccurrences(
      of: plan.package.root.path + "/", with: "")
    let more = errors.count > 1 ? " (and \((errors.count - 1).counted("more error", "more errors")))" : ""
    let place =
      log.write(words.joined(separator: " ") + "\n" + outcome.errors)
      ? "the whole log is \(log.url.path)" : "the whole log could not be written to \(log.url.path)"
    throw CommandError("\(what) of \(plan.package.root.path) does not compile: \(first)\(more); \(place)")
  }

  /// Runs it on a store.
  ///
  /// - Parameter say: gets each line that the plan's own code printed, and what it was told of.
  /// - Throws: `CommandError` when it ended without an answer.
  func run(
    explains: Bool, _ store: String, version: String?, choices: MigrationChoices, say: (String) -> Void
  ) throws -> Answer {
    let file = program.deletingLastPathComponent().appendingPathComponent("answer-\(UUID().uuidString).json")
    let stage = URL(fileURLWithPath: file.path + ".stage")
    defer { for made in [file, stage] { try? FileManager.default.removeItem(at: made) } }
    var words = [program.path, explains ? "explain" : "migrate", store, file.path, version ?? ""]
    if choices.allowsInferred { words.append("inferred") }
    if choices.fillsZero { words.append("zero") }
    let outcome = try ToolCall(words).run(isOneStream: true)
    outcome.errors.split(separator: "\n").forEach { say(String($0)) }
    guard outcome.isFine, let data = try? Data(contentsOf: file),
      let answer = try? JSONDecoder().decode(Answer.self, from: data)
    else {
      // What its migration was making, it can no longer take away.
      SQLiteStore.removeLeftovers(beside: store)
      let running = try? String(contentsOf: stage, encoding: .utf8)
      throw CommandError(
        running.map {
          "the code of \($0) ended the program: \(outcome.ending); \(store) is as it was"
        }
          ?? "the plan's program ended without an answer, and not in a stage: \(outcome.ending); \(store) is as it was,"
          + " or migrated")
    }
    return answer
  }
}
