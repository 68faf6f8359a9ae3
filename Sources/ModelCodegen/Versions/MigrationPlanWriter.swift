import ModelDescription

/// Writes the plan that leads a store through the versions of a model, and aliases for the newest version's classes.
package struct MigrationPlanWriter {
  private let name: String
  private let versions: [SchemaVersion]
  private let stages: [Stage]

  /// From one version to the next.
  package struct Stage: Sendable {
    /// What keeps it from being lightweight, a sentence each; none for a lightweight one.
    package var obstacles: [String]

    package init(obstacles: [String]) { self.obstacles = obstacles }
  }

  /// - Parameters:
  ///   - name: of the plan's enum.
  ///   - stages: one fewer than the versions.
  package init(_ name: String, versions: [SchemaVersion], stages: [Stage]) {
    self.name = name
    self.versions = versions
    self.stages = stages
  }

  /// - Throws: `ModelError` when the newest version's names cannot be written.
  package func generate() throws -> GeneratedCode.File {
    guard let newest = versions.last else { throw ModelError("there is no version to migrate to") }
    let context = try ModelContext(newest.model)
    // Aliases hide the frameworks' types of their names from the plan too.
    func own(_ name: String) -> String { context.types.framework(name) }
    var lines = ["// \(name).swift", "// Written by causeway: the migrations between the versions of a model.", ""]
    lines += ["import SwiftData", ""]
    let isBound = versions.contains { !SystemAvailability($0.model).reasons.isEmpty }
    if isBound { lines += SourcePrinter.lines(SystemAvailability.macro) }
    lines.append("enum \(name): \(own("SchemaMigrationPlan")) {")
    lines.append("  static var schemas: [any \(own("VersionedSchema")).Type] {")
    lines += SourcePrinter.list("    [", versions.map { $0.name + ".self" }, "]", indent: "    ")
    lines += ["  }", ""]
    let names = zip(versions, versions.dropFirst()).map { Self.stageName($0.name, $1.name) }
    lines.append("  static var stages: [\(own("MigrationStage"))] {")
    lines += SourcePrinter.list("    [", names, "]", indent: "    ")
    lines.append("  }")
    for (index, stage) in zip(names.indices, stages) {
      lines.append("")
      lines += Self.lines(
        stage, name: names[index], from: versions[index].name, to: versions[index + 1].name, type: own("MigrationStage")
      )
    }
    lines.append("}")
    lines += ["", "// The classes of the newest version."]
    for entity in newest.model.entities.map(\.name).sorted() {
      let className = try context.className(of: entity)
      if context.availability.reasons[entity] != nil { lines += SourcePrinter.lines(SystemAvailability.macro) }
      lines.append("typealias \(className) = \(newest.name).\(className)")
    }
    return .init(name: name + ".swift", text: lines.joined(separator: "\n") + "\n", entityName: nil)
  }

  private static func stageName(_ from: String, _ to: String) -> String {
    from.prefix(1).lowercased() + from.dropFirst() + "To" + to.prefix(1).uppercased() + to.dropFirst()
  }

  private static func lines(
    _ stage: Stage, name: String, from: String, to: String, type: String
  ) -> [String] {
    guard !stage.obstacles.isEmpty else {
      return [
        "  static var \(name): \(type) {", "    .lightweight(fromVersion: \(from).self, toVersion: \(to).self)", "  }",
      ]
    }
    return ["  // Not lightweight:"] + stage.obstacles.map { "  // \($0.oneLine)" } + [
      "  static var \(name): \(type) {", "    .custom(",
      "      fromVersion: \(from).self, toVersion: \(to).self, willMigrate: nil,", "      didMigrate: { context in",
      "        // Fill what is named above.", "        try context.save()", "      })", "  }",
    ]
  }
}
