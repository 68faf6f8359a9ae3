import Foundation
import PackagePlugin

/// Gives a target with Core Data models their classes, the models and mapping models themselves, and the accessors of
/// `@NSManaged`.
///
/// One run of `causeway-source build` for a target; it writes two files, and neither anew when its text is the same.
@main struct CompileDataModel: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let models = Self.models(in: module.directoryURL)
    try Self.checkNames(of: module, models)
    let sources = module.sourceFiles(withSuffix: "swift").map(\.url)
    var arguments = ["build", "--module", module.moduleName, "-o", context.pluginWorkDirectoryURL.path]
    let mappings = Self.mappings(in: module.directoryURL)
    for model in models { arguments += ["--model", model.path] }
    for mapping in mappings { arguments += ["--mapping", mapping.path] }
    var inputs = sources + (models + mappings).flatMap(Self.files)
    for dependency in Self.dependencies(of: module) {
      arguments += ["--dependency", "\(dependency.moduleName)=\(dependency.directoryURL.path)"]
      inputs += dependency.sourceFiles(withSuffix: "swift").map(\.url)
      for model in Self.models(in: dependency.directoryURL) {
        arguments += ["--dependency", "\(dependency.moduleName)=\(model.path)"]
        inputs += Self.files(of: model)
      }
    }
    return [
      .buildCommand(
        displayName: "Compiling the data models of \(module.name)",
        executable: try context.tool(named: "causeway-source").url, arguments: arguments + sources.map(\.path),
        inputFiles: inputs,
        outputFiles: ["DataModel.swift", "ManagedAccessors.swift"].map {
          context.pluginWorkDirectoryURL.appending(component: $0)
        })
    ]
  }

  /// Bundles of models, and models outside of one.
  private static func models(in folder: URL) -> [URL] { bundles(["xcdatamodeld", "xcdatamodel"], in: folder) }

  private static func mappings(in folder: URL) -> [URL] { bundles(["xcmappingmodel"], in: folder) }

  private static func bundles(_ endings: [String], in folder: URL) -> [URL] {
    guard let members = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { return [] }
    var bundles: [URL] = []
    for case let member as URL in members where endings.contains(member.pathExtension) {
      bundles.append(member)
      members.skipDescendants()
    }
    return bundles.sorted { $0.path < $1.path }
  }

  private static func files(of model: URL) -> [URL] {
    let members = FileManager.default.enumerator(at: model, includingPropertiesForKeys: nil)
    return (members?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }
  }

  private static func name(of model: URL) -> String { model.deletingPathExtension().lastPathComponent }

  /// A program finds models by their names, so those of what it is linked of must differ.
  private static func checkNames(of module: any SourceModuleTarget, _ models: [URL]) throws {
    let linked = dependencies(of: module).map { (target: $0.name, models: self.models(in: $0.directoryURL)) }
    var owners: [String: String] = [:]
    for (target, owned) in linked + [(target: module.name, models: models)] {
      for model in owned {
        guard let other = owners.updateValue(target, forKey: name(of: model)) else { continue }
        throw Failure(
          description: other == target
            ? "The target \(other) has two models named \(name(of: model)); rename one."
            : "The targets \(other) and \(target) both have a model named \(name(of: model)); rename one of the two.")
      }
    }
  }

  /// The modules of users behind the target; the frameworks of this package have no model.
  private static func dependencies(of target: any Target) -> [any SourceModuleTarget] {
    var found: [any SourceModuleTarget] = []
    var open: [any Target] = [target]
    var seen: Set<String> = [target.id]
    while let next = open.popLast() {
      for dependency in next.dependencies {
        let targets: [any Target] =
          switch dependency {
          case .target(let target): [target]
          case .product(let product): ["CoreData", "SwiftData"].contains(product.name) ? [] : product.targets
          @unknown default: []
          }
        for target in targets where seen.insert(target.id).inserted {
          open.append(target)
          if let module = target.sourceModule, module.kind == .generic { found.append(module) }
        }
      }
    }
    return found.sorted { $0.name < $1.name }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
