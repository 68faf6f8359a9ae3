import Foundation

/// A Swift package as SwiftPM describes it: its targets, what they need, and how they are compiled.
struct PlanPackage {
  /// With the manifest.
  let root: URL
  let targets: [Target]
  /// The package's own name.
  let name: String

  struct Target: Hashable {
    let name: String
    /// As it is imported.
    let module: String
    let folder: URL
    let sources: [URL]
    let isExecutable: Bool
    let targets: [String]
    let products: [String]
    /// Arguments of the compiler.
    let settings: [String]
    let isSwift: Bool
    let plugins: [String]
    let resources: [Resource]

    var hasModels: Bool { plugins.contains(PlanModels.plugin) }

    /// Why it cannot be compiled without SwiftPM; `nil` when it can.
    var obstacle: String? {
      if !isSwift { return "is not in Swift" }
      if let plugin = plugins.first(where: { $0 != PlanModels.plugin }) { return "uses the build plugin \(plugin)" }
      let embedded = resources.first { $0.isEmbedded }
      return embedded.map { "embeds \(URL(fileURLWithPath: $0.path).lastPathComponent) in its code" }
    }
  }

  /// A file or folder that belongs to a target without being source.
  struct Resource: Hashable {
    let path: String
    /// As it is, a folder with all that is in it; processed otherwise.
    let isCopied: Bool
    let isEmbedded: Bool
    let localization: String?
  }

  /// The package that a folder is, or is in.
  ///
  /// Asks SwiftPM, which reads the manifest and writes nothing beside it.
  ///
  /// - Throws: `CommandError` when there is none, or its manifest cannot be read.
  init(around path: String) throws {
    let start = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
    let found = sequence(first: start) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }.first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("Package.swift").path)
    }
    guard let found else {
      throw CommandError(
        "\(path): there is no Package.swift in it or above it; --to takes a model, or a folder of a Swift package with a"
          + " SchemaMigrationPlan")
    }
    root = found
    let (layout, manifest): (Layout, Manifest) = (
      try Self.ask(["describe", "--type", "json"], found), try Self.ask(["dump-package"], found)
    )
    let details = Dictionary(manifest.targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let identity = found.lastPathComponent.lowercased()
    targets = layout.targets.filter { ["library", "executable"].contains($0.type) }.map { target in
      let folder = found.appendingPathComponent(target.path)
      let detail = details[target.name]
      return Target(
        name: target.name, module: target.c99name, folder: folder,
        sources: target.sources.map { folder.appendingPathComponent($0) }, isExecutable: target.type == "executable",
        targets: target.target_dependencies ?? [], products: target.product_dependencies ?? [],
        settings: ["-package-name", identity] + manifest.language + (detail?.arguments ?? []),
        isSwift: target.module_type == "SwiftTarget", plugins: detail?.plugins ?? [],
        resources: (target.resources ?? []).map { resource in
          Resource(
            path: resource.path, isCopied: resource.rule.copy != nil, isEmbedded: resource.rule.embed_in_code != nil,
            localization: resource.rule.process?.localization)
        })
    }
    name = layout.name
  }

  private static func ask<Answer: Decodable>(_ words: [String], _ root: URL) throws -> Answer {
    // The folder is named in case SwiftPM wants one: nothing goes into the package.
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-describe").path
    let outcome = try ToolCall(
      ["swift", "package", "--package-path", root.path, "--scratch-path", scratch] + words
    ).run()
    guard outcome.isFine, let answer = try? JSONDecoder().decode(Answer.self, from: outcome.output) else {
      let lines = outcome.errors.split(separator: "\n").map(String.init)
      let line = lines.first { $0.contains("error:") } ?? lines.last ?? "SwiftPM said nothing that can be read"
      throw CommandError("\(root.path)/Package.swift: \(line)")
    }
    return answer
  }

  func target(named name: String) -> Target? { targets.first { $0.name == name } }

  /// A target and everything of the package that it needs, what is needed first.
  ///
  /// - Throws: `CommandError` that names what cannot be compiled here.
  func closure(of target: Target) throws -> [Target] {
    var found: [Target] = []
    func add(_ next: Target) throws {
      guard !found.contains(next) else { return }
      if let obstacle = next.obstacle {
        throw CommandError(
          "\(root.path): the target \(next.name) \(obstacle), which causeway cannot compile by itself; move the models and"
            + " the plan to a target without")
      }
      let foreign = next.products.filter { !CausewayBuild.products.contains($0) && !next.plugins.contains($0) }
      if let product = foreign.first {
        throw CommandError(
          "\(root.path): the target \(next.name) needs the product \(product) of another package, which causeway cannot"
            + " build; move the models and the plan to a target that needs SwiftData only")
      }
      for name in next.targets {
        guard let needed = self.target(named: name) else {
          throw CommandError(
            "\(root.path): the target \(next.name) needs \(name), which is neither a library nor an executable in Swift"
          )
        }
        try add(needed)
      }
      found.append(next)
    }
    try add(target)
    return found
  }

  // MARK: SwiftPM's documents

  private struct Layout: Decodable {
    struct Target: Decodable {
      let name: String
      let c99name: String
      let type: String
      let module_type: String
      let path: String
      let sources: [String]
      let target_dependencies: [String]?
      let product_dependencies: [String]?
      let resources: [Resource]?
    }
    struct Resource: Decodable {
      struct Rule: Decodable {
        struct Process: Decodable { let localization: String? }
        struct Empty: Decodable {}
        let process: Process?
        let copy: Empty?
        let embed_in_code: Empty?
      }
      let path: String
      let rule: Rule
    }
    let name: String
    let targets: [Target]
  }

  private struct Manifest: Decodable {
    struct Version: Decodable { let _version: String }
    let toolsVersion: Version
    let swiftLanguageVersions: [String]?
    let targets: [ManifestTarget]

    /// The package's language mode, as the compiler takes it.
    var language: [String] {
      let major = toolsVersion._version.split(separator: ".").first.flatMap { Int($0) } ?? 5
      let stated = swiftLanguageVersions?.compactMap { $0.split(separator: ".").first.map(String.init) }.max()
      return ["-swift-version", stated ?? (major >= 6 ? "6" : "5")]
    }
  }
}
