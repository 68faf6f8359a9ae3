import CoreData
import Foundation
import ModelDescription
import ModelEvolution
import ModelFiles
import SQLiteStore

/// A version of a model that stores are migrated to by a mapping model.
struct MappingGoal: MigrationGoal {
  private let target: MigrationTarget
  private let file: String
  private let mapping: AuthoredMapping

  var path: String { target.path }
  var name: String { target.name }

  /// - Throws: an error of one line that names the file, for a mapping model that cannot be followed here.
  init(_ file: String, _ target: MigrationTarget, _ console: Console) throws {
    self.file = file
    self.target = target
    let read = try MappingModelFile.load(URL(fileURLWithPath: file))
    for warning in read.warnings { console.note("warning: \(warning)") }
    do {
      mapping = try AuthoredMapping(read.description)
    } catch {
      throw CommandError("\(file): \(error)")
    }
    try checkPolicies()
    try checkDestination()
  }

  private func checkPolicies() throws {
    let policies = mapping.policies.map { "\($0.className) of \($0.mapping)" }
    guard policies.isEmpty else {
      throw CommandError(
        "\(file): its policies are classes of an application, which the command does not have:"
          + " \(policies.joined(separator: ", ")); migrate the store in a program with these classes, by"
          + " NSMigrationManager or by opening it with NSMigratePersistentStoresAutomaticallyOption")
    }
    guard mapping.unread.isEmpty else {
      throw CommandError(
        "\(file): \(mapping.unread.joined(separator: "; ")); write it as a key path, a constant or a function")
    }
  }

  private func checkDestination() throws {
    let others = mapping.mismatches(source: mapping.source.versionHashes(), destination: target.hashes)
    guard !others.isEmpty else { return }
    let fitting = target.versionNames {
      mapping.mismatches(source: mapping.source.versionHashes(), destination: $0).isEmpty
    }
    let advice =
      fitting.isEmpty
      ? mapping.names.destination.map { "; it was written for \"\($0)\"" } ?? ""
      : "; it leads to version \(fitting.map { "\"\($0)\"" }.joined(separator: ", ")), which --version names"
    throw CommandError(
      "\(file): it does not lead to version \"\(target.name)\" of \(target.path): other hashes of"
        + " \(others.joined(separator: ", "))\(advice)")
  }

  func work(on store: String, _ choices: MigrationChoices, _ console: Console) throws -> MigrationWork {
    let source = try source(of: store)
    let isDone = source.hashes == target.hashes
    if !isDone { try check(source, store) }
    return MigrationWork(source: source.name, isDone: isDone) { _ in
      MigrationExplanation(mode: .copy, lines: lines(from: source.model), obstacles: [])
    } run: { path, progress in
      progress.say("copying objects")
      do {
        return try MappedMigration(
          URL(fileURLWithPath: path), by: mapping, from: source.model, to: target.model, keepsBytes: true
        ).run(hashes: source.hashes)
      } catch let error as NSError where error.domain == NSCocoaErrorDomain {
        throw CommandError("\(store): \(error.localizedDescription)")
      }
    }
  }

  /// The version that the store has, or the model that it keeps of itself.
  private func source(of store: String) throws -> MigrationTarget.Source {
    let stored = try StoredModel.read(store)
    let hashes = stored.metadata.hashes
    if hashes == target.hashes { return .init(name: target.name, model: target.model, hashes: hashes) }
    if let known = target.version(withHashes: hashes) { return known }
    guard let model = stored.model else {
      throw CommandError(
        "\(store): the store \((stored.problem ?? .absent).words), and it is of no version of \(target.path)")
    }
    return .init(name: nil, model: model, hashes: hashes)
  }

  private func check(_ source: MigrationTarget.Source, _ store: String) throws {
    let others = mapping.mismatches(source: source.hashes, destination: target.hashes)
    guard !others.isEmpty else { return }
    let wanted = mapping.names.source.map { "; it was written for \"\($0)\"" } ?? ""
    throw CommandError(
      "\(file): it does not lead from the store \(store): other hashes of \(others.joined(separator: ", "))\(wanted)")
  }

  private func lines(from source: ResolvedModel) -> [String] {
    let plan = "By a copy that takes the store's place, each object made anew by the mapping model \(file):"
    return [plan] + mapping.lines
  }
}
