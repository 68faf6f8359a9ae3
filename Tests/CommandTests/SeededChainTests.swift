import CausewayTesting
import Foundation
import ModelDescription
import ModelEvolution
import ModelFiles
import SQLiteStore
import TestKit
import Testing

@testable import causeway

/// A seeded store of every version of every chain goes to the chain's last version, and has what it had; or it is
/// refused with the places that are in the way, and is the same file as before.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct SeededChainTests {
  private struct Leg {
    var bundle: String
    var before: ModelBundle.Version
    var last: ModelBundle.Version
    var name: String { "\(before.name) to \(last.name) of \(bundle)" }
  }

  private enum Outcome {
    case reached
    case refused([String])
    case problem(String)
  }

  private static func legs() throws -> [Leg] {
    let files = FileManager.default.enumerator(at: SharedMaterial.url("models"), includingPropertiesForKeys: nil)
    let bundles = (files?.allObjects as? [URL] ?? []).filter {
      $0.pathExtension == "xcdatamodeld" && !$0.path.contains("/old-format/")
    }.map(\.path).sorted()
    return try bundles.flatMap { path -> [Leg] in
      let versions = try ModelFiles.load(URL(fileURLWithPath: path)).versions
      guard let last = versions.last else { return [] }
      return versions.dropLast().map { Leg(bundle: path, before: $0, last: last) }
    }
  }

  @Test func everyVersionReachesTheLastOrSaysWhyNot() throws {
    let all = try Self.legs()
    let chosen = FullRun.isOn ? all : stride(from: 3, to: all.count, by: 11).map { all[$0] }
    var (reached, refused) = (0, 0)
    for leg in chosen {
      switch try outcome(of: leg) {
      case .reached: reached += 1
      case .refused(let reasons):
        refused += 1
        if FullRun.isOn { print("refused: \(leg.name): \(reasons.joined(separator: "; "))") }
      case .problem(let problem): Issue.record("\(leg.name): \(problem)")
      }
    }
    print(
      "seeded stores to the last version: reached \(reached), refused \(refused) with reasons, of \(chosen.count)"
        + " (of \(all.count))")
    #expect(reached + refused == chosen.count && reached > 0)
  }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  private func outcome(of leg: Leg) throws -> Outcome {
    let folder = try TemporaryFolder()
    let store = folder.file("Store.sqlite")
    let seeded = run(["seed", leg.bundle, "--version", leg.before.name, "--rows", "3", "-o", store.path])
    guard seeded.status == .fine else { return .problem("not seeded: \(seeded.errors)") }
    let (before, after) = (try ResolvedModel(leg.before.model), try ResolvedModel(leg.last.model))
    let differences = ModelDifferences(from: before, to: after)
    let contents = try StoreContents(of: store)
    let state = try FolderState(folder.url)
    let result = run([
      "migrate", store.path, "--to", leg.bundle, "--version", leg.last.name, "--in-place", "--json",
    ])
    guard result.status == .fine else {
      guard result.status == .findings else { return .problem("failed: \(result.errors)") }
      guard try FolderState(folder.url) == state else { return .problem("refused, and the folder is another one") }
      return try refusal(try JSONDocument(result.output), differences)
    }
    if let line = Self.unexpected(differences) { return .problem("followed, though \(line)") }
    let losses = try StoreContents(of: store).losses(since: contents)
    guard losses.isEmpty else { return .problem("lost: \(losses.joined(separator: "; "))") }
    guard try SQLiteStore.description(of: store.path).metadata.hashes == after.versionHashes() else {
      return .problem("has other hashes than the version")
    }
    let examined = run(["doctor", store.path])
    return examined.status == .fine ? .reached : .problem("unsound: \(examined.output)\(examined.errors)")
  }

  /// Every place that is named is the models', and the list of differences expects a refusal.
  private func refusal(_ document: JSONDocument, _ differences: ModelDifferences) throws -> Outcome {
    let findings = document["refusal"]?["findings"]?.elements ?? []
    let reasons = findings.compactMap { finding -> String? in
      guard let entity = finding["entity"]?.string, let message = finding["message"]?.string, !message.isEmpty else {
        return nil
      }
      return "\([entity, finding["property"]?.string].compactMap(\.self).joined(separator: ".")): \(message)"
    }
    guard !reasons.isEmpty, reasons.count == findings.count else {
      return .problem("refused without a place: \(document["refusal"]?["message"]?.string ?? "nothing said")")
    }
    // New constraints and abstract entities depend on the rows.
    let mayRefuse = differences.all.contains { [.uniqueness, .abstract].contains($0.kind) }
    guard !differences.isLightweight || mayRefuse else {
      return .problem("refused, though every difference is lightweight: \(reasons)")
    }
    return .refused(reasons)
  }

  /// What should have stood in the way; a property that may no longer be empty only does where a row lacks it.
  private static func unexpected(_ differences: ModelDifferences) -> String? {
    for difference in differences.all {
      guard case .no(let reason, _) = difference.lightweight else { continue }
      if difference.kind == .optionality, reason.contains("rows that lack it") { continue }
      return "\(difference) is not lightweight: \(reason)"
    }
    return differences.unexplainedObstacles.first.map { "there is an obstacle: \($0)" }
  }
}
