import Foundation
import ModelCodegen
import ModelDescription
import ModelEvolution
import ModelFiles

/// A `VersionedSchema` for each version of a model, and the plan that leads from the first to the last.
struct VersionedCode {
  private(set) var code = GeneratedCode(files: [], findings: [])
  /// Every version's classes hash as the version does.
  private(set) var isExact = true

  /// - Parameter folder: a place for files that are read back.
  /// - Throws: an error of one line when a version is no model, or a name of it cannot be written in Swift.
  init(_ bundle: ModelBundle, folder: URL, progress: ProgressLine) throws {
    let file = URL(fileURLWithPath: bundle.path)
    let base = SchemaVersion.identifier(from: file.deletingPathExtension().lastPathComponent)
    let models = try bundle.versions.map { ($0, try ModelInput.resolve($0)) }
    // The plan's aliases stand in the same module as every version.
    let others = Set(models.last?.1.entities.map(\.name) ?? [])
    var versions: [FrozenCode] = []
    for (index, (version, model)) in models.enumerated() {
      progress.update(index + 1)
      let schema = SchemaVersion(
        name: "\(base)V\(index + 1)", model: model.description,
        title: "version \"\(version.name)\" of \(file.lastPathComponent)",
        number: [index + 1, 0, 0])
      do {
        versions.append(
          try FrozenCode(
            schema, source: model, hashes: model.versionHashes(), others: others,
            header: ["Written by causeway from \(schema.title)."], folder: folder))
      } catch let error as ModelError {
        throw CommandError("\(version.path): \(error)")
      }
    }
    if let current = bundle.currentName, let last = models.last?.0.name, current != last {
      note("the plan ends with \"\(last)\", which is the last by name; the model's current version is \"\(current)\"")
    }
    versions = withoutTwins(versions)
    for version in versions { report(version) }
    let stages = zip(versions, versions.dropFirst()).map { stage(from: $0, to: $1) }
    code.files = versions.map { GeneratedCode.File(name: $0.version.name + ".swift", text: $0.text, entityName: nil) }
    code.files.append(
      try MigrationPlanWriter("\(base)MigrationPlan", versions: versions.map(\.version), stages: stages).generate())
  }

  /// Of versions whose classes hash alike only the last stays: the frameworks refuse a plan with both.
  private mutating func withoutTwins(_ versions: [FrozenCode]) -> [FrozenCode] {
    versions.enumerated().compactMap { index, version in
      guard let twin = versions[(index + 1)...].last(where: { $0.classHashes == version.classHashes }) else {
        return version
      }
      note(
        "\(version.version.title) is left out of the plan: as classes it hashes like \(twin.version.name), and the"
          + " frameworks refuse a plan with two such versions")
      return nil
    }
  }

  private mutating func report(_ version: FrozenCode) {
    for var finding in version.findings where finding.effect != .note {
      finding.entityName = [version.version.name, finding.entityName].compactMap(\.self).joined(separator: ".")
      code.findings.append(finding)
    }
    for (entity, reasons) in version.obstacles.sorted(by: { $0.key < $1.key }) where !reasons.isEmpty {
      isExact = false
      code.findings.append(
        Finding(
          entityName: "\(version.version.name).\(entity)", topic: .version, effect: .unsaid,
          message:
            "its class hashes otherwise than the model, so neither Apple's frameworks nor this plan take a store of the"
            + " model for this version: \(reasons.joined(separator: "; "))"))
    }
  }

  private mutating func stage(from before: FrozenCode, to after: FrozenCode) -> MigrationPlanWriter.Stage {
    let differences = ModelDifferences(from: before.source, to: after.source)
    let obstacles = differences.all.compactMap { difference -> String? in
      guard case .no(let reason, let remedy) = difference.lightweight else { return nil }
      return "\(difference.place): \(reason). \(remedy)"
    }
    for obstacle in obstacles {
      note("the stage from \(before.version.name) to \(after.version.name) is not lightweight: \(obstacle)")
    }
    return MigrationPlanWriter.Stage(obstacles: obstacles)
  }

  private mutating func note(_ message: String) {
    code.findings.append(Finding(topic: .version, effect: .note, message: message))
  }
}
